/// Writes a protocol buffer message (protobuf.dev, "Encoding"), field by field.
package struct Message {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// A varint field.
    package mutating func number(_ field: Int, _ value: UInt64) {
        append(UInt64(field) << 3)
        append(value)
    }

    package mutating func signed(_ field: Int, _ value: Int64) { number(field, Self.zigzag(value)) }

    /// A length-delimited field.
    package mutating func bytes(_ field: Int, _ content: some Collection<UInt8>) {
        append(UInt64(field) << 3 | 2)
        append(UInt64(content.count))
        bytes += content
    }

    package mutating func text(_ field: Int, _ content: String) { bytes(field, [UInt8](content.utf8)) }
    package mutating func message(_ field: Int, _ content: Message) { bytes(field, content.bytes) }

    /// A packed column of plain numbers; left out when empty, as the format's writers do.
    package mutating func column(_ field: Int, _ values: [UInt64]) {
        guard !values.isEmpty else { return }
        var content = Message()
        for value in values { content.append(value) }
        bytes(field, content.bytes)
    }

    /// A packed column of zigzag numbers.
    package mutating func signedColumn(_ field: Int, _ values: [Int64]) { column(field, values.map(Self.zigzag)) }

    /// A packed column of the differences between neighbours.
    package mutating func deltaColumn(_ field: Int, _ values: [Int64]) {
        signedColumn(field, zip(values, [0] + values).map { $0 &- $1 })
    }

    private mutating func append(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func zigzag(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }
}
