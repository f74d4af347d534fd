import Foundation
import GRDB
package import Presence

extension SQLitePresenceStore: BusynessStore {
    package func replace(
        _ withdrawn: [Contribution], by contributions: [Contribution]
    ) async throws -> (removed: [Contribution], added: [Contribution]) {
        try await write { [tenant] database, _ in
            let delete = try database.cachedStatement(
                sql: "DELETE FROM contributions WHERE tenant = ? AND hour = ? AND place = ? AND token = ?")
            let removed = try withdrawn.filter { one in
                try delete.execute(arguments: [tenant, one.hour, one.place.rawValue, Data(one.token)])
                return database.changesCount == 1
            }
            let count = try database.cachedStatement(
                sql: "SELECT count(*) FROM contributions WHERE tenant = ? AND token = ?")
            let insert = try database.cachedStatement(
                sql: "INSERT INTO contributions (tenant, hour, place, token) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
            )
            let added = try contributions.filter { one in
                let token = Data(one.token)
                let others = try Int.fetchOne(count, arguments: [tenant, token]) ?? 0
                guard others < Contribution.mostPerDay else { return false }
                try insert.execute(arguments: [tenant, one.hour, one.place.rawValue, token])
                return database.changesCount == 1
            }
            return (removed, added)
        }
    }

    package func unlinkContributions(in hour: Int64) async throws {
        try await write { [tenant] database, _ in
            // Nothing else is in a row, so new rows take less time than changes of the key of each.
            let found = try Row.fetchAll(
                database, sql: "SELECT place FROM contributions WHERE tenant = ? AND hour = ?",
                arguments: [tenant, hour])
            try database.cachedStatement(sql: "DELETE FROM contributions WHERE tenant = ? AND hour = ?")
                .execute(arguments: [tenant, hour])
            let insert = try database.cachedStatement(
                sql: "INSERT INTO contributions (tenant, hour, place, token) VALUES (?, ?, ?, ?)")
            for row in found {
                // Whatever the column of a damaged file holds.
                let place = try row.decode(DatabaseValue.self, atIndex: 0)
                try insert.execute(arguments: [tenant, hour, place, Data.randomToken])
            }
        }
    }

    package func hourCounts(from hour: Int64) async throws -> [HourCount] {
        try await read { [tenant] database in
            let found = try Row.fetchAll(
                database,
                sql: """
                    SELECT place, hour, count(*) FROM contributions WHERE tenant = ? AND hour >= ? GROUP BY place, hour
                    """, arguments: [tenant, hour])
            return try found.map { found in
                let row = StoredRow(found, of: "contributions")
                return HourCount(place: PlaceKey(rawValue: try row(0)), hour: try row(1), people: try row(2))
            }
        }
    }

    package func removeContributions(before hour: Int64) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM contributions WHERE tenant = ? AND hour < ?", arguments: [tenant, hour])
        }
    }

    package func removeContributions(of tokens: [[UInt8]], from hour: Int64) async throws -> [Contribution] {
        let removed = try await write { [tenant] database, _ in
            let delete = try database.cachedStatement(
                sql: "DELETE FROM contributions WHERE tenant = ? AND token = ? AND hour >= ? RETURNING place, hour")
            return try tokens.flatMap { token in
                try Row.fetchAll(delete, arguments: [tenant, Data(token), hour])
                    .map { found in
                        let row = StoredRow(found, of: "contributions")
                        return Contribution(place: PlaceKey(rawValue: try row(0)), hour: try row(1), token: token)
                    }
            }
        }
        await emptyLog()
        return removed
    }
}

extension Data {
    /// As many random bytes as a contribution's token has, drawn eight at a time: each draw asks the system.
    fileprivate static var randomToken: Data {
        var token = Data(capacity: Contribution.tokenLength)
        for _ in 0..<Contribution.tokenLength / 8 {
            let bits = UInt64.random(in: .min ... .max)
            for shift in stride(from: 0, to: 64, by: 8) {
                token.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
            }
        }
        return token
    }
}
