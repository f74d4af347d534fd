/// Kinds of damage to bytes: the hostile families that every reader of bytes has to survive.
package enum Damage {
    /// `bytes` cut off after each possible length, the empty one included.
    package static func truncations(of bytes: [UInt8]) -> some Sequence<[UInt8]> {
        bytes.indices.lazy.map { Array(bytes[..<$0]) }
    }

    /// `bytes` with one byte changed: every bit of it flipped, its highest, and its lowest.
    package static func flips(of bytes: [UInt8]) -> some Sequence<[UInt8]> {
        bytes.indices.lazy.flatMap { index in
            [UInt8]([0xff, 0x80, 0x01]).lazy.map { mask in
                var damaged = bytes
                damaged[index] ^= mask
                return damaged
            }
        }
    }
}
