/// Protocol-buffer building blocks of vector tiles: variable-length integers and length-prefixed pieces.
///
/// Field numbers from the Vector Tile Specification 2.1 (github.com/mapbox/vector-tile-spec, vector_tile.proto).
extension [UInt8] {
    /// Appends an unsigned number, seven bits a byte, lowest first.
    @inline(__always)
    mutating func append(varint value: UInt32) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a signed number so that small magnitudes stay short.
    @inline(__always)
    mutating func append(zigzag value: Int32) { append(varint: UInt32(bitPattern: value << 1 ^ value >> 31)) }

    /// Appends the key and length of a length-delimited field; its bytes follow.
    mutating func append(field: UInt32, length: Int) {
        append(varint: field << 3 | 2)
        append(varint: UInt32(length))
    }

    /// Appends a field with an unsigned number.
    mutating func append(field: UInt32, number: UInt32) {
        append(varint: field << 3)
        append(varint: number)
    }
}

extension OutputSpan<UInt8> {
    /// Appends an unsigned number, seven bits a byte, lowest first.
    @inline(__always)
    mutating func append(varint value: UInt32) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// Appends a signed number so that small magnitudes stay short.
    @inline(__always)
    mutating func append(zigzag value: Int32) { append(varint: UInt32(bitPattern: value << 1 ^ value >> 31)) }
}

/// Returns the number of bytes of `value` as a varint.
func varintLength(_ value: UInt32) -> Int { value < 0x80 ? 1 : (38 - value.leadingZeroBitCount) / 7 }
