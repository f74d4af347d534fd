import Synchronization

/// The readings of a sensor for any number of readers, each of which iterates the feed for itself.
///
/// ```swift
/// let positions = SensorFeed(FixedPosition(at: station, millisecondsSince1970: now))
/// for try await reading in positions { show(reading) }
/// ```
///
/// - A reader that is slow misses readings: it gets the newest one when it comes round, never a queue of old ones. Its
///   first is the newest reading of the sensor, at once if there is one.
/// - The source is started for the first reader and stopped after the last has left: by leaving the loop (which drops
///   the iterator), or by the cancellation of its task, which ends the loop at once if it waits and else when it asks
///   for the next reading.
/// - A reader throws `SensorFailure` when there is nothing to be read; reading again after that starts the source
///   again.
///
/// A class because all readers share the one sensor.
public final class SensorFeed<Reading: Sendable>: AsyncSequence, Sendable {
    public typealias Element = Reading
    public typealias Failure = SensorFailure
    private typealias Letter = Result<Reading, SensorFailure>

    /// The iterator of one reader. Copies share their place in the feed.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var letters: AsyncStream<Result<Reading, SensorFailure>>.Iterator

        /// Waits for a reading newer than the last one; `nil` when the source is at its end or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(SensorFailure) -> Reading? {
            try await letters.next(isolation: actor)?.get()
        }

        /// The same, run by the caller's actor, so that an actor may keep an iterator.
        public mutating func next() async throws(SensorFailure) -> Reading? { try await next(isolation: #isolation) }
    }

    private struct State {
        var source: any SensorSource<Reading>
        var readers: [Int: AsyncStream<Letter>.Continuation] = [:]
        var nextReader = 0
        /// The last reading of the current run.
        var newest: Reading?
        /// The source that was started and has not been stopped.
        var running: (any SensorSource<Reading>)?
        /// Counts the starts: the feed ignores readings of an earlier run.
        var run = 0
        /// Whether the source must be stopped before it may start again: it ended, failed or was replaced.
        var isRunOver = false
        /// Whether a thread is starting or stopping the source. It checks afterwards whether the state is still the
        /// desired one.
        var isSettling = false
    }

    private enum Step {
        case start(any SensorSource<Reading>, run: Int)
        case stop(any SensorSource<Reading>)
    }

    private let state: Mutex<State>

    /// Makes a feed of `source`, which stays off until somebody reads. A source belongs to one feed.
    public init(_ source: some SensorSource<Reading>) { state = Mutex(State(source: source)) }

    /// Takes the readings from `source` from now on, as when a developer simulates a location. Readers stay and notice
    /// nothing but other readings; the former source is stopped, and its readings are forgotten.
    public func use(_ source: some SensorSource<Reading>) {
        state.withLock { state in
            state.source = source
            state.newest = nil
            // The former source is over, although it may still deliver.
            if state.running != nil { state.isRunOver = true }
        }
        settle()
    }

    /// Adds a reader.
    public func makeAsyncIterator() -> Iterator {
        let (letters, reader) = AsyncStream.makeStream(of: Letter.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.nextReader += 1
            state.readers[state.nextReader] = reader
            if let newest = state.newest { reader.yield(.success(newest)) }
            return state.nextReader
        }
        // Called when the iterator is dropped, when its task is cancelled, and when the feed ends it.
        reader.onTermination = { _ in self.leave(number) }
        settle()
        return Iterator(letters: letters.makeAsyncIterator())
    }

    private func leave(_ reader: Int) {
        if state.withLock({ $0.readers.removeValue(forKey: reader) }) != nil { settle() }
    }

    private func hear(_ news: SensorOutlet<Reading>.News, of run: Int) {
        let leaving = state.withLock { state -> [AsyncStream<Letter>.Continuation] in
            guard run == state.run, !state.isRunOver else { return [] }
            switch news {
            case .reading(let reading):
                state.newest = reading
                // Under the lock, so that the last reading sent is also the last that readers find.
                for reader in state.readers.values { reader.yield(.success(reading)) }
                return []
            case .failed(let failure):
                for reader in state.readers.values { reader.yield(.failure(failure)) }
            case .over: break
            }
            state.isRunOver = true
            state.newest = nil
            defer { state.readers = [:] }
            return Array(state.readers.values)
        }
        guard !leaving.isEmpty else { return }
        for reader in leaving { reader.finish() }
        settle()
    }

    /// Starts and stops the source until it is in the desired state.
    ///
    /// It holds no lock while it calls the source, which may deliver something, and thereby end, before it returns. A
    /// thread that comes meanwhile leaves the rest to the thread that is at it, so that starts and stops never overtake
    /// each other.
    private func settle() {
        let isMine = state.withLock { state in
            defer { state.isSettling = true }
            return !state.isSettling
        }
        guard isMine else { return }
        while let step = state.withLock({ Self.nextStep(&$0) }) {
            switch step {
            case .start(let source, let run):
                source.start(delivering: SensorOutlet { [weak self] news in self?.hear(news, of: run) })
            case .stop(let source):
                source.stop()
            }
        }
    }

    private static func nextStep(_ state: inout State) -> Step? {
        if let running = state.running, state.isRunOver || state.readers.isEmpty {
            state.running = nil
            state.newest = nil
            state.isRunOver = true  // Drops readings until the next start.
            return .stop(running)
        }
        if state.running == nil, !state.readers.isEmpty {
            state.running = state.source
            state.run += 1
            state.isRunOver = false
            return .start(state.source, run: state.run)
        }
        state.isSettling = false
        return nil
    }
}
