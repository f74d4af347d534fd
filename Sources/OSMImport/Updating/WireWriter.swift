/// Writes one protocol buffer message (protobuf.dev, "Encoding").
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func number(_ field: UInt64, _ value: UInt64) {
        varint(field << 3)
        varint(value)
    }

    /// Writes a number in zigzag encoding.
    mutating func signed(_ field: UInt64, _ value: Int64) { number(field, Self.zigzag(value)) }

    mutating func bytes(_ field: UInt64, _ content: some Collection<UInt8>) {
        varint(field << 3 | 2)
        varint(UInt64(content.count))
        bytes += content
    }

    mutating func message(_ field: UInt64, _ message: WireWriter) { bytes(field, message.bytes) }

    /// Writes a packed column; an empty one is left out.
    mutating func column(_ field: UInt64, _ values: some Sequence<UInt64>) {
        var column = WireWriter()
        for value in values { column.varint(value) }
        if !column.bytes.isEmpty { message(field, column) }
    }

    /// Writes a packed column of the differences of `values`; an empty one is left out.
    mutating func differences(_ field: UInt64, _ values: some Sequence<Int64>) {
        var last: Int64 = 0
        column(
            field,
            values.lazy.map { value in
                defer { last = value }
                return Self.zigzag(value &- last)
            })
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest > 0x7f {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// 0, -1, 1, -2, … become 0, 1, 2, 3, …
    private static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }
}
