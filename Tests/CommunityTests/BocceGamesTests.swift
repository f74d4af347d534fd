import Bocce
import Community
import Synchronization
import Testing

/// The rules of games on two devices, at times that the test sets.
@Suite struct BocceGamesTests {
    private final class Clock: Sendable {
        let time = Mutex<Timestamp>(1_700_000_000_000)

        func advance(by milliseconds: Milliseconds) { time.withLock { $0 += milliseconds } }
    }

    private static let blue = "blue-secret-of-twenty-two", orange = "orange-secret-of-twenty-two"
    private static let jack = Throw(start: 18000, across: 0, along: 40000)
    private let clock = Clock()
    private let games: BocceGames

    init() {
        games = BocceGames(store: MemoryStore(), now: { [clock] in clock.time.withLock { $0 } })
    }

    private func hash(of thrown: Throw) throws -> UInt64 {
        var game = Game()
        try game.play(thrown)
        return try #require(game.hashes.last)
    }

    @Test func `the time for a throw begins with the second player and with each throw`() async throws {
        let made = try await games.create(.usual, first: .blue, turnSeconds: 30, by: Self.blue)
        clock.advance(by: 3_000_000)
        let joined = try await games.join(made.code, by: Self.orange)
        let begin = clock.time.withLock { $0 }
        #expect(joined.deadline(of: try #require(joined.game)) == begin + 30_000)
        clock.advance(by: 30_000)
        let thrown = try await games.play(
            Self.jack, number: 0, hash: hash(of: Self.jack), of: made.code, by: Self.blue)
        let game = try #require(thrown.game)
        #expect(thrown.deadline(of: game) == begin + 60_000)
        #expect(thrown.ending(of: game, at: begin + 60_000) == nil)
        #expect(thrown.ending(of: game, at: begin + 60_001) == .late(.blue))
    }

    @Test func `a throw that comes too late is refused, but one that came in time may be repeated`() async throws {
        let made = try await games.create(.usual, first: .blue, turnSeconds: 30, by: Self.blue)
        _ = try await games.join(made.code, by: Self.orange)
        let hash = try hash(of: Self.jack)
        let first = try await games.play(Self.jack, number: 0, hash: hash, of: made.code, by: Self.blue)
        clock.advance(by: 30_001)
        #expect(try await games.play(Self.jack, number: 0, hash: hash, of: made.code, by: Self.blue) == first)
        await #expect(throws: BocceFault.ended) {
            _ = try await games.play(Self.jack, number: 1, hash: hash, of: made.code, by: Self.blue)
        }
    }

    @Test func `of two people who join at the same moment one gets the place`() async throws {
        let made = try await games.create(.usual, first: .blue, turnSeconds: 30, by: Self.blue)
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask { [games] in
                    (try? await games.join(made.code, by: "secret-of-the-player-\(number)")) != nil
                }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
    }

    /// A game that orange began and left.
    private func ended() async throws -> GameCode {
        let made = try await games.create(.usual, first: .orange, turnSeconds: 30, by: Self.blue)
        _ = try await games.join(made.code, by: Self.orange)
        _ = try await games.end(made.code, by: Self.orange, isMismatch: false)
        return made.code
    }

    @Test func `both players get one game after the game before, each the same answer each time`() async throws {
        let code = try await ended()
        let first = try await games.playAgain(code, by: Self.orange)
        #expect(first.before.next == first.next.code && first.next.code != code)
        #expect(first.next.first == .blue && first.next.court == .usual && first.next.turnSeconds == 30)
        #expect(first.next.secrets[.blue] == nil && !first.next.isFull)
        #expect(first.secret != Self.orange && BocceGames.secretLength.contains(first.secret.utf8.count))
        #expect(try await games.game(code) == first.before)
        // Neither a stranger nor the other player's new secret takes the place that is kept.
        for stranger in ["a-third-secret-of-twenty-two", first.secret + "x"] {
            await #expect(throws: BocceFault.full) { _ = try await games.join(first.next.code, by: stranger) }
            await #expect(throws: BocceFault.notPlaying) { _ = try await games.playAgain(code, by: stranger) }
        }
        clock.advance(by: 50_000)
        let second = try await games.playAgain(code, by: Self.blue)
        #expect(second.next.code == first.next.code && second.next.isFull && second.secret != first.secret)
        #expect(second.next.deadline(of: try #require(second.next.game)) == clock.time.withLock { $0 } + 30_000)
        for (secret, answer) in [(Self.orange, first), (Self.blue, second)] {
            let again = try await games.playAgain(code, by: secret)
            #expect(again.secret == answer.secret && again.next == second.next && again.before == first.before)
        }
        let thrown = try await games.play(
            Self.jack, number: 0, hash: hash(of: Self.jack), of: second.next.code, by: second.secret)
        #expect(thrown.thrown == [Self.jack])
        // The old secret is that of nobody in the new game.
        await #expect(throws: BocceFault.notPlaying) {
            _ = try await games.end(second.next.code, by: Self.blue, isMismatch: false)
        }
    }

    @Test func `players who ask at the same moment get the same game`() async throws {
        let code = try await ended()
        let codes = await withTaskGroup(of: GameCode?.self) { group in
            for number in 0..<8 {
                group.addTask { [games] in
                    try? await games.playAgain(code, by: number % 2 == 0 ? Self.blue : Self.orange).next.code
                }
            }
            return await group.reduce(into: [GameCode?]()) { $0.append($1) }
        }
        #expect(codes.count == 8 && Set(codes).count == 1 && codes[0] != nil)
        #expect(try await games.game(try #require(codes[0])).isFull)
    }

    @Test func `a game that is late is over for good, also when another follows`() async throws {
        let made = try await games.create(.usual, first: .blue, turnSeconds: 30, by: Self.blue)
        await #expect(throws: BocceFault.running) { _ = try await games.playAgain(made.code, by: Self.blue) }
        _ = try await games.join(made.code, by: Self.orange)
        await #expect(throws: BocceFault.running) { _ = try await games.playAgain(made.code, by: Self.orange) }
        clock.advance(by: 30_001)
        let before = try await games.playAgain(made.code, by: Self.blue).before
        #expect(before.ending(of: try #require(before.game), at: clock.time.withLock { $0 }) == .late(.blue))
    }

    @Test func `nobody plays again alone, or in a game that is gone`() async throws {
        let alone = try await games.create(.usual, first: .blue, turnSeconds: 30, by: "another-secret-of-twenty-two")
        _ = try await games.end(alone.code, by: "another-secret-of-twenty-two", isMismatch: false)
        await #expect(throws: BocceFault.ended) {
            _ = try await games.playAgain(alone.code, by: "another-secret-of-twenty-two")
        }
        let left = try await ended(), next = try await games.playAgain(left, by: Self.orange)
        _ = try await games.end(next.next.code, by: next.secret, isMismatch: false)
        await #expect(throws: BocceFault.nextGone) { _ = try await games.playAgain(left, by: Self.blue) }
        // The player who has a place in it still gets the same answer.
        #expect(try await games.playAgain(left, by: Self.orange).next.ending == .left(.orange))
        clock.advance(by: 3_600_000)
        for secret in [Self.blue, Self.orange] {
            await #expect(throws: BocceFault.nextGone) { _ = try await games.playAgain(left, by: secret) }
        }
    }

    @Test func `a code is read as people type it`() {
        #expect(GameCode(typed: "abcdoilz")?.text == "ABCD011Z")
        for wrong in ["", "ABCDEFG", "ABCDEFGHJ", "ABCDEFGU", "ABCD EFG", "ÅBCDEFG"] {
            #expect(GameCode(typed: wrong) == nil)
        }
        var generator = SystemRandomNumberGenerator()
        let code = GameCode(using: &generator)
        #expect(GameCode(typed: code.text) == code)
    }

    @Test func `a game that waits for an hour, or rests for a day, is not found any more`() async throws {
        let made = try await games.create(.usual, first: .blue, turnSeconds: 30, by: Self.blue)
        clock.advance(by: 3_599_999)
        _ = try await games.game(made.code)
        _ = try await games.join(made.code, by: Self.orange)
        clock.advance(by: 86_399_999)
        _ = try await games.game(made.code)
        clock.advance(by: 1)
        await #expect(throws: CommunityFault.notFound) { _ = try await games.game(made.code) }
        let other = try await games.create(.usual, first: .blue, turnSeconds: 30, by: "another-secret-of-twenty-two")
        clock.advance(by: 3_600_000)
        await #expect(throws: CommunityFault.notFound) { _ = try await games.join(other.code, by: Self.orange) }
    }
}
