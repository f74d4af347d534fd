import PostgresLanes
import Testing

@Suite(.enabled(if: TestCluster.address != nil))
struct ChangeTests {
    private struct Rule: Error {}

    @Test func changeHasTheTimeOfItsTransaction() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let writer = BatchWriter(to: cluster), reader = Reader(to: cluster)
        defer { writer.close(); reader.close() }
        let times = try await writer.write(in: turn) { transaction in
            transaction.note(kind: 3, id: [1])
            // Once more, and something else.
            transaction.note(kind: 3, id: [1])
            transaction.note(kind: 3, id: [])
            return (transaction.nextTime(), transaction.nextTime())
        }
        // One that takes no time of its own comes after all that followers may have taken in.
        try await writer.write(in: turn) { $0.note(kind: 4, id: [2]) }
        let last = try await reader.last(of: turn)
        #expect(last > times.1)
        let changes = try await reader.changes(of: turn)
        #expect(
            changes == [
                Change(time: times.1, kind: 3, id: []), Change(time: times.1, kind: 3, id: [1]),
                Change(time: last, kind: 4, id: [2]),
            ])
    }

    @Test func notesOfFailedWritesAreForgotten() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let writer = BatchWriter(to: cluster), reader = Reader(to: cluster)
        defer { writer.close(); reader.close() }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    try? await writer.write(in: turn) { transaction in
                        transaction.note(kind: Int64(number), id: [])
                        if number % 4 == 1 { throw Rule() }
                        if number % 4 == 2 { try transaction.execute("SELECT 1 / 0") }
                    }
                }
            }
        }
        let kept = try await reader.changes(of: turn).map { Int($0.kind) }
        #expect(kept.sorted() == (0..<100).filter { $0 % 4 == 0 || $0 % 4 == 3 })
    }

    @Test func statementsThatAreSentTogetherNoteChanges() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let writer = BatchWriter(to: cluster), reader = Reader(to: cluster)
        defer { writer.close(); reader.close() }
        for number in [5, 6, 6] as [Int64] {
            // The second 6 violates a key.
            try? await writer.write(in: turn) { (transaction) throws(PostgresFault) in
                transaction.note(kind: number, id: [7])
                return [transaction.row(number, of: turn)]
            } reading: { _ in
            }
        }
        #expect(try await reader.changes(of: turn).map(\.kind) == [5, 6])
    }

    @Test func changesOlderThanADayAreDeletedInSteps() async throws {
        let database = try await OwnDatabase(), cluster = database.cluster
        let turn = try TestCluster.turn(on: cluster), other = BatchWriter.Turn(tenant: turn.tenant, realm: 1)
        try BatchWriter.prepare([other], on: cluster)
        let writer = BatchWriter(to: cluster), reader = Reader(to: cluster), lane = Housekeeping(to: cluster)
        defer { writer.close(); reader.close(); lane.close() }
        for number in 0..<25 as Range<Int64> {
            try await writer.write(in: turn) { transaction in
                for id in 0..<3 as Range<UInt8> { transaction.note(kind: number, id: [id]) }
            }
        }
        try await writer.write(in: other) { $0.note(kind: 1, id: []) }
        try database.setClock(23 * 3600)
        try await writer.write(in: turn) { $0.note(kind: 100, id: []) }
        #expect(try await Change.deleteOld(in: turn, by: lane, step: 10) == 0)
        try database.setClock(25 * 3600)
        #expect(try await Change.deleteOld(in: turn, by: lane, step: 10) == 75)
        #expect(try await reader.changes(of: turn).map(\.kind) == [100])
        #expect(try await reader.changes(of: other).map(\.kind) == [1])
    }
}

extension Reader {
    /// Returns all changes, in order.
    func changes(of turn: BatchWriter.Turn) async throws -> [Change] {
        let rows = try await rows(
            "SELECT time, kind, id FROM changes WHERE tenant = $1 AND realm = $2 ORDER BY time, kind, id",
            [.bytes(turn.tenant), .integer(turn.realm)])
        return try rows.map { row in
            guard case .integer(let time) = row[0], case .integer(let kind) = row[1], case .bytes(let id) = row[2]
            else { throw PostgresFault.unexpectedRow(reason: "a change has other columns") }
            return Change(time: time, kind: kind, id: id)
        }
    }

    /// Returns the last time of the tenant.
    func last(of turn: BatchWriter.Turn) async throws -> Int64 {
        let rows = try await rows(
            "SELECT last FROM clocks WHERE tenant = $1 AND realm = $2", [.bytes(turn.tenant), .integer(turn.realm)])
        guard case .integer(let last)? = rows.first?.first else {
            throw PostgresFault.unexpectedRow(reason: "the tenant has no clock")
        }
        return last
    }
}
