/// A note that something changed, which all servers take in.
package struct Change: Hashable, Sendable {
    /// What a change is about.
    struct Subject: Hashable {
        let kind: Int64
        let id: [UInt8]
    }

    /// The tenant's last time when the change was committed. Changes of one transaction have the same time.
    package let time: Int64
    /// What `id` names; the writer and the followers agree on it.
    package let kind: Int64
    package let id: [UInt8]

    package init(time: Int64, kind: Int64, id: [UInt8]) {
        self.time = time
        self.kind = kind
        self.id = id
    }

    /// How long changes are kept, in hours. A follower that has read nothing for nearly as long starts anew.
    static let hoursKept: Int64 = 24

    /// The table of changes.
    package static let step = Schema.Step(
        "changes",
        [
            """
            CREATE TABLE changes (
                tenant bytea NOT NULL, realm bigint NOT NULL, time bigint NOT NULL, kind bigint NOT NULL, id bytea NOT NULL,
                PRIMARY KEY (tenant, realm, time, kind, id)
            )
            """
        ])

    /// Deletes the oldest changes among those that are no longer kept: about $4 rows, and the rest of the last one's
    /// transaction. Times are milliseconds since 1970 in the upper 48 bits.
    private static let deletion = """
        DELETE FROM changes WHERE tenant = $1 AND realm = $2 AND time <= (
            SELECT max(time) FROM (
                SELECT time FROM changes WHERE tenant = $1 AND realm = $2
                    AND time < ((extract(epoch FROM now()) * 1000)::bigint - $3) << 16
                ORDER BY time LIMIT $4) AS oldest)
        """

    /// Deletes the changes that are older than a day by the database's clock, in transactions of about `step` rows.
    /// Returns how many it deleted. It may run on several servers at once, and be cancelled.
    ///
    /// Throws what `Housekeeping.run(_:)` throws, and `CancellationError`.
    @discardableResult
    package static func deleteOld(
        in turn: BatchWriter.Turn, by housekeeping: Housekeeping, step: Int = 1000
    ) async throws -> Int {
        precondition(step > 0, "a step deletes something")
        var deleted = 0
        while true {
            let statement = Statement(
                deletion,
                [
                    .bytes(turn.tenant), .integer(turn.realm), .integer(hoursKept * 3_600_000), .integer(Int64(step)),
                ])
            let count = try await housekeeping.run([statement])[0].affected
            deleted += count
            if count < step { return deleted }
            try Task.checkCancellation()
        }
    }
}

extension Change.Subject {
    private static let insertion = "INSERT INTO changes (tenant, realm, time, kind, id) VALUES ($1, $2, $3, $4, $5)"

    func statement(in turn: BatchWriter.Turn, at time: Int64) -> Statement {
        Statement(
            Self.insertion,
            [.bytes(turn.tenant), .integer(turn.realm), .integer(time), .integer(kind), .bytes(id)])
    }
}

extension Change {
    /// The columns `time`, `kind` and `id` of a row.
    init(_ row: ArraySlice<Value>) throws(PostgresFault) {
        guard row.count == 3, case .integer(let time) = row[row.startIndex],
            case .integer(let kind) = row[row.startIndex + 1], case .bytes(let id) = row[row.startIndex + 2]
        else { throw .unexpectedRow(reason: "a change has other columns") }
        self.init(time: time, kind: kind, id: id)
    }
}
