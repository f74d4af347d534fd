/// Whole numbers as bytes: zigzag, base 128 (developers.google.com/protocol-buffers/docs/encoding).
package enum Differences {
    /// Appends one, in up to ten bytes.
    package static func append(_ difference: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: difference << 1 ^ difference >> 63)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// Reads them one after the other. Never leaves its bytes, whatever they hold.
@safe
package struct DifferenceReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0

    /// Whether what was read so far was well-formed: whole numbers of at most ten bytes.
    package private(set) var isValid = true

    /// Reads bytes that live as long as it is asked.
    @unsafe
    package init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = unsafe bytes }

    package var isAtEnd: Bool { unsafe offset >= bytes.count }

    /// The next number, or `nil` at the end of the bytes or at a malformed one.
    package mutating func next() -> Int64? { isAtEnd ? nil : pair() }

    /// The number that must follow another; `nil` where it is malformed or not there.
    package mutating func pair() -> Int64? {
        var value: UInt64 = 0, shift: UInt64 = 0
        while unsafe offset < bytes.count, shift < 64 {
            // Inside: the loop's condition.
            let byte = unsafe bytes[offset]
            offset += 1
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
            shift += 7
        }
        isValid = false
        return nil
    }
}
