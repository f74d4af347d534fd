import Logging
import Pictures
import Synchronization

/// Tells operators what keeps pictures from being taken, or from being gone.
///
/// A class because all requests share what was told.
final class PictureLog: Sendable {
    private let logger: Logger
    private let told = Mutex<Set<PictureFault>>([])

    init(_ logger: Logger) { self.logger = logger }

    /// Logs a fault that is the system's, or may be, once of each kind: whoever sends harmful pictures must not fill
    /// the log.
    func refused(_ fault: PictureFault) {
        let cause: String
        switch fault {
        case .unconfined:
            cause = "this system does not confine the program that reads them; it needs a kernel with seccomp"
        case .broken:
            cause = "the program that reads them broke: one is made to do harm, or libraries do what they may not"
        case .unanswered: cause = "the program that reads them did not answer in time: the machine has too much to do"
        case .unknownFormat, .damaged, .tooLarge, .busy, .tooSlow: return
        }
        guard told.withLock({ $0.insert(fault).inserted }) else { return }
        logger.error("pictures are refused, which is told once until the next start: \(cause)")
    }

    /// Logs that the file of a picture that is forgotten is still there.
    func stayed(_ cause: String) {
        logger.error("the file of a picture that was deleted stays until the next sweep within the hour: \(cause)")
    }
}
