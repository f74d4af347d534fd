/// Reads a protocol-buffer message field by field.
package struct ProtobufReader {
    package struct Field {
        package var number: Int
        package var value: UInt64 = 0
        package var bytes: ArraySlice<UInt8> = []
    }

    private var rest: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    package mutating func next() throws -> Field? {
        guard !rest.isEmpty else { return nil }
        let key = try varint()
        var field = Field(number: Int(key >> 3))
        switch key & 7 {
        case 0: field.value = try varint()
        case 2:
            let length = Int(try varint())
            guard length <= rest.count else { throw DecodedTile.Fault("a field longer than its message") }
            field.bytes = rest.prefix(length)
            rest = rest.dropFirst(length)
        case 1: field.value = try fixed(bytes: 8)
        case 5: field.value = try fixed(bytes: 4)
        default: throw DecodedTile.Fault("wire type \(key & 7)")
        }
        return field
    }

    private mutating func fixed(bytes count: Int) throws -> UInt64 {
        guard rest.count >= count else { throw DecodedTile.Fault("a cut-off number") }
        var value: UInt64 = 0
        for (place, byte) in rest.prefix(count).enumerated() { value |= UInt64(byte) << UInt64(8 * place) }
        rest = rest.dropFirst(count)
        return value
    }

    private mutating func varint() throws -> UInt64 {
        var value: UInt64 = 0, shift: UInt64 = 0
        while let byte = rest.popFirst() {
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
            shift += 7
            guard shift < 64 else { break }
        }
        throw DecodedTile.Fault("a cut-off varint")
    }

    static func numbers(_ bytes: ArraySlice<UInt8>) throws -> [UInt64] {
        var reader = ProtobufReader(bytes), numbers: [UInt64] = []
        while !reader.rest.isEmpty { numbers.append(try reader.varint()) }
        return numbers
    }
}
