import Logging
import Server
import ServiceLifecycle
import UnixSignals

/// Takes the certificate in anew at each SIGHUP and, looking every minute, when its files are others, for new
/// connections. One of our own is made anew then if it has to be: it ends some day, and the machine gets other
/// addresses.
struct TLSReloading: Service {
    let server: MapServer
    let certificateFile: String
    /// Makes the certificate, if it is one of our own.
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
                    // Once, not every minute.
                    if "\(error)" != lastFault { logger.error("the certificate was not replaced: \(error)") }
                    lastFault = "\(error)"
                }
            }
            group.cancelAll()
        }
    }

    private func reload(_ occasion: Occasion) throws {
        try certificates?.renew(logger)
        guard occasion == .signal || server.isTLSOutdated else { return }
        try server.reloadTLS()
        logger.notice("new connections get the certificate of \(certificateFile)")
    }
}
