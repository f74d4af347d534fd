import Logging
import Pictures
import Synchronization

/// Logs faults that keep the server from accepting or deleting pictures.
///
/// A class because all requests share the set of logged faults.
final class PictureLog: Sendable {
    private let logger: Logger
    private let logged = Mutex<Set<PictureFault>>([])
    private let isStoreFailing = Mutex(false)

    init(_ logger: Logger) { self.logger = logger }

    /// Logs a fault that may be the system's own, once for each kind: senders of harmful pictures must not fill the
    /// log.
    func refused(_ fault: PictureFault) {
        let cause: String
        switch fault {
        case .unconfined:
            cause = "this system does not confine the program that reads them; it needs a kernel with seccomp"
        case .broken:
            cause =
                "the program that reads them crashed: a picture is harmful, or a library made a forbidden system call"
        case .unanswered: cause = "the program that reads them did not answer in time: the machine is overloaded"
        case .unknownFormat, .damaged, .tooLarge, .busy, .tooSlow: return
        }
        guard logged.withLock({ $0.insert(fault).inserted }) else { return }
        logger.error("the server refuses pictures (logged once until the next start): \(cause)")
    }

    /// Logs that a store outside this machine fails, once until it answers again.
    func storeFailed(_ fault: RenditionStoreFault) {
        guard !wasFailing(now: true) else { return }
        logger.error("pictures can neither be added nor shown (logged once until the store answers again): \(fault)")
    }

    /// Logs that the store answers again after a fault.
    func storeAnswered() {
        guard wasFailing(now: false) else { return }
        logger.notice("the store of pictures answers again")
    }

    /// Remembers whether the store fails now; returns whether it did before.
    private func wasFailing(now isFailing: Bool) -> Bool {
        isStoreFailing.withLock { wasFailing in
            defer { wasFailing = isFailing }
            return wasFailing
        }
    }

    /// Logs that files of deleted pictures could not be removed.
    func stayed(_ cause: String) {
        logger.error("files of deleted pictures remain until the next sweep within the hour: \(cause)")
    }
}
