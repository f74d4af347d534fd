import Glibc
import NIOCore
package import NIOPosix
import Synchronization

/// Measures how long each turn of an event loop takes. During a turn, no other connection of the loop is served.
///
/// It counts the processor time of a turn, from one call of the loop to the next. Waiting for events takes none, so
/// only the work remains, and a machine that is busy with other work does not make a turn look longer. It does not see
/// a loop that waits for a disk or a lock, which no loop should do. A turn that serves many connections counts once.
///
/// The loop's own times of a turn begin after it has read, and would miss immediate answers.
///
/// A class because all event loops share it.
package final class LoopWatch: NIOEventLoopMetricsDelegate {
    private struct State {
        var turns = Histogram(LoopWatch.bounds)
        /// The processor time of a loop's thread at the end of its last turn, in seconds.
        var last: [ObjectIdentifier: Double] = [:]
    }

    /// The goal is 10 ms.
    private static let bounds = [0.000_1, 0.001, 0.002, 0.003, 0.005, 0.007_5, 0.01, 0.015, 0.025, 0.05, 0.1, 0.5, 2]

    private let state = Mutex(State())

    static let shared = LoopWatch()

    package init() {}

    package func processedTick(info: NIOEventLoopTickInfo) {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return }
        ended(info.eventLoopID, at: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// Notes the end of a turn of a loop whose thread has used `time` seconds of processor time.
    package func ended(_ loop: ObjectIdentifier, at time: Double) {
        state.withLock { state in
            if let last = state.last[loop] { state.turns.record(max(0, time - last)) }
            state.last[loop] = time
        }
    }

    /// The histogram in the Prometheus text format.
    package var text: String {
        """
        # HELP hereabouts_event_loop_held_seconds Processor time of each turn of an event loop.
        # TYPE hereabouts_event_loop_held_seconds histogram

        """ + state.withLock { $0.turns }.text("hereabouts_event_loop_held_seconds")
    }
}

extension MultiThreadedEventLoopGroup {
    /// The event loops of all servers of this process, which live as long as the process.
    static let watched = MultiThreadedEventLoopGroup(
        numberOfThreads: System.coreCount, metricsDelegate: LoopWatch.shared)
}
