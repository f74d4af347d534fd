/// Statements that run before there are lanes.
package enum Schema {
    private static let answerTime = Duration.seconds(60)

    /// Runs `statements`, each of which makes something that may be there already, in one transaction. Blocks. Servers
    /// that start together follow each other. Throws `PostgresFault`.
    package static func make(_ statements: [String], on cluster: Cluster) throws(PostgresFault) {
        let lock = Statement("SELECT pg_advisory_xact_lock(7236837547)")
        let all = [Statement("BEGIN"), Statement("SET LOCAL lock_timeout = '30s'"), lock]
        try run(all + statements.map { Statement($0) } + [Statement("COMMIT")], on: cluster)
    }

    /// Runs `statements` on a connection of their own, with one round trip, and returns their answers. Blocks. Throws
    /// `PostgresFault`.
    @discardableResult
    package static func run(_ statements: [Statement], on cluster: Cluster) throws(PostgresFault) -> [Rows] {
        try cluster.connect().connection.run(statements, by: .now + answerTime)
    }
}
