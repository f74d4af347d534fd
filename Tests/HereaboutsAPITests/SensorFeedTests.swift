import GeoCore
import HereaboutsAPI
import Synchronization
import Testing

/// A sensor that a test plays.
final class PlayedSource: SensorSource {
    private struct State {
        var outlet: SensorOutlet<Int>?
        var starts = 0
        var stops = 0
        var faults = 0
        var isBusy = false
    }

    private let state = Mutex(State())
    private let whileStarting: @Sendable (SensorOutlet<Int>) -> Void

    /// Makes a source that does something of its own before `start` returns.
    init(whileStarting: @escaping @Sendable (SensorOutlet<Int>) -> Void = { _ in }) {
        self.whileStarting = whileStarting
    }

    var starts: Int { state.withLock { $0.starts } }
    var stops: Int { state.withLock { $0.stops } }
    var isOn: Bool { state.withLock { $0.outlet != nil } }
    /// Starts while on, stops while off, and each that came before the one before had returned.
    var faults: Int { state.withLock { $0.faults } }
    var outlet: SensorOutlet<Int>? { state.withLock { $0.outlet } }

    func start(delivering outlet: SensorOutlet<Int>) {
        state.withLock { state in
            if state.outlet != nil || state.isBusy { state.faults += 1 }
            state.isBusy = true
            state.outlet = outlet
            state.starts += 1
        }
        whileStarting(outlet)
        state.withLock { $0.isBusy = false }
    }

    func stop() {
        state.withLock { state in
            if state.outlet == nil || state.isBusy { state.faults += 1 }
            state.outlet = nil
            state.stops += 1
        }
    }

    func tell(_ readings: Int...) { for reading in readings { outlet?.deliver(reading) } }
}

@Suite(.timeLimit(.minutes(2))) struct SensorFeedTests {
    private let source = PlayedSource()
    private var feed: SensorFeed<Int> { SensorFeed(source) }

    /// The error that the reader throws for the next reading.
    private func failure(of reader: inout SensorFeed<Int>.Iterator) async -> SensorFailure? {
        do {
            _ = try await reader.next()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a slow reader gets the newest reading and none of those before it`() async throws {
        var slow = feed.makeAsyncIterator()
        source.tell(1)
        #expect(try await slow.next() == 1)
        source.tell(2, 3, 4, 5)
        #expect(try await slow.next() == 5)
        source.tell(6)
        #expect(try await slow.next() == 6)
    }

    @Test func `a slow reader does not delay another`() async throws {
        let feed = feed
        var slow = feed.makeAsyncIterator()
        var quick = feed.makeAsyncIterator()
        for reading in 1...4 {
            source.tell(reading)
            #expect(try await quick.next() == reading)
        }
        #expect(try await slow.next() == 4)
    }

    @Test func `a waiting reader gets the next reading`() async throws {
        let feed = feed
        let reading = Task {
            var reader = feed.makeAsyncIterator()
            return try await reader.next()
        }
        while !source.isOn { await Task.yield() }
        source.tell(7)
        #expect(try await reading.value == 7)
    }

    @Test func `a reader that comes later begins with the newest reading`() async throws {
        let feed = feed
        let early = feed.makeAsyncIterator()
        source.tell(1, 2)
        var late = feed.makeAsyncIterator()
        #expect(try await late.next() == 2)
        withExtendedLifetime(early) {}
    }

    @Test func `the source is off until somebody reads, and started once for several readers`() {
        let feed = feed
        #expect(source.starts == 0)
        let readers = (0..<5).map { _ in feed.makeAsyncIterator() }
        #expect(source.starts == 1)
        #expect(source.isOn)
        withExtendedLifetime(readers) {}
    }

    @Test func `the source stops when the last iterator is dropped, not before`() {
        let feed = feed
        var first: SensorFeed<Int>.Iterator? = feed.makeAsyncIterator()
        var second: SensorFeed<Int>.Iterator? = feed.makeAsyncIterator()
        withExtendedLifetime((first, second)) {}
        first = nil
        #expect(source.isOn)
        second = nil
        #expect(!source.isOn)
        #expect(source.stops == 1)
        _ = (first, second)
    }

    @Test func `leaving the loop stops the source, and reading again starts it again`() async throws {
        let feed = SensorFeed(PlayedSource { $0.deliver(9) })
        for try await reading in feed {
            #expect(reading == 9)
            break
        }
        let again = self.feed
        for turn in 1...3 {
            var reader: SensorFeed<Int>.Iterator? = again.makeAsyncIterator()
            source.tell(turn)
            #expect(try await reader?.next() == turn)
            reader = nil
            #expect(source.starts == turn)
            #expect(source.stops == turn)
        }
    }

    @Test func `a new start forgets the readings before it`() async throws {
        let feed = feed
        var reader: SensorFeed<Int>.Iterator? = feed.makeAsyncIterator()
        source.tell(1)
        #expect(try await reader?.next() == 1)
        let formerOutlet = source.outlet
        reader = nil
        reader = feed.makeAsyncIterator()
        formerOutlet?.deliver(2)
        source.tell(3)
        #expect(try await reader?.next() == 3)
    }

    @Test func `cancelling the task of the last reader stops the source while it waits`() async throws {
        let feed = feed
        let reading = Task {
            var count = 0
            for try await _ in feed { count += 1 }
            return count
        }
        while !source.isOn { await Task.yield() }
        reading.cancel()
        #expect(try await reading.value <= 0)
        #expect(!source.isOn)
        #expect(source.stops == 1)
    }

    @Test func `a reader cancelled while busy leaves at its next reading`() async throws {
        let feed = feed
        let source = source
        let reading = Task {
            var reader = feed.makeAsyncIterator()
            source.tell(1)
            _ = try await reader.next()
            withUnsafeCurrentTask { $0?.cancel() }
            let next = try await reader.next()
            return (next, source.isOn)
        }
        let (next, isOn) = try await reading.value
        #expect(next == nil)
        #expect(!isOn)
    }

    @Test func `a failure reaches every reader, stops the source, and reading again tries again`() async throws {
        let feed = feed
        var first = feed.makeAsyncIterator()
        var second = feed.makeAsyncIterator()
        source.tell(1)
        #expect(try await first.next() == 1)
        source.outlet?.fail(.notAllowed)
        #expect(await failure(of: &first) == .notAllowed)
        #expect(await failure(of: &second) == .notAllowed)
        #expect(try await first.next() == nil)
        #expect(source.stops == 1)
        var third = feed.makeAsyncIterator()
        source.tell(2)
        #expect(try await third.next() == 2)
        #expect(source.starts == 2)
    }

    @Test func `at the end of the source readers get their unread readings, then nothing`() async throws {
        let feed = feed
        var reader = feed.makeAsyncIterator()
        source.tell(1, 2)
        source.outlet?.finish()
        #expect(!source.isOn)
        #expect(try await reader.next() == 2)
        #expect(try await reader.next() == nil)
    }

    @Test func `a source that fails while it starts is stopped once that has returned`() async throws {
        let broken = PlayedSource { $0.fail(.unavailable) }
        var reader = SensorFeed(broken).makeAsyncIterator()
        #expect(broken.stops == 1)
        #expect(broken.faults == 0)
        #expect(await failure(of: &reader) == .unavailable)
    }

    @Test func `another source replaces the former one, whose readings no longer arrive`() async throws {
        let feed = feed
        var reader = feed.makeAsyncIterator()
        source.tell(1)
        #expect(try await reader.next() == 1)
        let former = source.outlet
        let simulated = PlayedSource { $0.deliver(100) }
        feed.use(simulated)
        #expect(!source.isOn)
        #expect(simulated.isOn)
        former?.deliver(2)
        #expect(try await reader.next() == 100)
        var late = feed.makeAsyncIterator()
        #expect(try await late.next() == 100)
        feed.use(source)
        #expect(!simulated.isOn)
        source.tell(3)
        #expect(try await reader.next() == 3)
    }

    @Test func `another source is not started while nobody reads`() {
        let other = PlayedSource()
        feed.use(other)
        #expect(other.starts == 0)
    }

    @Test func `readers that join and leave on many threads never start the source twice, and never leave it on`() async
    {
        // Time enough in each start for others to come between.
        let source = PlayedSource { outlet in for reading in 0..<20 { outlet.deliver(reading) } }
        let feed = SensorFeed(source)
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<5_000 {
                        var reader = feed.makeAsyncIterator()
                        _ = try? await reader.next()
                    }
                }
            }
        }
        #expect(source.faults == 0)
        #expect(!source.isOn)
        #expect(source.starts == source.stops)
        #expect(source.starts > 0)
    }
}

@Suite struct ReadingTests {
    private let home = Coordinate(latitude: 60.1702, longitude: 24.9415)!

    @Test func `negative values of a sensor, and those that are not numbers, count as unknown`() throws {
        let reading = try #require(
            PositionReading(
                coordinate: home, accuracyInMetres: 0,
                motion: .init(speedInMetresPerSecond: -1, courseInDegrees: .nan), millisecondsSince1970: 0))
        #expect(reading.speedInMetresPerSecond == nil)
        #expect(reading.courseInDegrees == nil)
        #expect(!reading.isSimulated)
        #expect(PositionReading(coordinate: home, accuracyInMetres: -1, millisecondsSince1970: 0) == nil)
        #expect(PositionReading(coordinate: home, accuracyInMetres: .infinity, millisecondsSince1970: 0) == nil)
    }

    @Test func `directions are reduced to below 360 degrees`() throws {
        let reading = try #require(
            PositionReading(
                coordinate: home, accuracyInMetres: 5, motion: .init(courseInDegrees: 360), millisecondsSince1970: 0))
        #expect(reading.courseInDegrees == 0)
        #expect(HeadingReading(magneticInDegrees: 725, millisecondsSince1970: 0)?.magneticInDegrees == 5)
    }

    @Test func `neither heading is computed from the other, and a reading has at least one`() throws {
        let magnetic = try #require(HeadingReading(magneticInDegrees: 90, millisecondsSince1970: 0))
        #expect(magnetic.trueInDegrees == nil)
        let geographic = try #require(HeadingReading(trueInDegrees: 90, millisecondsSince1970: 0))
        #expect(geographic.magneticInDegrees == nil)
        #expect(magnetic != geographic)
        #expect(HeadingReading(magneticInDegrees: -1, accuracyInDegrees: 3, millisecondsSince1970: 0) == nil)
    }

    @Test func `a phone without a compass says north with the accuracy -1, which is no heading`() throws {
        #expect(HeadingReading(magneticInDegrees: 0, accuracyInDegrees: -1, millisecondsSince1970: 0) == nil)
        #expect(
            HeadingReading(magneticInDegrees: 0, trueInDegrees: 9, accuracyInDegrees: -1, millisecondsSince1970: 0)
                == nil)
        let north = try #require(
            HeadingReading(magneticInDegrees: 0, accuracyInDegrees: 0, millisecondsSince1970: 0))
        #expect(north.magneticInDegrees == 0 && north.accuracyInDegrees == 0)
    }

    @Test func `readers learn that the device no longer knows its heading`() async throws {
        let unknown = HeadingReading.unknown(millisecondsSince1970: 7)
        #expect(unknown.magneticInDegrees == nil && unknown.trueInDegrees == nil && unknown.accuracyInDegrees == nil)
        var headings = SensorFeed(FixedHeading(unknown)).makeAsyncIterator()
        let told = try #require(try await headings.next())
        #expect(told.magneticInDegrees == nil && told.millisecondsSince1970 == 7)
    }

    @Test func `each reader gets a fixed point, marked as simulated`() async throws {
        let feed = SensorFeed(FixedPosition(at: home, millisecondsSince1970: 1_000))
        for _ in 0..<2 {
            var reader = feed.makeAsyncIterator()
            let reading = try #require(try await reader.next())
            #expect(reading.coordinate == home)
            #expect(reading.speedInMetresPerSecond == 0)
            #expect(reading.millisecondsSince1970 == 1_000)
            #expect(reading.isSimulated)
        }
    }

    @Test func `a fixed source marks a real reading as simulated`() async throws {
        let real = try #require(HeadingReading(trueInDegrees: 45, millisecondsSince1970: 0))
        var headings = SensorFeed(FixedHeading(real)).makeAsyncIterator()
        let told = try #require(try await headings.next())
        #expect(told.isSimulated)
        #expect(told.trueInDegrees == 45)
        let position = try #require(
            PositionReading(coordinate: home, accuracyInMetres: 30, millisecondsSince1970: 0))
        var positions = SensorFeed(FixedPosition(position)).makeAsyncIterator()
        #expect(try await positions.next()?.isSimulated == true)
    }
}
