package import Community
import Foundation
package import Presence

extension SQLitePresenceStore: VisitStore {
    package func visits(of person: AccountID, in days: ClosedRange<Int64>) async throws -> [SealedVisits] {
        try await read { [tenant] database in
            let found = try Row.fetchAll(
                database,
                sql: """
                    SELECT person, day, key, sealed FROM visits
                    WHERE tenant = ? AND person = ? AND day BETWEEN ? AND ? ORDER BY day
                    """, arguments: [tenant, person.data, days.lowerBound, days.upperBound])
            return try found.map { found in
                let row = StoredRow(found, of: "visits")
                return SealedVisits(day: try row(1), key: try row(2), sealed: Array(try row(3, as: Data.self)))
            }
        }
    }

    package func keep(_ rows: [SealedVisits], of person: AccountID) async throws {
        try await write { [tenant] database, _ in
            for row in rows {
                try database.execute(
                    sql: """
                        INSERT INTO visits (tenant, person, day, key, sealed) VALUES (?, ?, ?, ?, ?)
                        ON CONFLICT (tenant, person, day) DO UPDATE SET key = excluded.key, sealed = excluded.sealed
                        """, arguments: [tenant, person.data, row.day, row.key, Data(row.sealed)])
            }
        }
    }

    package func removeVisits(of person: AccountID) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM visits WHERE tenant = ? AND person = ?", arguments: [tenant, person.data])
        }
    }
}
