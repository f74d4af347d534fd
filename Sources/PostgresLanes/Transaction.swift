/// A transaction that holds the turn of its tenant. It is valid inside the closure that gets it.
package final class Transaction {
    /// The constraint by which a batch's second attempt learns that the first was committed.
    static let batchKey = "batches_pkey"
    private static let takeTurn = """
        SELECT last, (extract(epoch FROM now()) * 1000)::bigint FROM clocks WHERE tenant = $1 AND realm = $2 FOR UPDATE
        """
    private static let raise = "UPDATE clocks SET last = $3 WHERE tenant = $1 AND realm = $2"

    /// The database's clock at the beginning, in milliseconds since 1970.
    package let now: Int64
    /// The tenant's last time, in the unit of `HybridTime`. The transaction may raise it.
    package var last: Int64 {
        didSet { precondition(last >= oldValue, "the times of a tenant grow") }
    }

    /// The number of statements that may have changed rows.
    private(set) var writes = 0
    /// The fault of the first statement that failed.
    private(set) var fault: PostgresFault?

    /// The fault of a statement that was to be sent later: it may be that of an earlier job.
    private(set) var laterFault: PostgresFault?

    private var later: [Statement] = []
    private var notes: Set<Change.Subject> = []

    private let turn: BatchWriter.Turn
    private let connection: Connection
    private let answerTime: Duration
    private let first: Int64

    /// Begins the transaction: takes the turn and writes the batch's id. Throws `refused` with `batchKey` if a batch
    /// with this id was committed.
    init(
        _ turn: BatchWriter.Turn, batch: [UInt8], on connection: Connection, answerTime: Duration
    ) throws(PostgresFault) {
        self.turn = turn
        self.connection = connection
        self.answerTime = answerTime
        let answers = try connection.run(
            [
                Statement("BEGIN"),
                Statement(Self.takeTurn, [.bytes(turn.tenant), .integer(turn.realm)]),
                Statement("INSERT INTO batches (tenant, id) VALUES ($1, $2)", [.bytes(turn.tenant), .bytes(batch)]),
            ], by: .now + answerTime)
        guard let row = answers[1].rows.first, row.count == 2, case .integer(let last) = row[0],
            case .integer(let now) = row[1]
        else { throw .unexpectedRow(reason: "the tenant has no clock") }
        (self.last, self.now, first) = (last, now, last)
    }

    /// Returns the next time of the tenant: later than all others, and not before the database's clock.
    package func nextTime() -> Int64 {
        last = max(last + 1, now << 16)
        return last
    }

    /// Returns the rows of a query. Throws `PostgresFault`.
    package func rows(_ sql: String, _ parameters: [Value] = []) throws(PostgresFault) -> [[Value]] {
        try run(sql, parameters).rows
    }

    /// Runs a statement that changes rows; returns how many, and what it returns. Throws `PostgresFault`.
    @discardableResult
    package func execute(_ sql: String, _ parameters: [Value] = []) throws(PostgresFault) -> Rows {
        writes += 1
        return try run(sql, parameters)
    }

    /// Runs statements that change rows, with one round trip. Throws `PostgresFault`.
    @discardableResult
    package func execute(_ statements: [Statement]) throws(PostgresFault) -> [Rows] {
        writes += statements.count
        return try noting { () throws(PostgresFault) in try send(statements) }
    }

    /// Sends a statement that changes rows with the next one, or with the commit. No rule may refuse it: its job has been
    /// told that it succeeded. If it fails nevertheless, each job of the batch is tried alone.
    package func executeLater(_ sql: String, _ parameters: [Value] = []) {
        writes += 1
        later.append(Statement(sql, parameters))
    }

    /// Notes that `id` of the kind `kind` changes: with the commit, `changes` gets a row whose time is then `last`, and
    /// the followers of all servers learn of it. A subject that is noted twice has one row.
    package func note(kind: Int64, id: [UInt8]) {
        writes += 1
        notes.insert(Change.Subject(kind: kind, id: id))
    }

    /// Whether followers have something to take in after the commit.
    var hasNotes: Bool { !notes.isEmpty }

    func commit() throws(PostgresFault) {
        // A change with the time of an earlier transaction would be missed by whoever has taken that one in.
        if hasNotes, last == first { _ = nextTime() }
        let changes = notes.map { $0.statement(in: turn, at: last) }
        let raise = Statement(Self.raise, [.bytes(turn.tenant), .integer(turn.realm), .integer(last)])
        _ = try send(changes + (last > first ? [raise] : []) + [Statement("COMMIT")])
    }

    /// Runs statements after those that wait, with one round trip, and returns their answers.
    private func send(_ statements: [Statement]) throws(PostgresFault) -> [Rows] {
        let waiting = later
        later = []
        do throws(PostgresFault) {
            return Array(try connection.run(waiting + statements, by: .now + answerTime).dropFirst(waiting.count))
        } catch .refused(let state, let constraint, let statement) {
            let fault = PostgresFault.refused(
                state: state, constraint: constraint, statement: statement - waiting.count)
            if statement < waiting.count, !state.passes { laterFault = laterFault ?? fault }
            throw fault
        }
    }

    private func run(_ sql: String, _ parameters: [Value]) throws(PostgresFault) -> Rows {
        let answers = try noting { () throws(PostgresFault) in
            try send([Statement(sql, parameters)])
        }
        return answers[0]
    }

    private func noting<Result>(_ body: () throws(PostgresFault) -> Result) throws(PostgresFault) -> Result {
        do throws(PostgresFault) {
            return try body()
        } catch {
            fault = fault ?? error
            throw error
        }
    }
}
