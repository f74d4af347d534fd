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
