/// Reads what is new in `changes`, page by page.
struct ChangeReader: Sendable {
    /// A state of the clock, and the changes up to it or a part of them.
    struct Page {
        /// The tenant's last time, and the database's clock in milliseconds since 1970.
        let last: Int64
        let now: Int64
        let changes: [Change]
        /// Whether all changes up to `last` are there.
        let isComplete: Bool
    }

    /// One statement, so the clock and the changes are of one committed state.
    private static let query = """
        SELECT clocks.last, (extract(epoch FROM now()) * 1000)::bigint, new.time, new.kind, new.id
        FROM clocks LEFT JOIN LATERAL (
            SELECT time, kind, id FROM changes
            WHERE changes.tenant = clocks.tenant AND changes.realm = clocks.realm AND changes.time > $3
            ORDER BY time, kind, id LIMIT $4) AS new ON true
        WHERE clocks.tenant = $1 AND clocks.realm = $2 ORDER BY new.time, new.kind, new.id
        """
    private static let queryOfOneTime = """
        SELECT time, kind, id FROM changes WHERE tenant = $1 AND realm = $2 AND time = $3 ORDER BY kind, id
        """

    let turn: BatchWriter.Turn
    let reader: Reader
    /// About how many changes a page has.
    let size: Int

    /// Returns the first changes after `time`, in order. The changes of a transaction are on one page. Throws what
    /// `Reader.read(_:)` throws.
    func page(after time: Int64) async throws -> Page {
        let rows = try await reader.rows(Self.query, parameters(time) + [.integer(Int64(size))])
        guard let first = rows.first, first.count == 5, case .integer(let last) = first[0],
            case .integer(let now) = first[1]
        else { throw PostgresFault.unexpectedRow(reason: "the tenant has no clock") }
        if first[2] == .null { return Page(last: last, now: now, changes: [], isComplete: true) }
        var changes = try rows.map { try Change($0[2...]) }
        guard changes.count >= size, let end = changes.last?.time else {
            return Page(last: last, now: now, changes: changes, isComplete: true)
        }
        // The page may end within a transaction. All its rows were committed together, so a later look finds them all.
        changes.removeAll { $0.time == end }
        changes += try await reader.rows(Self.queryOfOneTime, parameters(end)).map { try Change($0[...]) }
        return Page(last: last, now: now, changes: changes, isComplete: false)
    }

    private func parameters(_ time: Int64) -> [Value] {
        [.bytes(turn.tenant), .integer(turn.realm), .integer(time)]
    }
}
