import Synchronization

/// A clock that stands still until a test turns it.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        /// Since the clock was made.
        var time: Duration

        func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
        func duration(to other: Instant) -> Duration { other.time - time }
        static func < (first: Instant, second: Instant) -> Bool { first.time < second.time }
    }

    private struct State {
        var now = Instant(time: .zero)
        var nextSleeper = 0
        var sleepers: [Int: (deadline: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let isOver = state.withLock { state -> Result<Void, any Error>? in
                    if state.cancelled.contains(number) { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[number] = (deadline, wake)
                    return nil
                }
                if let isOver { wake.resume(with: isOver) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                state.cancelled.insert(number)
                return state.sleepers.removeValue(forKey: number)
            }
            sleeper?.wake.resume(throwing: CancellationError())
        }
    }

    /// Turns the clock, and wakes the tasks that sleep until then.
    func turn(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let now = state.now
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values.map(\.wake)
        }
        for wake in woken { wake.resume() }
    }

    /// Waits until somebody sleeps, and returns when the first one wants to be woken.
    func nextWaking() async -> Duration {
        while true {
            if let deadline = state.withLock({ $0.sleepers.values.map(\.deadline).min() }) { return deadline.time }
            await Task.yield()
        }
    }

    var isAnybodyAsleep: Bool { state.withLock { !$0.sleepers.isEmpty } }
}
