import Fairness
import Foundation

/// Removes the bytes of deleted rows from the files of a cluster, on all its hosts.
///
/// A deleted row stays in its table's file until that is written anew, and in the log until a checkpoint removes the
/// log's old files; each standby has copies of both (measured; see decision 76). Calls that come together share one
/// pass. What archives and copies of the files hold is out of reach.
///
/// A class because it owns its lane.
package final class Eraser: Sendable {
    private typealias Job = CheckedContinuation<Void, any Error>

    /// How long a host has for one step.
    private static let answerTime = Duration.seconds(30)
    /// How long others may look at the rows, and standbys may take to follow, before a pass fails.
    private static let patience = Duration.seconds(20)

    private let lane: Lane<Job>

    /// Makes an eraser for `tables`, whose names must be plain words. The user of the address must be a superuser.
    package init(of tables: [String], in cluster: Cluster) {
        lane = Lane(
            to: cluster, together: 1024, .init(jobs: 8192, jobsOfBlock: 8192, costOfBlock: .max)
        ) { jobs, lane in
            let result = Result { () throws(PostgresFault) in try Self.erase(tables, on: lane) }
            for job in jobs { job.resume(with: result.mapError { $0 as any Error }) }
        }
    }

    /// Returns once no file of any host of the address has a row that was deleted before the call. Throws
    /// `PostgresFault`, if a host cannot be reached among others; it then still has the bytes.
    package func erase() async throws {
        try await withCheckedThrowingContinuation { (job: Job) in
            do {
                let displaced = try lane.add(job, costing: 1000, for: Requester.current.network)
                displaced?.resume(throwing: PostgresFault.laneFull)
            } catch {
                job.resume(throwing: error)
            }
        }
    }

    /// Ends after the calls that wait; blocks until then.
    package func close() { lane.close() }

    private static func erase(_ tables: [String], on lane: LaneConnection) throws(PostgresFault) {
        // A standby that cannot be reached is no reason to drop the connection to the primary.
        let standbys = try lane.others(), end = ContinuousClock.now + patience
        do throws(PostgresFault) {
            let primary = try lane.current()
            try waitForOlderSnapshots(on: primary, until: end)
            for table in tables { try one("VACUUM (FULL) \(table)", on: primary) }
            try one("SELECT pg_switch_wal()::text", on: primary)
            try one("CHECKPOINT", on: primary)
            let place = try one("SELECT pg_current_wal_lsn()::text", on: primary)
            for standby in standbys {
                let follows = Statement(
                    "SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= ($1::text)::pg_lsn", place)
                try wait(for: follows, on: standby, until: end)
                try one("CHECKPOINT", on: standby)
            }
        } catch {
            lane.drop(after: error)
            throw error
        }
    }

    /// Waits until no transaction can see the rows that are deleted: a table that is written anew keeps those for it.
    private static func waitForOlderSnapshots(
        on primary: Connection, until end: ContinuousClock.Instant
    ) throws(PostgresFault) {
        let mark = try one("SELECT pg_current_xact_id()::text", on: primary)
        let isOver = """
            SELECT count(*) = 0 FROM (
                SELECT backend_xmin AS oldest FROM pg_stat_activity WHERE pid <> pg_backend_pid()
                UNION ALL SELECT backend_xmin FROM pg_stat_replication
                UNION ALL SELECT xmin FROM pg_replication_slots
            ) AS snapshots WHERE age(oldest) > age(($1::text)::xid)
            """
        try wait(for: Statement(isOver, mark), on: primary, until: end)
    }

    /// Runs a statement outside a transaction, and returns its first row.
    @discardableResult
    private static func one(_ sql: String, on connection: Connection) throws(PostgresFault) -> [Value] {
        try connection.run([Statement(sql)], by: .now + answerTime)[0].rows.first ?? []
    }

    private static func wait(
        for question: Statement, on connection: Connection, until end: ContinuousClock.Instant
    ) throws(PostgresFault) {
        while try connection.run([question], by: .now + answerTime)[0].rows.first != [.integer(1)] {
            guard ContinuousClock.now < end else { throw .deadlineMissed }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }
}
