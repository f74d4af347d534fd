internal import CPostgres
internal import Glibc
import Synchronization

/// A connection of libpq in pipeline mode. One thread makes it, uses it and closes it.
///
/// A class because it owns the connection. Marked safe because the pointer of libpq never leaves it: each connection is
/// made, used and finished by this class alone, on one thread.
@safe package final class Connection {
    /// What the server still has to answer, in order.
    private enum Owed {
        case preparation(sql: String)
        case rows
        case sync
    }

    /// The number of connections of this process.
    private static let count = Atomic(0)

    package static var openCount: Int { count.load(ordering: .relaxed) }

    /// About how many prepared statements the server keeps for us.
    private static let mostPrepared = 500

    private let handle: OpaquePointer
    private let warnings = Warnings()
    private var names: [String: String] = [:]
    private var namesMade = 0
    private var owed: [Owed] = []
    /// How many of the statements that the server owes answers for were sent by `sendAhead(_:)`.
    private var ahead = 0

    /// Connects with libpq's `settings`; blocks up to their `connect_timeout`. Throws `connectionLost`.
    package init(_ settings: [String: String]) throws(PostgresFault) {
        let pairs = settings.sorted { $0.key < $1.key }
        let made = unsafe Self.withCStrings(pairs.map(\.key)) { keywords in
            unsafe Self.withCStrings(pairs.map(\.value)) { values in unsafe PQconnectdbParams(keywords, values, 0) }
        }
        guard let made = unsafe made else { throw .connectionLost(reason: "there is no memory for a connection") }
        unsafe handle = unsafe made
        Self.count.add(1, ordering: .relaxed)
        guard unsafe PQstatus(handle) == CONNECTION_OK, unsafe PQsetnonblocking(handle, 1) == 0,
            unsafe PQenterPipelineMode(handle) == 1
        else {
            // `deinit` finishes the connection.
            throw .connectionLost(reason: unsafe Self.message(of: handle))
        }
        unsafe PQsetNoticeReceiver(
            handle, { context, result in unsafe Warnings.take(context, result) },
            Unmanaged.passUnretained(warnings).toOpaque())
    }

    deinit {
        unsafe PQfinish(handle)
        Self.count.subtract(1, ordering: .relaxed)
    }

    /// The number of the process that answers, as it introduced itself. A pooler between has one of its own.
    var processID: Int64 { Int64(unsafe PQbackendPID(handle)) }

    /// Runs `statements` in one pipeline, with one round trip. Outside `BEGIN` and `COMMIT` they are one transaction.
    ///
    /// Throws `refused` for the first statement that fails; the others have no effect. After a fault for which
    /// `endsConnection` is true the connection must be dropped.
    @discardableResult
    package func run(
        _ statements: [Statement], by deadline: ContinuousClock.Instant
    ) throws(PostgresFault) -> [Rows] {
        warnings.onlyHere = false
        for statement in statements { try send(statement) }
        guard unsafe PQpipelineSync(handle) == 1 else { throw lost }
        owed.append(.sync)
        let rows = try receive(by: deadline)
        // A commit whose wait for a standby was cancelled is answered as a success, with a warning.
        if warnings.onlyHere { throw .committedOnOneHost }
        return rows
    }

    /// Sends a statement in a pipeline of its own and does not wait; the next `run` takes its answer first. So its fault
    /// is that of the next `run`, unless it is one of a statement there.
    func sendAhead(_ statement: Statement) throws(PostgresFault) {
        try send(statement)
        guard unsafe PQpipelineSync(handle) == 1, unsafe PQflush(handle) >= 0 else { throw lost }
        owed.append(.sync)
        ahead += 1
    }

    /// Returns the channels of the notifications that have arrived, waiting for the first until `deadline` or until the
    /// file `other` has something to read.
    package func notifications(
        by deadline: ContinuousClock.Instant, or other: Int32? = nil
    ) throws(PostgresFault) -> [String] {
        var channels: [String] = []
        while true {
            while let notification = unsafe PQnotifies(handle) {
                channels.append(unsafe String(cString: notification.pointee.relname))
                unsafe PQfreemem(notification)
            }
            guard channels.isEmpty, ContinuousClock.now < deadline else { return channels }
            do throws(PostgresFault) {
                guard try wait(by: deadline, or: other) else { return channels }
            } catch .deadlineMissed {
                return channels
            }
        }
    }

    // MARK: Sending

    private func send(_ statement: Statement) throws(PostgresFault) {
        let name = try preparedName(of: statement.sql)
        // The first byte lets an empty text have an address.
        var flat: [UInt8] = [0]
        var starts: [Int?] = [], lengths: [Int32] = []
        for parameter in statement.parameters {
            let bytes = parameter.encoded
            starts.append(bytes.map { _ in flat.count })
            lengths.append(Int32(clamping: bytes?.count ?? 0))
            flat += bytes ?? []
        }
        flat.append(0)
        let isSent = unsafe flat.withUnsafeBytes { buffer in
            let base = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            var values: [UnsafePointer<CChar>?] = unsafe []
            for start in starts {
                if let base = unsafe base, let start {
                    unsafe values.append(base + start)
                } else {
                    unsafe values.append(nil)
                }
            }
            let formats = [Int32](repeating: 1, count: starts.count)
            return unsafe PQsendQueryPrepared(handle, name, Int32(starts.count), values, lengths, formats, 1) == 1
        }
        guard isSent else { throw lost }
        owed.append(.rows)
    }

    /// Returns the name of the prepared statement, and prepares it first if the server does not have it.
    private func preparedName(of sql: String) throws(PostgresFault) -> String {
        if let name = names[sql] { return name }
        namesMade += 1
        let name = "s\(namesMade)"
        guard unsafe PQsendPrepare(handle, name, sql, 0, nil) == 1 else { throw lost }
        owed.append(.preparation(sql: sql))
        names[sql] = name
        return name
    }

    // MARK: Receiving

    /// Takes all answers up to the sync.
    private func receive(by deadline: ContinuousClock.Instant) throws(PostgresFault) -> [Rows] {
        var all: [Rows] = [], executed = -ahead, refusal: PostgresFault?
        let awaited = owed
        (owed, ahead) = ([], 0)
        for one in awaited {
            guard let result = try unsafe next(by: deadline) else { throw lost }
            defer { unsafe PQclear(result) }
            let status = unsafe PQresultStatus(result)
            if case .sync = one {
                guard status == PGRES_PIPELINE_SYNC else { throw .connectionLost(reason: "answers are out of step") }
                continue
            }
            if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK {
                if case .rows = one {
                    // A row that can't be read must not leave the later answers unread.
                    do throws(PostgresFault) {
                        let rows = try unsafe Self.rows(result)
                        if executed >= 0 { all.append(rows) }
                    } catch {
                        refusal = refusal ?? error
                    }
                }
            } else {
                if case .preparation(let sql) = one { names[sql] = nil }
                if status != PGRES_PIPELINE_ABORTED { refusal = refusal ?? (unsafe fault(result, of: executed)) }
            }
            if case .rows = one { executed += 1 }
            // The end of this statement's answers.
            guard try unsafe next(by: deadline) == nil else {
                throw .connectionLost(reason: "answers are out of step")
            }
        }
        if let refusal { throw refusal }
        forgetPrepared(by: deadline)
        return all
    }

    /// Makes room on the server once many different statements have been prepared.
    private func forgetPrepared(by deadline: ContinuousClock.Instant) {
        guard names.count > Self.mostPrepared else { return }
        // The next use finds the connection's fault, if there is one.
        _ = try? run([Statement("DEALLOCATE ALL")], by: deadline)
        names = [:]
    }

    /// Returns the next result; `nil` ends those of a statement.
    private func next(by deadline: ContinuousClock.Instant) throws(PostgresFault) -> OpaquePointer? {
        while unsafe PQisBusy(handle) == 1 || PQflush(handle) != 0 {
            guard unsafe PQstatus(handle) == CONNECTION_OK else { throw lost }
            try wait(by: deadline)
        }
        return unsafe PQgetResult(handle)
    }

    /// Waits until the socket has something to read, or takes what waits to be sent; reads what there is. Returns false
    /// when only the file `other` has something to read.
    @discardableResult
    private func wait(by deadline: ContinuousClock.Instant, or other: Int32? = nil) throws(PostgresFault) -> Bool {
        let unsent = unsafe PQflush(handle)
        guard unsent >= 0 else { throw lost }
        let events = Int16(POLLIN) | (unsent == 1 ? Int16(POLLOUT) : 0)
        // A negative number is a file that `poll` passes over.
        var files = unsafe (
            pollfd(fd: PQsocket(handle), events: events, revents: 0),
            pollfd(fd: other ?? -1, events: Int16(POLLIN), revents: 0)
        )
        let left = (deadline - .now).milliseconds
        guard left > 0 else { throw .deadlineMissed }
        let count = unsafe withUnsafeMutableBytes(of: &files) { bytes in
            unsafe poll(bytes.assumingMemoryBound(to: pollfd.self).baseAddress, 2, Int32(clamping: left))
        }
        guard count != 0 else { throw .deadlineMissed }
        guard count > 0 || errno == EINTR else { throw .connectionLost(reason: "poll failed with errno \(errno)") }
        if count > 0, files.0.revents == 0 { return false }
        guard unsafe PQconsumeInput(handle) == 1 else { throw lost }
        return true
    }

    // MARK: Reading results

    private static func rows(_ result: OpaquePointer) throws(PostgresFault) -> Rows {
        let columns = unsafe PQnfields(result), count = unsafe PQntuples(result)
        var rows: [[Value]] = []
        rows.reserveCapacity(Int(count))
        for row in 0..<count {
            var values: [Value] = []
            values.reserveCapacity(Int(columns))
            for column in 0..<columns { values.append(try unsafe value(result, row, column)) }
            rows.append(values)
        }
        let affected = unsafe Int(String(cString: PQcmdTuples(result))) ?? 0
        return Rows(rows: rows, affected: affected)
    }

    private static func value(
        _ result: OpaquePointer, _ row: Int32, _ column: Int32
    ) throws(PostgresFault) -> Value {
        if unsafe PQgetisnull(result, row, column) == 1 { return .null }
        let length = unsafe Int(PQgetlength(result, row, column))
        let start = unsafe UnsafeRawPointer(PQgetvalue(result, row, column))
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: length).bindMemory(to: UInt8.self)
        return try unsafe Value(Span(_unsafeElements: bytes), oid: PQftype(result, column))
    }

    private func fault(_ result: OpaquePointer, of statement: Int) -> PostgresFault {
        let state = SQLState(unsafe Self.field(Int32(HEREABOUTS_SQLSTATE), of: result) ?? "")
        if state.code.isEmpty || state.isOfHost { return .connectionLost(reason: "the server ended it (\(state))") }
        let constraint = unsafe Self.field(Int32(HEREABOUTS_CONSTRAINT_NAME), of: result)
        return .refused(state: state, constraint: constraint, statement: statement)
    }

    fileprivate static func field(_ code: Int32, of result: OpaquePointer?) -> String? {
        unsafe PQresultErrorField(result, code).map { unsafe String(cString: $0) }
    }

    private var lost: PostgresFault { .connectionLost(reason: unsafe Self.message(of: handle)) }

    /// libpq's first line about the connection; it holds no data of rows.
    private static func message(of handle: OpaquePointer) -> String {
        let text = unsafe String(cString: PQerrorMessage(handle))
        return text.split(separator: "\n").first.map(String.init) ?? "the server closed the connection"
    }

    private static func withCStrings(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> OpaquePointer?
    ) -> OpaquePointer? {
        let copies = unsafe strings.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        let pointers = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
        return unsafe pointers.withUnsafeBufferPointer { unsafe $0.baseAddress.flatMap(body) }
    }
}

/// Warnings of one connection. libpq calls `take` on the connection's thread.
private final class Warnings {
    /// Whether a commit reached the disk of one host only.
    var onlyHere = false

    static func take(_ context: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
        guard let context = unsafe context else { return }
        let warnings = unsafe Unmanaged<Warnings>.fromOpaque(context).takeUnretainedValue()
        // SQLSTATE 01000 is the class of plain warnings; a commit has no other.
        if unsafe Connection.field(Int32(HEREABOUTS_SQLSTATE), of: result) == "01000" { warnings.onlyHere = true }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
