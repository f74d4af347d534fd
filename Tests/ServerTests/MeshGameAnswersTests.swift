import Bocce
import Community
import Foundation
import GeoCore
import Gossip
import HereaboutsAPI
import Mesh
import MeshHost
import Server
import Testing

import class TestSupport.TemporaryFolder

/// Games of the mesh over HTTP: phones bring what their players signed, and the node says what follows from it.
@Suite struct MeshGameAnswersTests {
    private let folder: TemporaryFolder
    private let keys = MeshKeys.newPlace(name: "first")
    private let host: MeshHost
    private let town: Town
    private let ada = MeshKeys.newPlace(name: "ada").node, ben = MeshKeys.newPlace(name: "ben").node
    private let start = Timestamp(Date().timeIntervalSince1970 * 1000) - 60_000

    init() async throws {
        let folder = try TemporaryFolder()
        var settings = MeshHostSettings()
        (settings.listens, settings.trustsClock, settings.leastFree) = (false, true, 0)
        let host = try MeshHost(
            settings, keys: keys, folder: MeshFolder(dataFolder: folder.path), storage: MemoryMessageStore())
        try await host.publish(NodeEntry(keys.node.key, name: "the first"))
        (self.folder, self.host) = (folder, host)
        town = try Town(mesh: host) { $0.guests = .post }
    }

    /// Brings a message as a phone does; `seconds` after the first one.
    private func say(_ body: GameBody, by player: Ed25519Signer, _ seconds: Int64) async throws -> Gossip.Message {
        let message = try player.signed(
            MessageDraft(
                .gameMove, in: keys.placeCode, at: HybridTime(milliseconds: start + 1000 * seconds), by: player.key,
                about: body.game, body.fields))
        let verdicts = try await town.guest.bringMessages(MessageBundle(of: keys.placeCode, [message.bytes]).bytes)
        #expect(verdicts.verdicts.map(\.state) == [.kept])
        return message
    }

    private func offer(by player: Ed25519Signer, _ seconds: Int64 = 0) async throws -> SubjectID {
        let offer = GameBody.Offer(width: 360, length: 640, resistance: 800, damping: 800, first: 0)
        return SubjectID(madeBy: try await say(.offers(offer), by: player, seconds).order)
    }

    private var games: [MeshBocceGame] { get async throws { try await town.guest.meshGames().games } }

    private func roll(_ along: Int32) -> GameBody.Roll { .init(start: 18_000, across: 0, along: along) }

    @Test func `a game goes from its offer to its throws, and says who has to throw since when`() async throws {
        #expect(try await games.isEmpty)
        let id = try await offer(by: ada), text = Hexadecimal.text(id.bytes)
        let key = { (player: Ed25519Signer) in Hexadecimal.text(player.key.bytes.bytes) }
        var game = try #require(try await games.first)
        #expect(game.id == text && game.state == .waiting && game.blue.key == key(ada) && game.orange == nil)
        #expect(game.turn == nil && game.last == nil && game.wishes.isEmpty && game.offered == Int(start))
        let wish = try await say(.joins(id), by: ben, 1)
        game = try #require(try await games.first)
        #expect(game.wishes.map(\.player.key) == [key(ben)] && game.wishes[0].time == Int(start) + 1000)
        #expect(game.wishes[0].message == Hexadecimal.text(wish.id.digest.bytes))
        let begun = try await say(.begins(id, with: wish.id), by: ada, 2)
        game = try #require(try await games.first)
        #expect(game.state == .playing && game.orange?.key == key(ben) && game.turn == .blue && game.wishes.isEmpty)
        #expect(game.last == Hexadecimal.text(begun.id.digest.bytes) && game.changed == Int(start) + 2000)
        let jack = try await say(.throwing(id, after: begun.id, roll(40_000)), by: ada, 3)
        let ball = try await say(.throwing(id, after: jack.id, roll(30_000)), by: ada, 4)
        // Another one's throw, and one that the rules refuse, change nothing.
        _ = try await say(.throwing(id, after: ball.id, roll(30_000)), by: ada, 5)
        _ = try await say(.throwing(id, after: ball.id, roll(1)), by: ben, 6)
        game = try #require(try await games.first)
        var rules = Game(.usual, first: .blue)
        try rules.play(Throw(start: 18_000, across: 0, along: 40_000))
        try rules.play(Throw(start: 18_000, across: 0, along: 30_000))
        #expect(game.game == rules.record && game.turn == .orange && game.changed == Int(start) + 4000)
        #expect(game.points == 1 && game.winner == nil && game.ending == nil)
        _ = try await say(.leaves(id), by: ben, 7)
        game = try #require(try await games.first)
        #expect(game.state == .ended && game.ending == .left && game.endedBy == .orange && game.winner == .blue)
        #expect(game.turn == nil)
    }

    @Test func `two throws after one message lose, and an offer that is withdrawn has no winner`() async throws {
        let id = try await offer(by: ada), wish = try await say(.joins(id), by: ben, 1)
        let begun = try await say(.begins(id, with: wish.id), by: ada, 2)
        _ = try await say(.throwing(id, after: begun.id, roll(40_000)), by: ada, 3)
        _ = try await say(.throwing(id, after: begun.id, roll(41_000)), by: ada, 4)
        let other = try await offer(by: ben, 5)
        _ = try await say(.leaves(other), by: ben, 6)
        let found = try await games
        // The newest offer comes first.
        #expect(found.map(\.id) == [other, id].map { Hexadecimal.text($0.bytes) })
        #expect(found.map(\.ending) == [.left, .contradicted] && found.map(\.winner) == [nil, .orange])
    }

    @Test func `who asked and left is not among those who want to play`() async throws {
        let id = try await offer(by: ada)
        _ = try await say(.joins(id), by: ben, 1)
        _ = try await say(.leaves(id), by: ben, 2)
        #expect(try await games.map(\.wishes.count) == [0])
    }

    @Test func `games and wishes of people whom operators hide are not shown`() async throws {
        let id = try await offer(by: ada)
        _ = try await say(.joins(id), by: ben, 1)
        try await host.publish(ModerationEntry(.author, ben.key.bytes, isHidden: true))
        #expect(try await games.map(\.wishes.count) == [0])
        try await host.publish(ModerationEntry(.author, ada.key.bytes, isHidden: true))
        #expect(try await games.isEmpty)
    }

    @Test func `the newest games of each person are shown`() async throws {
        for number in 0...Int64(PlayedGames.mostOfAuthor) { _ = try await offer(by: ada, number) }
        let other = try await offer(by: ben)
        let found = try await games
        #expect(found.count == PlayedGames.mostOfAuthor + 1)
        #expect(found.last?.id == Hexadecimal.text(other.bytes))
        #expect(found.map(\.offered).min() == Int(start) && found.filter { $0.offered == Int(start) }.count == 1)
    }

    @Test func `servers without a node say so`() async throws {
        let without = try Town { $0.guests = .post }
        await AccessTests.expect(.noMesh) { _ = try await without.guest.meshGames() }
    }
}
