package import Community
import Foundation
import GRDB
package import Presence

extension SQLitePresenceStore: QueueStore {
    package func add(_ report: QueueReport) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "INSERT INTO queue_reports (tenant, time, place, minutes) VALUES (?, ?, ?, ?)",
                arguments: [tenant, report.time, report.place.rawValue, report.minutes])
        }
    }

    package func queueReports(from time: Timestamp) async throws -> [QueueReport] {
        try await read { [tenant] database in
            let found = try Row.fetchAll(
                database,
                sql: "SELECT place, time, minutes FROM queue_reports WHERE tenant = ? AND time >= ? ORDER BY time",
                arguments: [tenant, time])
            return found.map { QueueReport(place: PlaceKey(rawValue: $0[0]), time: $0[1], minutes: $0[2]) }
        }
    }

    package func removeQueueReports(before time: Timestamp) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM queue_reports WHERE tenant = ? AND time < ?", arguments: [tenant, time])
        }
    }
}
