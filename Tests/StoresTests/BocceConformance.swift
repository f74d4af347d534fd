import Bocce
import Community
import Foundation
import GRDB
import Stores
import TestSupport
import Testing

/// What every store does with games of bocce, tried on each of them.
@Suite(.checksStatements) struct BocceConformance {
    private func game(_ code: String, by secret: UInt8, at time: Timestamp) throws -> SharedGame {
        SharedGame(
            code: try #require(GameCode(typed: code)),
            court: try #require(Court(width: 300, length: 700, resistance: 900, angularDamping: 700)), first: .orange,
            turnSeconds: 40, secrets: [.blue: TokenDigest(bytes: Array(repeating: secret, count: 32))], changed: time)
    }

    @Test(arguments: StoreKind.allCases)
    func `a game comes back as it was, and changes by one revision at a time`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        let first = try game("ABCD0123", by: 1, at: 10)
        #expect(try await store.add(first) == first)
        #expect(try await store.game(first.code) == first)
        #expect(try await store.game(try #require(GameCode(typed: "00000000"))) == nil)
        var next = first
        next.secrets[.orange] = TokenDigest(bytes: Array(repeating: 2, count: 32))
        next.thrown = [
            Throw(start: .min, across: -1, along: .max), Throw(start: 18000, across: 255, along: -65536),
        ]
        next.changed = 20
        next.revision = 1
        for ending: SharedGame.Ending? in [nil, .left(.orange), .mismatch(.blue)] {
            next.ending = ending
            try await store.replace(with: next)
            #expect(try await store.game(first.code) == next)
            await #expect(throws: CommunityFault.changedMeanwhile(current: next.revision)) {
                try await store.replace(with: next)
            }
            next.revision += 1
        }
        next.next = try #require(GameCode(typed: "EFGH4567"))
        next.keepsPlaces = true
        try await store.replace(with: next)
        #expect(try await store.game(first.code) == next)
        let unknown = try game("00000000", by: 9, at: 10)
        await #expect(throws: CommunityFault.notFound) { try await store.replace(with: unknown) }
    }

    @Test(arguments: StoreKind.allCases)
    func `the same secret makes one game, and old games go`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        let first = try await store.add(game("AAAAAAAA", by: 1, at: 10))
        #expect(try await store.add(game("BBBBBBBB", by: 1, at: 20)) == first)
        await #expect(throws: CommunityFault.busy) { _ = try await store.add(game("AAAAAAAA", by: 2, at: 20)) }
        let later = 10 + SharedGame.waitingLifetime
        _ = try await store.add(game("CCCCCCCC", by: 3, at: later))
        #expect(try await store.game(first.code) == nil)
        #expect(try await store.add(game("BBBBBBBB", by: 1, at: later)).code.text == "BBBBBBBB")
    }

    @Test(arguments: StoreKind.allCases)
    func `a game and the one that follows it change together or not at all`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        let first = try await store.add(game("AAAAAAAA", by: 1, at: 10))
        var next = try game("BBBBBBBB", by: 2, at: 20)
        var changed = first
        changed.next = next.code
        changed.revision = 1
        let before = changed
        // A place of blue that is kept is no blue player's.
        next.secrets = [.orange: TokenDigest(bytes: Array(repeating: 3, count: 32))]
        next.keepsPlaces = true
        let other = try await store.add(game("CCCCCCCC", by: 4, at: 20))
        let taken = SharedGame(
            code: other.code, court: next.court, first: next.first, turnSeconds: 40, secrets: next.secrets, changed: 20)
        await #expect(throws: CommunityFault.busy) {
            try await store.add(taken, after: before)
        }
        #expect(try await store.game(first.code) == first)
        try await store.add(next, after: before)
        #expect(try await store.game(first.code) == before)
        #expect(try await store.game(next.code) == next)
        let late = try game("DDDDDDDD", by: 5, at: 20)
        await #expect(throws: CommunityFault.changedMeanwhile(current: 1)) {
            try await store.add(late, after: before)
        }
        #expect(try await store.game(late.code) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `old games go without another`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        defer { withExtendedLifetime(folder) {} }
        let waiting = try await store.add(game("AAAAAAAA", by: 1, at: 10))
        var full = try await store.add(game("BBBBBBBB", by: 2, at: 10))
        full.secrets[.orange] = TokenDigest(bytes: Array(repeating: 3, count: 32))
        full.revision = 1
        try await store.replace(with: full)
        var kept = try await store.add(game("CCCCCCCC", by: 4, at: 10))
        kept.secrets = [.orange: TokenDigest(bytes: Array(repeating: 5, count: 32))]
        kept.revision = 1
        try await store.replace(with: kept)
        func codes() async throws -> [GameCode] {
            var found: [GameCode] = []
            for game in [waiting, full, kept] where try await store.game(game.code) != nil { found.append(game.code) }
            return found
        }
        try await store.removeGames(oldAt: 9 + SharedGame.waitingLifetime)
        #expect(try await codes() == [waiting.code, full.code, kept.code])
        try await store.removeGames(oldAt: 10 + SharedGame.waitingLifetime)
        #expect(try await codes() == [full.code])
        try await store.removeGames(oldAt: 10 + SharedGame.lifetime)
        #expect(try await codes().isEmpty)
    }

    @Test(arguments: [
        "turn_seconds = 1152921504606846976", "changed = -1", "throws = zeroblob(120)", "width = 1",
        "next = 'UUUUUUUU'",
    ])
    func `a damaged game is an error, and stops nothing`(damage: String) async throws {
        let folder = try TemporaryFolder(), path = folder.file("community.sqlite")
        let store = try SQLiteStore(path: path)
        let made = try await store.add(game("ABCD0123", by: 1, at: 10))
        try await DatabaseQueue(path: path).write { database in
            try database.execute(sql: "UPDATE bocce_games SET \(damage)")
        }
        await #expect(throws: DamagedRow.self) { _ = try await store.game(made.code) }
    }
}
