import Glibc
import Synchronization

/// Says whether a running piece of work must stop: its requester has left, or it has used the maximum processor time.
/// Work that must complete never checks.
///
/// A class because the work and its thread share it.
package final class WorkLimit: Sendable {
    private let departure: Departure?
    private let seconds: Int
    /// The processor time of the thread at which the limit ends; `nil` without a limit.
    private let end: Duration?
    private let reason = Mutex<Workers.Refusal?>(nil)

    /// Begins now, on the current thread. Work that nobody waits for has no limit.
    init(for requester: Requester, seconds: Int) {
        departure = requester.departure
        self.seconds = seconds
        end = requester.departure == nil ? nil : Self.threadTime + .seconds(seconds)
    }

    /// Whether the work must stop. Once this returns true, the result is discarded. Only the thread that does the work
    /// may call it.
    package var mustStop: Bool {
        reason.withLock { reason in
            if reason != nil { return true }
            if departure?.hasLeft == true { reason = .requesterLeft }
            if let end, Self.threadTime >= end { reason = .tookTooLong(seconds: seconds) }
            return reason != nil
        }
    }

    /// The reason to stop; `nil` if there is none.
    var refusal: Workers.Refusal? { reason.withLock { $0 } }

    private static var threadTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
