import Gossip
import HereaboutsAPI
import MeshHost
import ServiceLifecycle

/// Tells pages of new lines in rooms, of links that began or ended, changes of the roster, and games.
struct MeshWatching: Service {
    let host: MeshHost
    let feed: LiveFeed

    func run() async throws {
        for await change in await host.changes().cancelOnGracefulShutdown() {
            switch change {
            case .line(let line):
                feed.send(
                    MeshNews(
                        room: Hexadecimal.text(line.room.bytes), id: Hexadecimal.text(line.order.id.digest.bytes)))
            case .nodes: feed.send(MeshNews(nodes: true))
            case .roster: feed.send(MeshNews(nodes: true, roster: true))
            case .games: feed.send(MeshNews(games: true))
            case .delivery, .certificateRequest, .listening, .admitted, .stopped: break
            }
        }
        try? await gracefulShutdown()
    }
}
