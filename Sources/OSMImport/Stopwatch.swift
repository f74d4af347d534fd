import Synchronization

/// Measures the duration of each phase of an import.
///
/// A class because several threads report to the same measurement.
final class Stopwatch: Sendable {
    private struct State {
        var phase: ImportProgress.Phase?
        var start = ContinuousClock.now
        var seconds: [String: Double] = [:]

        mutating func end(at now: ContinuousClock.Instant) {
            if let phase { seconds[phase.rawValue, default: 0] += (now - start) / .seconds(1) }
            start = now
        }
    }

    private let state = Mutex(State())

    /// Records that `phase` is under way, which ends the phase before it.
    func note(_ phase: ImportProgress.Phase) {
        state.withLock { state in
            guard state.phase != phase else { return }
            state.end(at: .now)
            state.phase = phase
        }
    }

    /// Returns the seconds of each phase.
    func finish() -> [String: Double] {
        state.withLock { state in
            state.end(at: .now)
            state.phase = nil
            return state.seconds
        }
    }
}
