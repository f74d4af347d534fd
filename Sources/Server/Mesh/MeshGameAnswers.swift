import Bocce
import Community
import GeoCore
import Gossip
import HereaboutsAPI
import MeshHost
import MeshRows

/// The games of the mesh over HTTP.
struct MeshGameAnswers: Sendable {
    let rows: MeshRows?

    func games() async throws -> MeshGames {
        guard let rows else { throw MeshAnswers.noMesh }
        let found = try await MeshAnswers.translated { try await rows.games() }
        var games: [MeshBocceGame] = []
        for game in found.reversed() { games.append(await shown(game, rows)) }
        return MeshGames(games: games)
    }

    private func shown(_ game: MeshGame, _ rows: MeshRows) async -> MeshBocceGame {
        var wishes: [MeshBocceGame.Wish] = []
        for wish in game.waiting {
            wishes.append(
                .init(
                    player: await player(wish.author, rows), message: Hexadecimal.text(wish.message.digest.bytes),
                    time: Int(wish.time.milliseconds)))
        }
        var players: [Team: MeshPlayer] = [:]
        for (team, key) in game.players { players[team] = await player(key, rows) }
        guard let blue = players[.blue] else { preconditionFailure("the author of an offer plays blue") }
        return MeshBocceGame(
            game, blue: blue, orange: players[.orange], wishes: wishes)
    }

    private func player(_ key: SignerKey, _ rows: MeshRows) async -> MeshPlayer {
        let (name, isNamed) = await rows.name(of: key)
        return MeshPlayer(key: Hexadecimal.text(key.bytes.bytes), name: name, isNamed: isNamed)
    }
}

extension MeshBocceGame {
    fileprivate init(_ mesh: MeshGame, blue: MeshPlayer, orange: MeshPlayer?, wishes: [Wish]) {
        let isOver = mesh.game.turn == nil, standing = mesh.game.standing
        let (ending, loser): (Ending?, Team?) =
            switch mesh.ending {
            case .left(let team): (.left, team)
            case .contradicted(let team): (.contradicted, team)
            case nil: (nil, nil)
            }
        let isPlaying = !isOver && ending == nil && mesh.last != nil
        // Before there are two players, nobody wins.
        let winner = isOver ? standing.leader : orange == nil ? nil : loser?.other
        self.init(
            id: Hexadecimal.text(mesh.id.bytes), game: mesh.game.record,
            state: isOver ? .over : ending != nil ? .ended : isPlaying ? .playing : .waiting,
            blue: blue, orange: orange, wishes: wishes, last: mesh.last.map { Hexadecimal.text($0.digest.bytes) },
            turn: isPlaying ? mesh.game.turn.map { BocceTeam($0) } : nil, winner: winner.map { BocceTeam($0) },
            points: standing.points, ending: ending, endedBy: loser.map { BocceTeam($0) },
            offered: Int(mesh.offered.milliseconds), changed: Int(mesh.changed.milliseconds))
    }
}
