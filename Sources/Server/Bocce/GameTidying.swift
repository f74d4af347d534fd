import Community
import Logging
import Presence
import ServiceLifecycle

/// Removes old games of bocce once an hour, on one server of the place.
struct GameTidying: Service {
    let games: BocceGames
    let logger: Logger
    let following: any PlaceFollowing

    func run() async throws {
        // Only cancellation ends this, when the server stops.
        try? await cancelWhenGracefulShutdown {
            try await following.runAlone(.games) {
                while true {
                    do { try await games.removeOld() } catch {
                        logger.error("the server removes old games later: \(error.inLog)")
                    }
                    try await Task.sleep(for: .seconds(3600))
                }
            }
        }
    }
}
