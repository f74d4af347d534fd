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
            let found = try Row.fetchAll(
                database, sql: "SELECT place, token FROM contributions WHERE tenant = ? AND hour = ?",
                arguments: [tenant, hour])
            let update = try database.cachedStatement(
                sql: "UPDATE contributions SET token = ? WHERE tenant = ? AND hour = ? AND place = ? AND token = ?")
            for row in found {
                // Whatever the columns of a damaged file hold.
                let place = try row.decode(DatabaseValue.self, atIndex: 0)
                let token = try row.decode(DatabaseValue.self, atIndex: 1)
                let fresh = Data((0..<Contribution.tokenLength).map { _ in UInt8.random(in: 0...255) })
                try update.execute(arguments: [fresh, tenant, hour, place, token])
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
