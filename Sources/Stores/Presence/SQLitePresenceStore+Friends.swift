package import Community
import Foundation
package import Presence

extension SQLitePresenceStore: FriendStore {
    package func friendships(of person: AccountID) async throws -> [Friendship] {
        try await read { [tenant] database in
            // The people who asked the person, and the people whom the person asked; a friend is in both lists.
            let statement = try database.cachedStatement(
                sql: """
                    SELECT other, max(asked), max(wanted) FROM (
                        SELECT other, 1 AS asked, 0 AS wanted FROM friends WHERE tenant = ?1 AND person = ?2
                        UNION ALL SELECT person, 0, 1 FROM friends WHERE tenant = ?1 AND other = ?2) AS ties
                    GROUP BY other ORDER BY other
                    """)
            return try Row.fetchAll(statement, arguments: [tenant, person.data]).map { found in
                let row = StoredRow(found, of: "friends")
                let (asked, wanted) = (try row(1, as: Bool.self), try row(2, as: Bool.self))
                return Friendship(other: try row.id(0), state: asked && wanted ? .mutual : asked ? .asked : .wanted)
            }
        }
    }

    package func ask(_ other: AccountID, of person: AccountID, atMost limit: Int, at time: Timestamp) async throws {
        try await write { [tenant] database, _ in
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM friends WHERE tenant = ? AND person = ? AND other <> ?",
                arguments: [tenant, person.data, other.data])
            guard count ?? 0 < limit else { throw Friendship.tooMany(limit) }
            try database.execute(
                sql: "INSERT INTO friends (tenant, person, other, asked) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                arguments: [tenant, person.data, other.data, time])
            for one in [person, other] { database.announce(.friends(one)) }
        }
    }

    package func part(_ person: AccountID, from other: AccountID) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: """
                    DELETE FROM friends
                    WHERE tenant = ?1 AND (person = ?2 AND other = ?3 OR person = ?3 AND other = ?2)
                    """, arguments: [tenant, person.data, other.data])
            for one in [person, other] { database.announce(.friends(one)) }
        }
        await emptyLog()
    }

    package func forgetFriends(of person: AccountID) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM friends WHERE tenant = ?1 AND (person = ?2 OR other = ?2)",
                arguments: [tenant, person.data])
            database.announce(.friends(person))
        }
        await emptyLog()
    }
}
