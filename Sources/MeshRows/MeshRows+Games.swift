package import Community
import Gossip
import MeshHost

extension MeshRows {
    /// Returns the games whose players are at any nodes of the place, in the order of their offers, without those of
    /// people whom operators hide. Nothing of them is stored but their messages.
    package func games() async throws -> [MeshGame] {
        if let messages = try await host.gameMessages(besides: played.messages) { played.play(messages) }
        let hidden = await host.currentRoster.hidden
        let isHidden = { (key: SignerKey) in hidden.has(.author, key.bytes) }
        return played.games.filter { !$0.players.values.contains(where: isHidden) }.map { game in
            var shown = game
            shown.waiting.removeAll { isHidden($0.author) }
            return shown
        }
    }
}
