import Community
import Logging
import ServiceLifecycle

/// Sweeps the pictures once an hour.
struct PictureSweeping: Service {
    let gallery: PictureGallery
    let logger: Logger

    func run() async throws {
        // It only ends by being cancelled, with the server.
        try? await cancelWhenGracefulShutdown {
            while true {
                do { try await gallery.sweep() } catch { logger.error("pictures were not swept: \(error.inLog)") }
                try await Task.sleep(for: .seconds(3600))
            }
        }
    }
}
