import Bocce
import Community
import GeoCore
import Gossip
import Mesh
import MeshHost
import MeshRows
import Testing

@Suite(.timeLimit(.minutes(3))) struct MeshGamesTests {
    /// A player with a key of their own, such as on a phone.
    private struct Player {
        let signer = MeshKeys.newPlace(name: "player").node
        let server: MeshServer

        func say(_ body: GameBody) async throws -> Message {
            let draft = MessageDraft(
                .gameMove, in: server.host.place, at: HybridTime(milliseconds: MeshServer.now()), by: signer.key,
                about: body.game, body.fields)
            let message = try signer.signed(draft)
            #expect(try await server.host.take(message) == .kept)
            return message
        }
    }

    private func game(at server: MeshServer, _ wanted: (MeshGame) -> Bool) async throws -> MeshGame {
        while true {
            if let game = try await server.rows.games().first, wanted(game) { return game }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test func `two people at different nodes play a game to its end, and both nodes have the same`() async throws {
        let (first, port) = try await MeshServer.organiser()
        let second = try await MeshServer.joining(first, port)
        let blue = Player(server: first), orange = Player(server: second)
        let court = Court.usual
        let offer = try await blue.say(
            .offers(
                .init(
                    width: UInt16(court.width), length: UInt16(court.length), resistance: UInt16(court.resistance),
                    damping: UInt16(court.angularDamping), first: Team.orange.rawValue)))
        let id = SubjectID(madeBy: offer.order)
        _ = try await game(at: second) { $0.id == id }
        _ = try await orange.say(.joins(id))
        let wish = try #require(try await game(at: first) { !$0.waiting.isEmpty }.waiting.first)
        #expect(wish.author == orange.signer.key)
        _ = try await blue.say(.begins(id, with: wish.message))
        var random = RandomGames(seed: 3)
        for number in 0..<Game.maximumThrows {
            // Each player sees at their own node whose turn it is.
            let seen = try await [
                game(at: first) { $0.last != nil && $0.game.thrown.count == number },
                game(at: second) { $0.last != nil && $0.game.thrown.count == number },
            ]
            #expect(seen[0] == seen[1])
            guard let turn = seen[0].game.turn, let thrown = random.thrown(in: seen[0].game), let last = seen[0].last
            else {
                Issue.record("no throw")
                return
            }
            let roll = GameBody.Roll(start: thrown.start, across: thrown.across, along: thrown.along)
            _ = try await (turn == .blue ? blue : orange).say(
                .throwing(id, after: last, roll))
        }
        let ends = try await [game(at: first) { $0.game.turn == nil }, game(at: second) { $0.game.turn == nil }]
        #expect(ends[0] == ends[1] && ends[0].ending == nil && ends[0].players[.orange] == orange.signer.key)
        for server in [first, second] { await server.stop() }
    }
}
