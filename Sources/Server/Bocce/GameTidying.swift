import Community
import Logging
import ServiceLifecycle

/// Removes old games of bocce once an hour.
struct GameTidying: Service {
    let games: BocceGames
    let logger: Logger

    func run() async throws {
        // Only cancellation ends this, when the server stops.
        try? await cancelWhenGracefulShutdown {
            while true {
                do { try await games.removeOld() } catch {
                    logger.error("the server removes old games later: \(error.inLog)")
                }
                try await Task.sleep(for: .seconds(3600))
            }
        }
    }
}
