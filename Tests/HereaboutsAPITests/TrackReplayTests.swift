import GeoCore
import HereaboutsAPI
import Testing

@Suite(.timeLimit(.minutes(2))) struct TrackReplayTests {
    private let clock = ManualClock()
    private let track = Result {
        try GPXTrack(
            bytes: gpx(
                point("60", "24", "2026-01-01T00:00:00Z"), point("60.001", "24", "2026-01-01T00:01:40Z"),
                point("60.002", "24", "2026-01-01T00:02:30Z")))
    }

    @Test func `readings come when the track had them`() async throws {
        let replay = try #require(TrackReplay(try track.get(), ending: .finishes, clock: clock))
        var reader = SensorFeed(replay).makeAsyncIterator()
        #expect(try await reader.next()?.coordinate.latitude == 60)
        #expect(await clock.nextWaking() == .seconds(100))
        clock.turn(by: .seconds(100))
        let second = try #require(try await reader.next())
        #expect(second.coordinate.latitude == 60.001)
        #expect(abs((second.speedInMetresPerSecond ?? .nan) - 1.1119508) < 1e-6)
        #expect(await clock.nextWaking() == .seconds(150))
        clock.turn(by: .seconds(50))
        #expect(try await reader.next()?.coordinate.latitude == 60.002)
        #expect(try await reader.next() == nil)
    }

    @Test func `a factor makes the replay quicker and leaves the readings unchanged`() async throws {
        let replay = try #require(TrackReplay(try track.get(), speedFactor: 4, clock: clock))
        var reader = SensorFeed(replay).makeAsyncIterator()
        _ = try await reader.next()
        #expect(await clock.nextWaking() == .seconds(25))
        clock.turn(by: .seconds(25))
        let second = try #require(try await reader.next())
        #expect(abs((second.speedInMetresPerSecond ?? .nan) - 1.1119508) < 1e-6)
        #expect(try second.millisecondsSince1970 == track.get().points[1].millisecondsSince1970)
        #expect(await clock.nextWaking() == .milliseconds(37_500))
    }

    @Test func `a reader that sleeps through points goes on with the newest`() async throws {
        let replay = try #require(TrackReplay(try track.get(), ending: .finishes, clock: clock))
        var reader = SensorFeed(replay).makeAsyncIterator()
        _ = await clock.nextWaking()
        clock.turn(by: .seconds(100))
        while await clock.nextWaking() != .seconds(150) { await Task.yield() }
        clock.turn(by: .seconds(50))
        var latitudes: [Double] = []
        while let reading = try await reader.next() { latitudes.append(reading.coordinate.latitude) }
        #expect(latitudes.last == 60.002)
        #expect(!latitudes.contains(60))
    }

    @Test func `a replay stops with the last reader, and begins again with the next`() async throws {
        let feed = SensorFeed(try #require(TrackReplay(try track.get(), clock: clock)))
        var reader: SensorFeed<PositionReading>.Iterator? = feed.makeAsyncIterator()
        _ = try await reader?.next()
        _ = await clock.nextWaking()
        reader = nil
        #expect(!clock.isAnybodyAsleep)
        reader = feed.makeAsyncIterator()
        #expect(try await reader?.next()?.coordinate.latitude == 60)
    }

    @Test func `after a replay that stays at its end, later readers get the last point`() async throws {
        let feed = SensorFeed(try #require(TrackReplay(try track.get(), clock: clock)))
        var reader = feed.makeAsyncIterator()
        _ = try await reader.next()
        for wait in [100, 50] {
            _ = await clock.nextWaking()
            clock.turn(by: .seconds(wait))
            _ = try await reader.next()
        }
        var late = feed.makeAsyncIterator()
        #expect(try await late.next()?.coordinate.latitude == 60.002)
    }

    @Test func `a file with times thousands of years apart is waited for, and never traps`() async throws {
        let lying = try GPXTrack(
            bytes: gpx(point("0", "0", "0000-01-01T00:00:00Z"), point("0", "0", "9999-12-31T23:59:59Z")))
        for factor in [0.001, 1000] {
            var reader = SensorFeed(try #require(TrackReplay(lying, speedFactor: factor))).makeAsyncIterator()
            #expect(try await reader.next()?.coordinate.latitude == 0)
        }
    }

    @Test(arguments: [0, -1, .nan, .infinity, 1e-9, 1e9])
    func `an invalid factor is refused`(_ factor: Double) throws {
        #expect(try TrackReplay(track.get(), speedFactor: factor) == nil)
    }
}
