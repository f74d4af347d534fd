import Foundation

#if Postgres
    import PostgresLanes

    /// How often the keys of a place were changed: an older copy of them has a smaller count. SQLite keeps it in the head
    /// of its file, PostgreSQL in a row.
    struct KeyChanges {
        /// Grows with each change, over all moves of the place.
        let count: Int64

        static let step = Schema.Step(
            "keys: changes",
            [
                """
                CREATE TABLE key_changes (
                    tenant bytea PRIMARY KEY NOT NULL REFERENCES tenants (id), count bigint NOT NULL,
                    destroyed bigint NOT NULL
                )
                """
            ])

        /// Asks for the count of a place that came by the move with the mark `mark`, if it did. Throws `PostgresFault`.
        init(of tenant: Data, after mark: MoveMark?, on connection: Connection) throws(PostgresFault) {
            let question = PostgresLanes.Statement(
                "SELECT count FROM key_changes WHERE tenant = $1", [.bytes(Array(tenant))])
            let row = try connection.run([question], by: .now + Schema.answerTime)[0].rows.first
            guard case .integer(let since) = row?.first ?? .integer(0) else {
                throw .unexpectedRow(reason: "the count of changed keys is no number")
            }
            count = (mark?.generation ?? 0) + since
        }
    }
#endif

// Without PostgreSQL, nothing calls these.
extension Database {
    /// Counts a change of the keys of a place in PostgreSQL, with the commit.
    func countSharedKeyChange(of tenant: Data, destroys: Bool) throws {
        let destroyed: Int64 = destroys ? 1 : 0
        try execute(
            sql: """
                INSERT INTO key_changes (tenant, count, destroyed) VALUES (?1, 1, ?2)
                ON CONFLICT (tenant) DO UPDATE SET count = key_changes.count + 1,
                    destroyed = key_changes.destroyed + excluded.destroyed
                """, arguments: [tenant, destroyed])
    }

    /// Returns how many keys of a place in PostgreSQL were destroyed, by any server.
    func destroyedSharedKeys(of tenant: Data) throws -> Int64 {
        try Int64.fetchOne(self, sql: "SELECT destroyed FROM key_changes WHERE tenant = ?", arguments: [tenant]) ?? 0
    }
}
