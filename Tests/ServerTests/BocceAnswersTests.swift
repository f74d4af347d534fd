import Bocce
import Community
import Foundation
import HereaboutsAPI
import HummingbirdTesting
import Server
import Testing

/// Games of bocce over HTTP: two players with devices of their own, and people who would like to cheat.
@Suite struct BocceAnswersTests {
    private static let blue = "blue-secret-of-twenty-two", orange = "orange-secret-of-twenty-two"

    private func refuses(_ code: ErrorCode, _ field: String? = nil, _ ask: () async throws -> Void) async {
        do {
            try await ask()
            Issue.record("this should be refused with \(code)")
        } catch let error as ErrorBody {
            #expect(error.code == code && (field == nil || error.field == field), "\(error)")
        } catch {
            Issue.record("\(error)")
        }
    }

    /// A town with a game that two players have begun.
    private func begun(turnSeconds: Int? = nil) async throws -> (town: Town, id: String) {
        let town = try Town { $0.guests = .post }
        let made = try await town.guest.addBocceGame(.init(seat: Self.blue, turnSeconds: turnSeconds))
        _ = try await town.guest.joinBocceGame(made.id, seat: Self.orange)
        return (town, made.id)
    }

    /// What a device sends that has played `thrown` after the throws of `game`.
    private func sent(_ thrown: Throw, after game: Game, by seat: String) throws -> ThrowRequest.NewThrow {
        var next = game
        try next.play(thrown)
        let digits = String(try #require(next.hashes.last), radix: 16)
        return ThrowRequest.NewThrow(
            seat: seat, number: game.thrown.count,
            throw: BocceThrow(start: Int(thrown.start), across: Int(thrown.across), along: Int(thrown.along)),
            hash: String(repeating: "0", count: 16 - digits.count) + digits)
    }

    private static let jack = Throw(start: 18000, across: 0, along: 40000)

    @Test func `two players play a game to its end, and others watch it`() async throws {
        let (town, id) = try await begun()
        var random = RandomGames(seed: 11), game = Game()
        while let turn = game.turn, let thrown = random.thrown(in: game) {
            let state = try await town.guest.throwBocce(
                id, sent(thrown, after: game, by: turn == .blue ? Self.blue : Self.orange))
            try game.play(thrown)
            #expect(state.game.throws.count == game.thrown.count && state.points == game.standing.points)
            #expect(state.turn == game.turn.map { $0 == .blue ? .blue : .orange })
        }
        let end = try await town.guest.bocceGame(id)
        #expect(end.state == .over && end.turn == nil && end.secondsLeft == nil && end.ending == nil)
        #expect(end.winner == game.standing.leader.map { $0 == .blue ? .blue : .orange })
        #expect(end.team == nil && end.game.hashes?.count == 9)
        await refuses(.gameEnded) {
            _ = try await town.guest.throwBocce(
                id,
                .init(
                    seat: Self.blue, number: 9, throw: BocceThrow(start: 18000, across: 0, along: 40000),
                    hash: String(repeating: "0", count: 16)))
        }
    }

    @Test func `making, joining and throwing twice happen once`() async throws {
        let town = try Town { $0.guests = .post }
        let one = try await town.guest.addBocceGame(.init(seat: Self.blue))
        #expect(one.state == .waiting && one.team == .blue && one.secondsLeft == nil)
        #expect(try await town.guest.addBocceGame(.init(seat: Self.blue)).id == one.id)
        let joined = try await town.guest.joinBocceGame(one.id, seat: Self.orange)
        #expect(joined.state == .playing && joined.team == .orange && joined.secondsLeft != nil)
        #expect(try await town.guest.joinBocceGame(one.id.lowercased(), seat: Self.orange).team == .orange)
        #expect(try await town.guest.joinBocceGame(one.id, seat: Self.blue).team == .blue)
        await refuses(.gameFull) {
            _ = try await town.guest.joinBocceGame(one.id, seat: "a-third-secret-of-twenty-two")
        }
        let thrown = try sent(Self.jack, after: Game(), by: Self.blue)
        let after = try await town.guest.throwBocce(one.id, thrown)
        #expect(try await town.guest.throwBocce(one.id, thrown).game == after.game)
        #expect(after.game.throws.count == 1)
    }

    @Test func `a cheating client is refused and told, and nothing changes`() async throws {
        let (town, id) = try await begun()
        let good = try sent(Self.jack, after: Game(), by: Self.blue)
        func expect(
            _ code: ErrorCode, _ field: String? = nil, _ change: (inout ThrowRequest.NewThrow) -> Void
        ) async throws {
            let before = try await town.guest.bocceGame(id)
            var sent = good
            change(&sent)
            await refuses(code, field) { _ = try await town.guest.throwBocce(id, sent) }
            let after = try await town.guest.bocceGame(id)
            #expect(after.game == before.game && (after.turn == before.turn || code == .differentResult))
        }
        try await expect(.throwRefused, "throw") { $0.seat = Self.orange }
        try await expect(.notPlaying, "seat") { $0.seat = "a-third-secret-of-twenty-two" }
        try await expect(.wrongThrow, "number") { $0.number = 1 }
        try await expect(.wrongThrow, "number") { $0.number = -1 }
        try await expect(.wrongThrow, "number") { $0.number = .max }
        try await expect(.throwRefused, "throw") { $0.throw.along = 1_000_000 }
        try await expect(.throwRefused, "throw") { $0.throw.along = .max }
        try await expect(.throwRefused, "throw") { $0.throw.start = .min }
        try await expect(.throwRefused, "throw") { $0.throw.along = -40000 }
        try await expect(.invalidBody, "hash") { $0.hash = "xyz" }
        try await expect(.invalidBody, "hash") { $0.hash = "-000000000000001" }
        try await expect(.invalidBody, "seat") { $0.seat = "short" }
        _ = try await town.guest.throwBocce(id, good)
        // The same number with another throw, and an old throw once more as a new one.
        try await expect(.wrongThrow, "number") { $0.throw.across = 100 }
        try await expect(.differentResult, "hash") { $0.number = 1 }
    }

    @Test func `another result ends the game with its reason`() async throws {
        let (town, id) = try await begun()
        var wrong = try sent(Self.jack, after: Game(), by: Self.blue)
        wrong.hash = String(repeating: "0", count: 16)
        await refuses(.differentResult, "hash") { _ = try await town.guest.throwBocce(id, wrong) }
        let end = try await town.guest.bocceGame(id)
        #expect(end.state == .ended && end.ending == .differentResult && end.endedBy == .blue && end.winner == .orange)
        #expect(end.game.throws.isEmpty && end.turn == nil)
    }

    @Test func `who leaves or does not throw in time loses`() async throws {
        let (town, id) = try await begun(turnSeconds: 30)
        town.clock.advance(by: 31_000)
        let late = try await town.guest.bocceGame(id)
        #expect(late.state == .ended && late.ending == .late && late.endedBy == .blue && late.winner == .orange)
        let thrown = try sent(Self.jack, after: Game(), by: Self.blue)
        await refuses(.gameEnded) { _ = try await town.guest.throwBocce(id, thrown) }

        let (other, second) = try await begun()
        let left = try await other.guest.endBocceGame(second, .init(seat: Self.orange, reason: .left))
        #expect(left.ending == .left && left.endedBy == .orange && left.winner == .blue && left.team == .orange)
        #expect(try await other.guest.endBocceGame(second, .init(seat: Self.blue, reason: .left)).endedBy == .orange)
        await refuses(.notPlaying) {
            _ = try await other.guest.endBocceGame(second, .init(seat: "a-third-secret-of-twenty-two", reason: .left))
        }
    }

    @Test func `settings and codes that cannot be are refused`() async throws {
        let town = try Town { $0.guests = .post }
        await refuses(.invalidBody, "court") {
            _ = try await town.guest.addBocceGame(
                .init(
                    seat: Self.blue,
                    court: BocceCourt(width: 1, length: .max, resistance: 800, angularDamping: 800)))
        }
        await refuses(.invalidBody, "turn_seconds") {
            _ = try await town.guest.addBocceGame(.init(seat: Self.blue, turnSeconds: 5))
        }
        for code in ["ABCDEFGU", "0000000", "00000000", "ÄÄÄÄ"] {
            await refuses(.notFound) { _ = try await town.guest.bocceGame(code) }
        }
        await refuses(.throwRefused, "throw") {
            let made = try await town.guest.addBocceGame(.init(seat: Self.blue))
            _ = try await town.guest.throwBocce(made.id, sent(Self.jack, after: Game(), by: Self.blue))
        }
    }

    @Test func `a watcher sees each change as it happens`() async throws {
        let (town, id) = try await begun()
        try await town.application.test(.live) { client in
            let connection = try RawConnection(port: try #require(client.port))
            connection.send("GET /api/v1/bocce/games/\(id)/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let first = try await RawConnection.onThread { try connection.read { $0.contains("\n\n") } }
            #expect(first.contains("event: game\ndata: {") && first.contains(#""state":"playing""#))
            _ = try await town.guest.throwBocce(id, sent(Self.jack, after: Game(), by: Self.blue))
            let next = try await RawConnection.onThread { try connection.read { $0.contains(#""across":0"#) } }
            #expect(next.contains(#""along":40000"#))
        }
    }
}
