extension Schema {
    /// A step that removes what programs of earlier versions use.
    package struct Removal: Sendable {
        /// The version of the tables from then on.
        package let version: Int64
        package let step: Step

        package init(to version: Int64, _ step: Step) {
            self.version = version
            self.step = step
        }
    }

    /// The version of the tables, in one row.
    static let versionStep = Step(
        "version of the tables",
        ["CREATE TABLE schema_version (version bigint NOT NULL)", "INSERT INTO schema_version VALUES (1)"])
    static let versionQuery = "SELECT version FROM schema_version"
    /// Announcements of servers and removals follow each other.
    static let versionLock = "\(versionQuery) FOR UPDATE"

    /// Returns the version in the answer to `versionQuery`.
    static func version(_ answer: Rows) throws(PostgresFault) -> Int64 {
        guard answer.rows.count == 1, case .integer(let version) = answer.rows[0][0] else {
            throw .unexpectedRow(reason: "the tables have not one version")
        }
        return version
    }

    /// Does the removals that this database has not seen, in their order, each in a transaction of its own. Returns false
    /// if one waits: for servers that do not know its version yet, or for a table's lock, for which it waits a moment only.
    ///
    /// A server counts until it has left, or was not seen for a minute. Throws `PostgresFault`.
    static func remove(_ removals: [Removal], on connection: Connection) throws(PostgresFault) -> Bool {
        for removal in removals {
            do throws(PostgresFault) {
                guard try attempt(removal, on: connection) else { return false }
            } catch {
                if error.endsConnection { throw error }
                try connection.run([Statement("ROLLBACK")], by: .now + answerTime)
                guard error.mayPass else { throw error }
                return false
            }
        }
        return true
    }

    /// Returns whether the removal is done.
    private static func attempt(_ removal: Removal, on connection: Connection) throws(PostgresFault) -> Bool {
        let older = """
            SELECT EXISTS (SELECT FROM schema_steps WHERE name = $1),
                EXISTS (SELECT FROM servers WHERE \(SchemaVersions.newest) < $2)
            """
        // A server whose row is gone announces itself anew, and is refused then.
        let answers = try connection.run(
            begin + [
                Statement(versionLock), Statement(Registry.removal),
                Statement(older, [.text(removal.step.name), .integer(removal.version)]),
            ], by: .now + answerTime)
        guard let row = answers.last?.rows.first, row.count == 2 else {
            throw .unexpectedRow(reason: "a look at the servers has other columns")
        }
        let isDone = row[0] == .integer(1), isNeeded = row[1] == .integer(1)
        if isDone || isNeeded {
            try connection.run([Statement("ROLLBACK")], by: .now + answerTime)
            return isDone
        }
        let statements = removal.step.statements.map { Statement($0) }
        let notes = [
            Statement("INSERT INTO schema_steps (name) VALUES ($1)", [.text(removal.step.name)]),
            Statement("UPDATE schema_version SET version = greatest(version, $1)", [.integer(removal.version)]),
        ]
        try connection.run(statements + notes + [Statement("COMMIT")], by: .now + answerTime)
        return true
    }
}
