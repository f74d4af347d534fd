import Foundation

/// Statements that run before there are lanes.
package enum Schema {
    /// A part of the tables, which is made once in a database, whole or not at all. It only adds, so servers with an
    /// older program go on; `Removal` is the opposite.
    package struct Step: Sendable {
        /// Names the step for ever.
        package let name: String
        package let statements: [String]

        package init(_ name: String, _ statements: [String]) {
            self.name = name
            self.statements = statements
        }
    }

    package static let answerTime = Duration.seconds(60)
    /// How long a step is tried again: what others do with the tables may hold it up.
    private static let patience = Duration.seconds(60)
    private static let done = """
        CREATE TABLE IF NOT EXISTS schema_steps (name text PRIMARY KEY, made timestamptz NOT NULL DEFAULT now())
        """

    /// Runs the steps that this database has not seen, in their order, each in a transaction of its own. Blocks.
    ///
    /// Servers that start together follow each other. A step waits only a moment for a lock, lets go of all, and tries
    /// again: readers and writers that queue behind its wait are held up no longer than that moment. Where all steps
    /// are done it locks no table. Throws `PostgresFault`.
    package static func make(_ steps: [Step], on cluster: Cluster) throws(PostgresFault) {
        let connection = try cluster.connect().connection
        let known = try names(on: connection)
        for step in steps where !known.contains(step.name) { try make(step, on: connection) }
    }

    /// Runs `statements` on a connection of their own, with one round trip, and returns their answers. Blocks, while they
    /// run no longer than `time`. Throws `PostgresFault`.
    @discardableResult
    package static func run(
        _ statements: [Statement], on cluster: Cluster, within time: Duration = answerTime
    ) throws(PostgresFault) -> [Rows] {
        try cluster.connect().connection.run(statements, by: .now + time)
    }

    /// Returns the names of the steps that are done; makes their table first, if need be.
    private static func names(on connection: Connection) throws(PostgresFault) -> Set<String> {
        let isThere = Statement("SELECT to_regclass('schema_steps') IS NOT NULL")
        if try connection.run([isThere], by: .now + answerTime)[0].rows != [[.integer(1)]] {
            try connection.run(begin + [Statement(done), Statement("COMMIT")], by: .now + answerTime)
        }
        let rows = try connection.run([Statement("SELECT name FROM schema_steps")], by: .now + answerTime)[0].rows
        return Set(rows.compactMap { if case .text(let name)? = $0.first { name } else { nil } })
    }

    private static func make(_ step: Step, on connection: Connection) throws(PostgresFault) {
        let deadline = ContinuousClock.now + patience
        while true {
            do throws(PostgresFault) {
                return try attempt(step, on: connection)
            } catch {
                if error.endsConnection { throw error }
                try connection.run([Statement("ROLLBACK")], by: .now + answerTime)
                guard error.mayPass, ContinuousClock.now < deadline else { throw error }
            }
            Thread.sleep(forTimeInterval: .random(in: 0.05...0.2))
        }
    }

    private static func attempt(_ step: Step, on connection: Connection) throws(PostgresFault) {
        let note = Statement(
            "INSERT INTO schema_steps (name) VALUES ($1) ON CONFLICT DO NOTHING", [.text(step.name)])
        let isFirst = try connection.run(begin + [note], by: .now + answerTime).last?.affected == 1
        let statements = isFirst ? step.statements.map { Statement($0) } : []
        try connection.run(statements + [Statement("COMMIT")], by: .now + answerTime)
    }

    /// Begins a transaction that follows those of other servers, and waits 50 ms at most for each table.
    static let begin = [
        Statement("BEGIN"), Statement("SET LOCAL lock_timeout = '60s'"),
        Statement("SELECT pg_advisory_xact_lock(7236837547)"), Statement("SET LOCAL lock_timeout = '50ms'"),
    ]
}
