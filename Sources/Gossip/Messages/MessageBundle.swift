/// Messages in one piece, as files and phones carry them. Integers are big endian.
///
///     0–3      `HBM1`
///     4–11     place
///     12–15    number of messages
///     16–      for each message its length (4) and its bytes
///     then 32  SHA-256 of everything before, against damage
///
/// Only the framing is checked here: a reader treats each message as one that a stranger sent.
package struct MessageBundle: Equatable, Sendable {
    package static let headerLength = 16
    /// The bytes that each message adds to its own.
    package static let lengthOfLength = 4

    package let place: PlaceCode
    package let messages: [[UInt8]]

    package init(of place: PlaceCode, _ messages: [[UInt8]]) { (self.place, self.messages) = (place, messages) }

    /// Reads a bundle of at most `most` messages. Throws the first fault in the order of the bytes.
    package init(bytes: [UInt8], most: Int) throws(BundleFault) {
        var reader = BundleReader(bytes)
        guard try reader.integer(4) == Self.magic else { throw BundleFault(.noBundle, at: 0) }
        place = PlaceCode(rawValue: try reader.integer(8))
        let count = try reader.integer(4)
        guard count <= UInt64(most) else { throw BundleFault(.tooManyMessages, at: 12) }
        var messages: [[UInt8]] = []
        for _ in 0..<count {
            let start = reader.offset, length = try reader.integer(4)
            guard length <= UInt64(Message.maximumLength) else { throw BundleFault(.messageTooLong, at: start) }
            messages.append(Array(bytes[try reader.take(Int(length))]))
        }
        self.messages = messages
        let end = reader.offset, digest = Bytes32(startOf: bytes[try reader.take(Bytes32.count)])
        guard reader.offset == bytes.count else { throw BundleFault(.goesOn, at: reader.offset) }
        guard digest == PortableSHA256.digest(of: bytes[..<end]) else { throw BundleFault(.damaged, at: end) }
    }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(Self.magic, count: 4)
        bytes.appendBigEndian(place.rawValue)
        bytes.appendBigEndian(UInt64(messages.count), count: 4)
        for message in messages {
            bytes.appendBigEndian(UInt64(message.count), count: Self.lengthOfLength)
            bytes += message
        }
        return bytes + PortableSHA256.digest(of: bytes).bytes
    }

    /// `HBM1`.
    private static let magic: UInt64 = 0x4842_4d31
}

/// Why bytes are no bundle of messages: how, and where.
package struct BundleFault: Error, Equatable, Sendable {
    package enum Cause: Sendable {
        /// The bytes do not begin with `HBM1`.
        case noBundle
        case endsEarly
        case goesOn
        case tooManyMessages
        /// Longer than any message can be.
        case messageTooLong
        /// The digest at the end is not that of the bytes.
        case damaged
    }

    package let cause: Cause
    /// Where the faulty part begins, in bytes from the start of the bundle.
    package let offset: Int

    package init(_ cause: Cause, at offset: Int) { (self.cause, self.offset) = (cause, offset) }
}

private struct BundleReader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func take(_ count: Int) throws(BundleFault) -> Range<Int> {
        guard bytes.count - offset >= count else { throw BundleFault(.endsEarly, at: offset) }
        defer { offset += count }
        return offset..<offset + count
    }

    mutating func integer(_ count: Int) throws(BundleFault) -> UInt64 {
        var number: UInt64 = 0
        for index in try take(count) { number = number << 8 | UInt64(bytes[index]) }
        return number
    }
}
