import Glibc
import NIOCore
package import NIOPosix
import Synchronization

/// Measures for how long each turn of an event loop held it: while one turn lasts, no other connection of the loop is
/// served.
///
/// It counts the processor time of a turn, from one call of the loop to the next. Waiting for something to do takes
/// none, so what remains is the work; and a machine that is busy with something else does not make it look longer. What
/// it does not see is a loop that waits for a disk or a lock, which none should. A turn that serves many connections
/// counts as one.
///
/// The loop's own times of a turn begin behind what it has read, and would miss the answers that are made at once.
///
/// A class because all event loops share it.
package final class LoopWatch: NIOEventLoopMetricsDelegate {
    private struct State {
        var turns = Histogram(LoopWatch.bounds)
        /// The processor time of a loop's thread at the end of its last turn, in seconds.
        var last: [ObjectIdentifier: Double] = [:]
    }

    /// The bar is at 10 ms.
    private static let bounds = [0.000_1, 0.001, 0.002, 0.003, 0.005, 0.007_5, 0.01, 0.015, 0.025, 0.05, 0.1, 0.5, 2]

    private let state = Mutex(State())

    static let shared = LoopWatch()

    package init() {}

    package func processedTick(info: NIOEventLoopTickInfo) {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return }
        ended(info.eventLoopID, at: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// Notes the end of a turn of a loop whose thread has worked for so many seconds.
    package func ended(_ loop: ObjectIdentifier, at time: Double) {
        state.withLock { state in
            if let last = state.last[loop] { state.turns.record(max(0, time - last)) }
            state.last[loop] = time
        }
    }

    /// The figures in the Prometheus text format.
    package var text: String {
        """
        # HELP hereabouts_event_loop_held_seconds Processor time of each turn of an event loop.
        # TYPE hereabouts_event_loop_held_seconds histogram

        """ + state.withLock { $0.turns }.text("hereabouts_event_loop_held_seconds")
    }
}

extension MultiThreadedEventLoopGroup {
    /// The event loops of all servers of this process, which live as long as it does.
    static let watched = MultiThreadedEventLoopGroup(
        numberOfThreads: System.coreCount, metricsDelegate: LoopWatch.shared)
}
