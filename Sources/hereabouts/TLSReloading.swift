import Logging
import Server
import ServiceLifecycle
import UnixSignals

/// Reloads the certificate for new connections: at each SIGHUP, and when a check each minute finds changed files.
///
/// It renews our own certificate when necessary: certificates expire, and the machine gets new addresses.
struct TLSReloading: Service {
    let process: ProcessParts
    let certificateFile: String
    /// Makes the certificate, if it is our own.
    let certificates: OwnCertificates?
    let logger: Logger

    private enum Occasion { case signal, time }

    func run() async throws {
        let (occasions, occur) = AsyncStream.makeStream(of: Occasion.self, bufferingPolicy: .bufferingNewest(8))
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in await UnixSignalsSequence(trapping: .sighup) { occur.yield(.signal) }
            }
            group.addTask {
                while (try? await Task.sleep(for: .seconds(60))) != nil { occur.yield(.time) }
            }
            var lastFault = ""
            for await occasion in occasions.cancelOnGracefulShutdown() {
                do {
                    try reload(occasion)
                    lastFault = ""
                } catch {
                    // Logged once, not every minute.
                    if "\(error)" != lastFault { logger.error("the certificate was not replaced: \(error)") }
                    lastFault = "\(error)"
                }
            }
            group.cancelAll()
        }
    }

    private func reload(_ occasion: Occasion) throws {
        try certificates?.renew(logger)
        guard occasion == .signal || process.isTLSOutdated else { return }
        try process.reloadTLS()
        logger.notice("new connections get the certificate of \(certificateFile)")
    }
}
