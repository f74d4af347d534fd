/// A parameter of a statement or a column of a row, in PostgreSQL's binary format.
package enum Value: Hashable, Sendable {
    case null
    /// `bigint`; read from `smallint`, `integer` and `boolean`, too.
    case integer(Int64)
    /// `double precision`; read from `real`, too.
    case real(Double)
    /// `text`
    case text(String)
    /// `bytea`, or the 16 bytes of a `uuid`
    case bytes([UInt8])

    /// The bytes that libpq sends; `nil` for null.
    var encoded: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let number): Self.bigEndian(UInt64(bitPattern: number))
        case .real(let number): Self.bigEndian(number.bitPattern)
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        }
    }

    /// Reads a column of type `oid`; throws `unexpectedRow` for types that no table of ours has.
    init(_ bytes: Span<UInt8>, oid: UInt32) throws(PostgresFault) {
        switch (oid, bytes.count) {
        case (16, 1), (21, 2), (23, 4), (20, 8): self = .integer(Self.signed(bytes))
        case (700, 4): self = .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: Self.signed(bytes)))))
        case (701, 8): self = .real(Double(bitPattern: UInt64(bitPattern: Self.signed(bytes))))
        case (25, _), (1043, _), (19, _): self = .text(String(decoding: Array(copying: bytes), as: UTF8.self))
        case (2278, _): self = .null  // `void`
        case (17, _), (2950, 16): self = .bytes(Array(copying: bytes))
        default: throw .unexpectedRow(reason: "a column has the type with the number \(oid)")
        }
    }

    private static func bigEndian(_ bits: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    }

    /// Returns the number of 1, 2, 4 or 8 bytes, of which the first is the highest.
    private static func signed(_ bytes: Span<UInt8>) -> Int64 {
        var number = Int64(Int8(bitPattern: bytes[0]))
        for index in 1..<max(1, bytes.count) { number = number << 8 | Int64(bytes[index]) }
        return number
    }
}

extension [UInt8] {
    fileprivate init(copying span: Span<UInt8>) {
        unsafe self.init(unsafeUninitializedCapacity: span.count) { buffer, count in
            for index in span.indices { unsafe buffer[index] = span[index] }
            count = span.count
        }
    }
}

/// A statement with its parameters, `$1` to `$n`.
package struct Statement: Sendable {
    package let sql: String
    package let parameters: [Value]

    package init(_ sql: String, _ parameters: [Value] = []) {
        self.sql = sql
        self.parameters = parameters
    }
}

/// The answer to a statement.
package struct Rows: Sendable {
    /// The returned rows; each has the columns in the statement's order.
    package let rows: [[Value]]
    /// The number of rows that the statement inserted, changed, deleted or returned.
    package let affected: Int
}
