/// Whole numbers as bytes: zigzag, base 128 (developers.google.com/protocol-buffers/docs/encoding).
package enum Differences {
    /// Appends a number, in up to ten bytes.
    package static func append(_ difference: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: difference << 1 ^ difference >> 63)
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}

/// Reads numbers one after the other. It never reads outside its bytes, even if they are damaged.
@safe
package struct DifferenceReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0

    /// Whether all bytes so far were well-formed: whole numbers of at most ten bytes.
    package private(set) var isValid = true

    /// Reads bytes that must outlive the reader.
    @unsafe
    package init(_ bytes: UnsafeBufferPointer<UInt8>) { unsafe self.bytes = unsafe bytes }

    package var isAtEnd: Bool { unsafe offset >= bytes.count }

    /// Returns the next number, or `nil` at the end of the bytes or at a malformed number.
    package mutating func next() -> Int64? { isAtEnd ? nil : pair() }

    /// Returns a number that must follow another; `nil` if it is malformed or missing.
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
