package import Community
import Foundation
package import Presence

extension SQLitePresenceStore: PeopleStore {
    package func sharing(of person: AccountID) async throws -> SealedSharing? {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: "SELECT person, revision, key, sealed FROM sharing WHERE tenant = ? AND person = ?")
            return try Row.fetchOne(statement, arguments: [tenant, person.data]).map { found in
                let row = StoredRow(found, of: "sharing")
                return SealedSharing(
                    revision: try row.count(1), key: try row(2), sealed: Array(try row(3, as: Data.self)))
            }
        }
    }

    package func setSharing(_ sharing: SealedSharing, of person: AccountID) async throws {
        try await write { [tenant] database, _ in
            let current = try Int.fetchOne(
                database, sql: "SELECT revision FROM sharing WHERE tenant = ? AND person = ?",
                arguments: [tenant, person.data])
            guard current ?? 0 == sharing.revision - 1 else {
                throw CommunityFault.changedMeanwhile(current: current ?? 0)
            }
            try database.execute(
                sql: """
                    INSERT INTO sharing (tenant, person, revision, key, sealed) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (tenant, person) DO UPDATE
                    SET revision = excluded.revision, key = excluded.key, sealed = excluded.sealed
                    """, arguments: [tenant, person.data, sharing.revision, sharing.key, Data(sharing.sealed)])
            database.announce(.sharing(person))
        }
        await emptyLog()
    }

    package func sharers(after person: AccountID?, limit: Int) async throws -> [AccountID] {
        try await read { [tenant] database in
            let found = try Data.fetchAll(
                database, sql: "SELECT person FROM sharing WHERE tenant = ? AND person > ? ORDER BY person LIMIT ?",
                arguments: [tenant, person?.data ?? Data(), limit])
            return try found.map { try AccountID($0, of: "sharing") }
        }
    }

    package func forgetSharing(of person: AccountID) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM sharing WHERE tenant = ? AND person = ?", arguments: [tenant, person.data])
            database.announce(.sharing(person))
        }
        await emptyLog()
    }
}
