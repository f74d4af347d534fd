/// Cuts a stream of bytes into frames: each is its length (4 bytes, big endian, at least 1) and so many bytes.
package struct FrameReader: Sendable {
    package static let prefixLength = 4

    /// The greatest length of a frame. A longer one is refused by its first four bytes.
    package var longest: Int
    private var bytes: [UInt8] = []
    private var start = 0

    package init(longest: Int) { self.longest = longest }

    /// How many bytes wait for the rest of their frame, or to be taken.
    package var count: Int { bytes.count - start }

    package mutating func append(_ more: some Sequence<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    /// Returns the next whole frame; `nil` while bytes are missing.
    package mutating func next() throws(FrameLengthFault) -> [UInt8]? {
        guard count >= Self.prefixLength else { return nil }
        let length = bytes[start..<start + Self.prefixLength].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard length > 0, Int64(length) <= Int64(longest) else { throw FrameLengthFault(length: length) }
        let end = start + Self.prefixLength + Int(length)
        guard end <= bytes.count else { return nil }
        defer { start = end }
        return Array(bytes[start + Self.prefixLength..<end])
    }

    /// The bytes that go before a frame.
    package static func prefix(_ length: Int) -> [UInt8] {
        (0..<prefixLength).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
    }
}

/// A frame that says that it is empty, or longer than allowed.
package struct FrameLengthFault: Error, Equatable, Sendable {
    package let length: UInt32

    package init(length: UInt32) { self.length = length }
}
