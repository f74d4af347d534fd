import Foundation

extension Cluster {
    /// How long a host has for each answer.
    private static let answerTime = Duration.seconds(4)
    private static let pause = 0.1

    /// Connects to a standby for one caller who reads for long, once it shows all that was committed before the call;
    /// `nil` if none does within `patience`. Blocks; throws `PostgresFault` if no host takes writes.
    ///
    /// A standby of a host that was replaced may count further than the new primary, and lack its commits: the caller
    /// must look for the newest one that the primary has.
    package func standby(within patience: Duration) throws(PostgresFault) -> Connection? {
        let primary = try connect(), deadline = ContinuousClock.now + patience
        let end = Statement("SELECT pg_current_wal_flush_lsn()::text")
        let answer = try primary.connection.run([end], by: .now + Self.answerTime)[0].rows.first?.first
        guard case .text(let position)? = answer else {
            throw .unexpectedRow(reason: "the host did not say where its log ends")
        }
        for host in connections() {
            // A host that cannot be asked is no standby to read from.
            guard let connection = try? host.connect(),
                (try? Self.prepare(connection, asStandbyAt: position, by: deadline)) == true
            else { continue }
            return connection
        }
        return nil
    }

    /// Returns whether the host follows another, and has come to `position` of the log before `deadline`.
    private static func prepare(
        _ connection: Connection, asStandbyAt position: String, by deadline: ContinuousClock.Instant
    ) throws(PostgresFault) -> Bool {
        let question = Statement(
            """
            SELECT pg_is_in_recovery(), coalesce(pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false)
            """, [.text(position)])
        while true {
            let row = try connection.run([question], by: .now + answerTime)[0].rows.first
            guard row?.first == .integer(1) else { return false }
            if row?.last == .integer(1) {
                try connection.run([Statement(longSession)], by: .now + answerTime)
                return true
            }
            guard ContinuousClock.now < deadline else { return false }
            Thread.sleep(forTimeInterval: pause)
        }
    }
}
