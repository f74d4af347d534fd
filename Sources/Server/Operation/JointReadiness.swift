import struct HereaboutsAPI.Readiness
import Synchronization

/// Whether all places of a process can take requests: the process is ready when each of them is.
///
/// A class because places join it one after the other.
final class JointReadiness: Sendable {
    private let watches = Mutex<[ReadinessWatch]>([])

    func add(_ watch: ReadinessWatch) { watches.withLock { $0.append(watch) } }

    /// Says from now on that the process stops.
    func stop() { for watch in watches.withLock({ $0 }) { watch.stop() } }

    /// Returns what is not ready, at whichever place, each reason once.
    func reasons() -> [Readiness.Reason] {
        watches.withLock { $0 }.flatMap { $0.reasons() }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
