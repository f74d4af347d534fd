import Community
import Foundation
import Presence

/// The pauses between people's reports on queues, where several servers take them: a row for each report of the last hour.
///
/// The table is unlogged, so that no archive has it, and no row of it says who reported: a token is drawn with the key of
/// statistics, which lies in the cluster of keys. After a fail-over, people may report once too early.
extension Database {
    static let sharedPausesTable = [
        """
        CREATE UNLOGGED TABLE queue_pauses (
            tenant bytea NOT NULL, person bytea NOT NULL, person_at_place bytea NOT NULL, time bigint NOT NULL,
            arrival bigint NOT NULL, PRIMARY KEY (tenant, person, person_at_place, arrival)
        )
        """,
        "CREATE INDEX queue_pauses_by_arrival ON queue_pauses (tenant, arrival)",
    ]

    /// Checks whether a person may report again, and remembers the report; throws `tooSoon`.
    func hold(_ pause: QueuePause, _ tenant: Data) throws {
        try forgetPauses(at: pause.arrival, tenant)
        let found = try Row.fetchAll(
            self,
            sql: """
                SELECT arrival, time, person_at_place = ?3 FROM queue_pauses WHERE tenant = ?1 AND person = ?2
                ORDER BY arrival
                """, arguments: [tenant, Data(pause.person), Data(pause.personAtPlace)])
        let reports = try found.map { found in
            let row = StoredRow(found, of: "queue_pauses")
            return (
                arrival: try row(0, as: Int64.self), time: try row(1, as: Int64.self), isHere: try row(2, as: Bool.self)
            )
        }
        try QueuePause.check(
            pause.time, at: pause.arrival, after: reports.filter(\.isHere).map(\.time), reports.map(\.arrival))
        try execute(
            sql: """
                INSERT INTO queue_pauses (tenant, person, person_at_place, time, arrival) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO NOTHING
                """,
            arguments: [tenant, Data(pause.person), Data(pause.personAtPlace), pause.time, pause.arrival])
    }

    /// Removes the pauses of reports that arrived more than an hour before `time`.
    func forgetPauses(at time: Timestamp, _ tenant: Data) throws {
        try execute(
            sql: "DELETE FROM queue_pauses WHERE tenant = ? AND arrival <= ?",
            arguments: [tenant, time - UTCHour.milliseconds])
    }
}
