import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import Server
import Testing

/// Games that follow others, over HTTP, and what ends games and their streams.
@Suite struct BocceAgainAnswersTests {
    private static let blue = "blue-secret-of-twenty-two", orange = "orange-secret-of-twenty-two"

    /// Begins to listen to a game, on a connection that ends with the stream; also returns what came first.
    private func listen(
        to id: String, at port: Int, by token: String? = nil
    ) async throws -> (connection: RawConnection, first: String) {
        let connection = try RawConnection(port: port)
        let field = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        connection.send(
            "GET /api/v1/bocce/games/\(id)/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(field)\r\n")
        let first = try await RawConnection.onThread { try connection.read { $0.contains("event: game") } }
        return (connection, first)
    }

    @Test func `two players play again, and those who watch learn where`() async throws {
        let town = try Town { $0.guests = .post }
        let made = try await town.guest.addBocceGame(.init(seat: Self.blue, first: .orange, turnSeconds: 45))
        #expect(made.isOpen == true)
        let joined = try await town.guest.joinBocceGame(made.id, seat: Self.orange)
        #expect(joined.isOpen == nil)
        await AccessTests.expect(.gameRunning) {
            _ = try await town.guest.playBocceAgain(made.id, seat: Self.blue)
        }
        _ = try await town.guest.endBocceGame(made.id, .init(seat: Self.orange, reason: .left))
        await AccessTests.expect(.notPlaying) {
            _ = try await town.guest.playBocceAgain(made.id, seat: "a-third-secret-of-twenty-two")
        }
        await AccessTests.expect(.invalidBody) { _ = try await town.guest.playBocceAgain(made.id, seat: "short") }
        await AccessTests.expect(.notFound) { _ = try await town.guest.playBocceAgain("00000000", seat: Self.blue) }
        try await town.application.test(.live) { client in
            let (watcher, first) = try await listen(to: made.id, at: try #require(client.port))
            #expect(!first.contains(#""next""#))

            let mine = try await town.guest.playBocceAgain(made.id, seat: Self.orange)
            #expect(mine.game.state == .waiting && mine.game.team == .orange && mine.game.turnSeconds == 45)
            #expect(mine.game.game.first == .blue && mine.game.game.throws.isEmpty && mine.game.id != made.id)
            let told = try await RawConnection.onThread {
                try watcher.read { $0.contains(#""next":"\#(mine.game.id)""#) }
            }
            #expect(told.contains(#""next":"\#(mine.game.id)""#) && !told.contains(mine.seat))

            // The place is kept for blue, and those who watch can see that.
            #expect(try await town.guest.bocceGame(mine.game.id).isOpen == false)
            await AccessTests.expect(.gameFull) {
                _ = try await town.guest.joinBocceGame(mine.game.id, seat: "a-third-secret-of-twenty-two")
            }
            let theirs = try await town.guest.playBocceAgain(made.id, seat: Self.blue)
            #expect(theirs.game.id == mine.game.id && theirs.game.state == .playing && theirs.game.turn == .blue)
            #expect(theirs.game.team == .blue && theirs.seat != mine.seat && theirs.game.isOpen == nil)
            #expect(try await town.guest.playBocceAgain(made.id, seat: Self.orange).seat == mine.seat)
            let before = try await town.guest.bocceGame(made.id)
            #expect(before.next == mine.game.id && before.state == .ended && before.ending == .left)
            // Each new secret is good for one's own place.
            let left = try await town.guest.endBocceGame(mine.game.id, .init(seat: mine.seat, reason: .left))
            #expect(left.endedBy == .orange && left.winner == .blue)
        }
    }

    @Test func `a next game that is gone is refused by its name`() async throws {
        let town = try Town { $0.guests = .post }
        let made = try await town.guest.addBocceGame(.init(seat: Self.blue))
        _ = try await town.guest.joinBocceGame(made.id, seat: Self.orange)
        _ = try await town.guest.endBocceGame(made.id, .init(seat: Self.orange, reason: .left))
        _ = try await town.guest.playBocceAgain(made.id, seat: Self.orange)
        town.clock.advance(by: 3_600_000)
        await AccessTests.expect(.nextGone) { _ = try await town.guest.playBocceAgain(made.id, seat: Self.blue) }
    }

    @Test func `old games are removed without another game`() async throws {
        let town = try Town { $0.guests = .post }
        let made = try await town.guest.addBocceGame(.init(seat: Self.blue))
        let code = try #require(GameCode(typed: made.id))
        try await town.server.removeOldGames()
        #expect(town.community.game(code) != nil)
        town.clock.advance(by: 3_600_000)
        try await town.server.removeOldGames()
        #expect(town.community.game(code) == nil)
    }

    @Test func `a member's stream of a game ends with the session, and no other does`() async throws {
        let town = try Town { $0.guests = .none }
        let (own, other) = (try await town.token(of: "anna"), try await town.token(of: "ben"))
        let anna = town.client(token: own)
        let made = try await anna.addBocceGame(.init(seat: Self.blue))
        try await town.application.test(.live) { client in
            let port = try #require(client.port)
            let mine = try await listen(to: made.id, at: port, by: own).connection
            let theirs = try await listen(to: made.id, at: port, by: other).connection
            _ = try await town.send(.delete, "/api/v1/session", headers: [.authorization: "Bearer \(own)"])
            // A last chunk of no bytes.
            let rest = try await RawConnection.onThread { try mine.read { $0.hasSuffix("0\r\n\r\n") } }
            #expect(rest.hasSuffix("0\r\n\r\n"))

            _ = try await town.client(token: other).joinBocceGame(made.id, seat: Self.orange)
            let next = try await RawConnection.onThread { try theirs.read { $0.contains(#""state":"playing""#) } }
            #expect(next.contains(#""state":"playing""#))
            // However a session ended, its streams do when they are tended.
            town.clock.advance(by: 400 * 86_400_000)
            await town.server.sendHeartbeats()
            let end = try await RawConnection.onThread { try theirs.read { $0.hasSuffix("0\r\n\r\n") } }
            #expect(end.hasSuffix("0\r\n\r\n"))
        }
    }
}
