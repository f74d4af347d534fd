import Bocce
package import Community
import Foundation
import GRDB
import Presence

extension SQLiteStore: BocceStore {
    package func add(_ game: SharedGame) async throws -> SharedGame {
        try await write { [tenant] database, _ in
            try database.removeGames(of: tenant, oldAt: game.changed)
            if let secret = game.secrets[.blue],
                let same = try database.game(of: tenant, "blue = ?", Data(secret.bytes))
            {
                return same
            }
            try database.insert(game, of: tenant)
            return game
        }
    }

    package func add(_ game: SharedGame, after before: SharedGame) async throws {
        try await write { [tenant] database, _ in
            try database.removeGames(of: tenant, oldAt: game.changed)
            try database.replace(with: before, of: tenant)
            try database.insert(game, of: tenant)
        }
    }

    package func removeGames(oldAt time: Timestamp) async throws {
        try await write { [tenant] database, _ in try database.removeGames(of: tenant, oldAt: time) }
    }

    package func game(_ code: GameCode) async throws -> SharedGame? {
        try await read { [tenant] database in try database.game(of: tenant, "code = ?", code.text) }
    }

    package func replace(with game: SharedGame) async throws {
        try await write { [tenant] database, _ in try database.replace(with: game, of: tenant) }
    }
}

extension Database {
    fileprivate func removeGames(of tenant: Data, oldAt time: Timestamp) throws {
        try execute(
            sql: """
                DELETE FROM bocce_games
                WHERE tenant = ? AND changed <= ? AND (blue IS NULL OR orange IS NULL OR changed <= ?)
                """,
            arguments: [tenant, time - SharedGame.waitingLifetime, time - SharedGame.lifetime])
    }

    fileprivate func insert(_ game: SharedGame, of tenant: Data) throws {
        let count = try Int.fetchOne(
            self, sql: "SELECT count(*) FROM bocce_games WHERE tenant = ?", arguments: [tenant])
        guard count ?? 0 < SharedGame.maximum else { throw CommunityFault.busy }
        guard try self.game(of: tenant, "code = ?", game.code.text) == nil else { throw CommunityFault.busy }
        try write(game, of: tenant)
    }

    fileprivate func replace(with game: SharedGame, of tenant: Data) throws {
        guard let old = try self.game(of: tenant, "code = ?", game.code.text) else { throw CommunityFault.notFound }
        guard old.revision == game.revision - 1 else {
            throw CommunityFault.changedMeanwhile(current: old.revision)
        }
        try write(game, of: tenant)
    }

    fileprivate func game(
        of tenant: Data, _ condition: String, _ value: some DatabaseValueConvertible
    ) throws -> SharedGame? {
        let found = try Row.fetchOne(
            self,
            sql: """
                SELECT code, width, length, resistance, angular_damping, first, turn_seconds, blue, orange, throws,
                    ending, ending_team, changed, revision, next, keeps_places
                FROM bocce_games WHERE tenant = ? AND \(condition)
                """, arguments: [tenant, value])
        guard let row = found.map({ StoredRow($0, of: "bocce_games") }) else { return nil }
        let court = Court(
            width: try row(1), length: try row(2), resistance: try row(3), angularDamping: try row(4))
        let turnSeconds = try row.count(6), changed: Timestamp = try row(12)
        guard let code = GameCode(typed: try row(0, as: String.self)), let court,
            SharedGame.turnSeconds.contains(turnSeconds), (0...1 << 52).contains(changed)
        else { throw row.damage }
        var secrets: [Team: TokenDigest] = [:]
        for (column, team) in [(7, Team.blue), (8, .orange)] {
            if let bytes = try row(column, as: Data?.self) { secrets[team] = TokenDigest(bytes: Array(bytes)) }
        }
        var game = SharedGame(
            code: code, court: court, first: try row.word(5), turnSeconds: turnSeconds, secrets: secrets,
            changed: changed)
        guard let thrown = Self.throws(try row(9)) else { throw row.damage }
        game.thrown = thrown
        game.revision = try row.count(13)
        switch try row(10, as: Int?.self) {
        case nil: break
        case 0: game.ending = .left(try row.word(11))
        case 1: game.ending = .mismatch(try row.word(11))
        default: throw row.damage
        }
        if let next = try row(14, as: String?.self) {
            guard let code = GameCode(typed: next) else { throw row.damage }
            game.next = code
        }
        game.keepsPlaces = try row(15, as: Bool.self)
        return game
    }

    fileprivate func write(_ game: SharedGame, of tenant: Data) throws {
        let (ending, team): (Int?, Team?) =
            switch game.ending {
            case .left(let team): (0, team)
            case .mismatch(let team): (1, team)
            case .late, nil: (nil, nil)
            }
        try execute(
            sql: .replacing(
                "bocce_games", key: ["tenant", "code"],
                [
                    "width", "length", "resistance", "angular_damping", "first", "turn_seconds", "blue", "orange",
                    "throws", "ending", "ending_team", "changed", "revision", "next", "keeps_places",
                ]),
            arguments: [
                tenant, game.code.text, game.court.width, game.court.length, game.court.resistance,
                game.court.angularDamping, game.first.rawValue, game.turnSeconds,
                game.secrets[.blue].map { Data($0.bytes) }, game.secrets[.orange].map { Data($0.bytes) },
                Self.bytes(of: game.thrown), ending, team?.rawValue, game.changed, game.revision,
                game.next?.text, game.keepsPlaces,
            ])
        announce(.game(game.code))
    }

    /// Throws as bytes: three numbers of 32 bits each, the lowest byte first.
    private static func bytes(of thrown: [Throw]) -> Data {
        var data = Data()
        for number in thrown.flatMap({ [$0.start, $0.across, $0.along] }) {
            for shift in [0, 8, 16, 24] { data.append(UInt8(truncatingIfNeeded: number >> Int32(shift))) }
        }
        return data
    }

    private static func `throws`(_ data: Data) -> [Throw]? {
        let bytes = Array(data), size = 12
        guard bytes.count % size == 0, bytes.count <= size * Game.maximumThrows else { return nil }
        return stride(from: 0, to: bytes.count, by: size).map { begin in
            let numbers = stride(from: begin, to: begin + size, by: 4).map { at in
                (0..<4).reduce(Int32(0)) { $0 | Int32(bitPattern: UInt32(bytes[at + $1]) << UInt32(8 * $1)) }
            }
            return Throw(start: numbers[0], across: numbers[1], along: numbers[2])
        }
    }
}
