import Community
import Logging
import ServiceLifecycle

/// Sweeps the picture files once an hour.
struct PictureSweeping: Service {
    let gallery: PictureGallery
    let logger: Logger

    func run() async throws {
        // Only cancellation ends this, when the server stops.
        try? await cancelWhenGracefulShutdown {
            while true {
                do { try await gallery.sweep() } catch {
                    logger.error("the sweep of pictures ended early: \(error.inLog)")
                }
                try await Task.sleep(for: .seconds(3600))
            }
        }
    }
}
