import Community
import Logging
import Presence
import ServiceLifecycle

/// Sweeps the pictures once an hour: a bucket on one server of the place, a folder on each, because each may have its own.
/// What two servers sweep at once does no harm.
struct PictureSweeping: Service {
    let gallery: PictureGallery
    let logger: Logger
    let following: any PlaceFollowing

    func run() async throws {
        // Only cancellation ends this, when the server stops.
        try? await cancelWhenGracefulShutdown {
            let following: any PlaceFollowing = gallery.isShared ? following : OnlyServer()
            try await following.runAlone(.pictures) {
                while true {
                    do { try await gallery.sweep() } catch {
                        logger.error("the sweep of pictures ended early: \(error.inLog)")
                    }
                    try await Task.sleep(for: .seconds(3600))
                }
            }
        }
    }
}
