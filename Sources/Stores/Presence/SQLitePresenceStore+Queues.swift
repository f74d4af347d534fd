package import Community
import Foundation
package import Presence

extension SQLitePresenceStore: QueueStore {
    package var holdsPauses: Bool { isShared }

    package func add(_ report: QueueReport, key: QueueKey?, at time: Timestamp) async throws {
        try await add(report, key: key, at: time, after: nil)
    }

    package func add(_ report: QueueReport, key: QueueKey?, after pause: QueuePause) async throws {
        try await add(report, key: key, at: pause.arrival, after: isShared ? pause : nil)
    }

    private func add(_ report: QueueReport, key: QueueKey?, at time: Timestamp, after pause: QueuePause?) async throws {
        try await write { [tenant] database, _ in
            if let key { guard try !database.knows(key, of: tenant, at: time) else { return } }
            if let pause { try database.hold(pause, tenant) }
            if let key {
                try database.execute(
                    sql: .replacing("queue_keys", key: ["tenant", "digest"], ["content", "expires"]),
                    arguments: [tenant, Data(key.digest), Data(key.content), QueueKey.end(at: time)])
            }
            try database.cachedStatement(
                sql: """
                    INSERT INTO queue_reports (tenant, time, number, place, minutes)
                    SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3, ?4 FROM queue_reports
                        WHERE tenant = ?1 AND time = ?2
                    """
            ).execute(arguments: [tenant, report.time, report.place.rawValue, report.minutes])
        }
    }

    package func remove(_ report: QueueReport, key: QueueKey) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM queue_keys WHERE tenant = ? AND digest = ?", arguments: [tenant, Data(key.digest)])
            try database.execute(
                sql: """
                    DELETE FROM queue_reports WHERE tenant = ?1 AND time = ?2 AND number = (
                        SELECT min(number) FROM queue_reports
                        WHERE tenant = ?1 AND time = ?2 AND place = ?3 AND minutes = ?4)
                    """, arguments: [tenant, report.time, report.place.rawValue, report.minutes])
        }
    }

    package func knows(_ key: QueueKey, at time: Timestamp) async throws -> Bool {
        try await read { [tenant] database in try database.knows(key, of: tenant, at: time) }
    }

    package func forgetQueueKeys(at time: Timestamp, beyond most: Int) async throws {
        try await write { [tenant, isShared] database, _ in
            if isShared { try database.forgetPauses(at: time, tenant) }
            try database.execute(
                sql: "DELETE FROM queue_keys WHERE tenant = ? AND expires <= ?", arguments: [tenant, time])
            try database.execute(
                sql: """
                    DELETE FROM queue_keys WHERE tenant = ?1 AND digest IN (
                        SELECT digest FROM queue_keys WHERE tenant = ?1 ORDER BY expires DESC LIMIT -1 OFFSET ?2)
                    """, arguments: [tenant, most])
        }
    }

    package func queueReports(from time: Timestamp) async throws -> [QueueReport] {
        try await read { [tenant] database in
            let found = try Row.fetchAll(
                database,
                sql: """
                    SELECT place, time, minutes FROM queue_reports WHERE tenant = ? AND time >= ? ORDER BY time, number
                    """,
                arguments: [tenant, time])
            return try found.map { found in
                let row = StoredRow(found, of: "queue_reports")
                return QueueReport(place: PlaceKey(rawValue: try row(0)), time: try row(1), minutes: try row(2))
            }
        }
    }

    package func removeQueueReports(before time: Timestamp) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM queue_reports WHERE tenant = ? AND time < ?", arguments: [tenant, time])
        }
    }
}

extension Database {
    /// Returns whether a key added a report; throws `keyUsed` if that was another report.
    fileprivate func knows(_ key: QueueKey, of tenant: Data, at time: Timestamp) throws -> Bool {
        let content = try Data.fetchOne(
            self, sql: "SELECT content FROM queue_keys WHERE tenant = ? AND digest = ? AND expires > ?",
            arguments: [tenant, Data(key.digest), time])
        guard let content else { return false }
        guard content == Data(key.content) else { throw CommunityFault.keyUsed }
        return true
    }
}
