/// Takes fields from the bytes of a message one after the other, and never reads past their end.
struct MessageReader {
    let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns where the next `count` bytes lie. Throws `.endsEarly` when there are fewer.
    mutating func take(_ count: Int, _ field: MessageFault.Field) throws(MessageFault) -> Range<Int> {
        guard bytes.count - offset >= count else { throw MessageFault(field, .endsEarly, at: offset) }
        defer { offset += count }
        return offset..<offset + count
    }

    /// Reads an integer of up to eight bytes, the highest first.
    mutating func integer(_ count: Int, _ field: MessageFault.Field) throws(MessageFault) -> UInt64 {
        var number: UInt64 = 0
        for index in try take(count, field) { number = number << 8 | UInt64(bytes[index]) }
        return number
    }

    mutating func bytes32(_ field: MessageFault.Field) throws(MessageFault) -> Bytes32 {
        Bytes32(startOf: bytes[try take(Bytes32.count, field)])
    }
}
