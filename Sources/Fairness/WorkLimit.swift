import Glibc
import Synchronization

/// Tells a piece of work that has begun whether it must stop: its asker has gone, or it took as much of a processor as
/// one piece may. Work that must go on to its end never looks.
///
/// A class because the work and the thread that does it share it.
package final class WorkLimit: Sendable {
    private let departure: Departure?
    private let seconds: Int
    /// Processor time of the thread, `nil` without a limit.
    private let end: Duration?
    private let reason = Mutex<Workers.Refusal?>(nil)

    /// Begins now, on the current thread. Work that nobody waits for has no limit.
    init(for asker: Asker, seconds: Int) {
        departure = asker.departure
        self.seconds = seconds
        end = asker.departure == nil ? nil : Self.threadTime + .seconds(seconds)
    }

    /// Whether the work must stop: from the first time that this is true its result is discarded. Only for the thread
    /// that does the work.
    package var mustStop: Bool {
        reason.withLock { reason in
            if reason != nil { return true }
            if departure?.hasLeft == true { reason = .askerLeft }
            if let end, Self.threadTime >= end { reason = .tookTooLong(seconds: seconds) }
            return reason != nil
        }
    }

    /// Why the work was told to stop; `nil` when it was not.
    var refusal: Workers.Refusal? { reason.withLock { $0 } }

    private static var threadTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
