import Foundation
import PostgresLanes
import Synchronization

/// Writes numbered rows from many callers, and says which were acknowledged.
///
///     PostgresLedger ADDRESS CALLERS SECONDS FILE [steps]
///
/// Every second row is written in steps, the others together with those of other callers; with `steps` all are.
/// Nothing but the batches' ids prevents that a row is written twice. A reader follows the rows by their times. At the
/// end FILE has a line for each acknowledged row, `key time acknowledged-at`, and the lines `seen key time` of the
/// reader, in the order in which it saw them.
@main
struct Ledger {
    /// A row came back without its time.
    fileprivate struct Fault: Error {}

    private static let tenant = [UInt8](repeating: 7, count: 16)
    private static let turn = BatchWriter.Turn(tenant: tenant, realm: 0)
    private static let table = """
        CREATE TABLE ledger (
            tenant bytea NOT NULL, time bigint NOT NULL, key bytea NOT NULL, PRIMARY KEY (tenant, time))
        """

    static func main() async throws {
        let given = CommandLine.arguments
        guard given.count == 5 || given.count == 6, let callers = Int(given[2]), let seconds = Double(given[3]) else {
            print("usage: PostgresLedger ADDRESS CALLERS SECONDS FILE [steps]")
            exit(2)
        }
        let cluster = try Cluster(given[1])
        let writer = BatchWriter(to: cluster), reader = Reader(to: cluster, connections: 2)
        try Schema.make([BatchWriter.step, Schema.Step("ledger", [table])], on: cluster)
        try BatchWriter.prepare([turn], on: cluster)
        let end = ContinuousClock.now + .seconds(seconds)
        let notes = Notes()
        async let seen = follow(reader, notes)
        await withTaskGroup(of: Void.self) { group in
            for caller in 0..<callers {
                let inSteps = given.count == 6 || caller % 2 == 1
                group.addTask { await write(to: writer, inSteps: inSteps, until: end, notes) }
            }
        }
        // What was written last is read, too.
        try await Task.sleep(for: .milliseconds(200))
        notes.isDone.withLock { $0 = true }
        let all = notes.lines.withLock { $0 } + (await seen)
        try (all.joined(separator: "\n") + "\n").write(toFile: given[4], atomically: true, encoding: .utf8)
        for (fault, count) in notes.faults.withLock({ $0 }).sorted(by: { $0.key < $1.key }) { print(count, fault) }
        writer.close()
        reader.close()
    }

    private static func write(
        to writer: BatchWriter, inSteps: Bool, until end: ContinuousClock.Instant, _ notes: Notes
    ) async {
        while ContinuousClock.now < end {
            let key = (0..<16).map { _ in UInt8.random(in: 0...255) }
            do {
                let time =
                    inSteps
                    ? try await writer.write(in: turn) { transaction in
                        let (statement, time) = transaction.row(key, of: tenant)
                        try transaction.execute(statement.sql, statement.parameters)
                        return time
                    }
                    : try await writer.write(in: turn) { transaction throws(PostgresFault) in
                        [transaction.row(key, of: tenant).0]
                    } reading: { rows in
                        guard case .integer(let time)? = rows[0].rows.first?.first else { throw Ledger.Fault() }
                        return time
                    }
                let line = "\(hexadecimal(key)) \(time) \(Date().timeIntervalSince1970)"
                notes.lines.withLock { $0.append(line) }
            } catch {
                notes.faults.withLock { $0["\(error)", default: 0] += 1 }
                try? await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    /// Reads what is newer than the last row seen, until the writers have ended; returns a line for each row.
    private static func follow(_ reader: Reader, _ notes: Notes) async -> [String] {
        var lines: [String] = [], last: Int64 = 0
        while true {
            let isLast = notes.isDone.withLock { $0 }, after = last
            let rows = try? await reader.read { snapshot in
                try snapshot.rows(
                    "SELECT key, time FROM ledger WHERE tenant = $1 AND time > $2 ORDER BY time LIMIT 1000",
                    [.bytes(tenant), .integer(after)])
            }
            for row in rows ?? [] {
                guard case .bytes(let key) = row[0], case .integer(let time) = row[1] else { continue }
                lines.append("seen \(hexadecimal(key)) \(time)")
                last = time
            }
            if isLast, rows?.isEmpty == true { return lines }
            if (rows ?? []).isEmpty { try? await Task.sleep(for: .milliseconds(5)) }
        }
    }
}

/// What the callers note together. A class because they share it.
private final class Notes: Sendable {
    let lines = Mutex<[String]>([])
    let faults = Mutex<[String: Int]>([:])
    let isDone = Mutex(false)
}

private func hexadecimal(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

extension Transaction {
    /// Returns the statement that adds a row, and the row's time.
    fileprivate func row(_ key: [UInt8], of tenant: [UInt8]) -> (Statement, Int64) {
        let time = nextTime()
        let sql = "INSERT INTO ledger (tenant, time, key) VALUES ($1, $2, $3) RETURNING time"
        return (Statement(sql, [.bytes(tenant), .integer(time), .bytes(key)]), time)
    }
}
