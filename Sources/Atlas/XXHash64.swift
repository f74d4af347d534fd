/// The 64-bit xxHash (Yann Collet, github.com/Cyan4973/xxHash, doc/xxhash_spec.md): fast, not cryptographic.
///
/// It finds damage, not forgery: a forger of an atlas can write its checksums, too.
package enum XXHash64 {
    private static let prime1: UInt64 = 0x9e37_79b1_85eb_ca87
    private static let prime2: UInt64 = 0xc2b2_ae3d_27d4_eb4f
    private static let prime3: UInt64 = 0x1656_67b1_9e37_79f9
    private static let prime4: UInt64 = 0x85eb_ca77_c2b2_ae63
    private static let prime5: UInt64 = 0x27d4_eb2f_1656_67c5

    /// Returns the hash of `bytes` with seed 0.
    package static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var offset = 0, hash = prime5
        let count = bytes.count
        if count >= 32 {
            var a = prime1 &+ prime2, b = prime2, c: UInt64 = 0, d = 0 &- prime1
            while offset + 32 <= count {
                a = round(a, unsafe word(bytes, offset))
                b = round(b, unsafe word(bytes, offset + 8))
                c = round(c, unsafe word(bytes, offset + 16))
                d = round(d, unsafe word(bytes, offset + 24))
                offset += 32
            }
            hash = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
            hash = merge(merge(merge(merge(hash, a), b), c), d)
        }
        hash &+= UInt64(count)
        while offset + 8 <= count {
            hash = rotate(hash ^ round(0, unsafe word(bytes, offset)), 27) &* prime1 &+ prime4
            offset += 8
        }
        if offset + 4 <= count {
            // Inside: four bytes remain.
            let half = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            hash = rotate(hash ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
            offset += 4
        }
        while offset < count {
            hash = unsafe rotate(hash ^ (UInt64(bytes[offset]) &* prime5), 11) &* prime1
            offset += 1
        }
        hash = (hash ^ hash >> 33) &* prime2
        hash = (hash ^ hash >> 29) &* prime3
        return hash ^ hash >> 32
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        // Callers leave at least eight bytes after `offset`.
        unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func rotate(_ value: UInt64, _ bits: UInt64) -> UInt64 { value &<< bits | value &>> (64 &- bits) }

    @inline(__always)
    private static func round(_ accumulator: UInt64, _ input: UInt64) -> UInt64 {
        rotate(accumulator &+ input &* prime2, 31) &* prime1
    }

    @inline(__always)
    private static func merge(_ hash: UInt64, _ value: UInt64) -> UInt64 {
        (hash ^ round(0, value)) &* prime1 &+ prime4
    }
}
