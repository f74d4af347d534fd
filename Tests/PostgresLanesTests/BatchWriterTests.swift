import PostgresLanes
import Testing

@Suite(.enabled(if: TestCluster.address != nil))
struct BatchWriterTests {
    private struct Rule: Error, Equatable {}

    @Test func failingWritesUndoOnlyThemselves() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let writer = BatchWriter(to: cluster), reader = Reader(to: cluster)
        defer { writer.close(); reader.close() }
        // Of each seven, the second breaks a rule after it has written, the third is refused by the database in steps,
        // the fourth is refused among statements that were sent together, the seventh when it is sent later.
        let ends = await withTaskGroup(of: (Int64, Bool).self) { group in
            for number in Int64(0)..<200 {
                group.addTask {
                    do {
                        try await Self.write(number, to: writer, turn)
                        return (number, true)
                    } catch {
                        return (number, false)
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        let kept = try await reader.numbers(of: turn).map(\.number)
        #expect(kept.sorted() == (0..<200).filter { [0, 4, 5].contains($0 % 7) })
        #expect(Set(kept) == Set(ends.filter(\.value).keys))
    }

    private static func write(_ number: Int64, to writer: BatchWriter, _ turn: BatchWriter.Turn) async throws {
        switch number % 7 {
        case 0, 1:
            try await writer.write(in: turn) { transaction in
                let statement = transaction.row(number, of: turn)
                try transaction.execute(statement.sql, statement.parameters)
                if number % 7 == 1 { throw Rule() }
            }
        case 2:
            try await writer.write(in: turn) { transaction in
                let statement = transaction.row(-number, of: turn)
                try transaction.execute(statement.sql, statement.parameters)
            }
        case 5, 6:
            try await writer.write(in: turn) { transaction in
                let statement = transaction.row(number % 7 == 5 ? number : -number, of: turn)
                transaction.executeLater(statement.sql, statement.parameters)
            }
        case let rest:
            try await writer.write(in: turn) { transaction throws(PostgresFault) in
                [transaction.row(rest == 3 ? -number : number, of: turn)]
            } reading: { _ in
            }
        }
    }

    @Test func ruleThatRefusesBeforeWritingIsTheCallersError() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let writer = BatchWriter(to: cluster)
        defer { writer.close() }
        await #expect(throws: Rule()) {
            try await writer.write(in: turn) { transaction in
                #expect(try transaction.rows("SELECT 1 WHERE false").isEmpty)
                throw Rule()
            }
        }
        await #expect(throws: Rule()) {
            try await writer.write(in: turn) { (_) throws(PostgresFault) in
                [Statement("SELECT 1::bigint")]
            } reading: { rows in
                #expect(rows[0].rows == [[.integer(1)]])
                throw Rule()
            }
        }
    }

    @Test func violatedConstraintIsNamed() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let writer = BatchWriter(to: cluster)
        defer { writer.close() }
        for expected in ["", "test_rows_tenant_number_key"] {
            do {
                try await writer.write(in: turn) { transaction throws(PostgresFault) in
                    [transaction.row(7, of: turn)]
                } reading: { _ in
                }
                #expect(expected.isEmpty)
            } catch PostgresFault.refused(let state, let constraint, _) {
                #expect(state == .uniqueViolation)
                #expect(constraint == expected)
            }
        }
    }

    /// Two servers write; a reader with a cursor must not miss a row, which it would if a lower time could be committed
    /// after a higher one was seen.
    @Test func orderOfTimesIsOrderOfCommits() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let writers = try [BatchWriter(to: cluster), BatchWriter(to: TestCluster.make())]
        let reader = Reader(to: cluster)
        defer { reader.close(); for writer in writers { writer.close() } }
        async let written: Void = withThrowingTaskGroup(of: Void.self) { group in
            for number in Int64(0)..<400 {
                group.addTask { try await Self.write(number * 7, to: writers[Int(number % 2)], turn) }
            }
            try await group.waitForAll()
        }
        var seen: [Int64] = [], last: Int64 = 0
        // A missed row is missed for ever: the reader does not end then, and neither may the test.
        let end = ContinuousClock.now + .seconds(60)
        while seen.count < 400, ContinuousClock.now < end {
            for row in try await reader.numbers(of: turn, after: last) {
                seen.append(row.number)
                last = row.time
            }
        }
        try await written
        #expect(Set(seen).count == 400)
    }

    @Test func longTransactionsGetEnoughTimes() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let writer = BatchWriter(to: cluster)
        defer { writer.close() }
        let times = try await writer.write(in: turn) { transaction in
            (0..<5000).map { _ in transaction.nextTime() }
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        let next = try await writer.write(in: turn) { $0.nextTime() }
        #expect(next > times[4999])
    }

    @Test func closedWriterRefuses() async throws {
        let cluster = try TestCluster.make(), turn = try TestCluster.turn(on: cluster)
        let writer = BatchWriter(to: cluster)
        writer.close()
        await #expect(throws: PostgresFault.laneClosed) { try await writer.write(in: turn) { $0.nextTime() } }
    }
}
