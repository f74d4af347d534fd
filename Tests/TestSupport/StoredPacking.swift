/// Packs bytes without compressing them ("stored" blocks of RFC 1951), so that tests need no packing library.
package enum StoredPacking {
    /// As zlib data (RFC 1950).
    package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var low: UInt32 = 1, high: UInt32 = 0
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return [0x78, 0x01] + deflated(bytes) + bigEndian(high << 16 | low)
    }

    /// As a gzip file (RFC 1952).
    package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var checksum = UInt32.max
        for byte in bytes {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xedb8_8320 : checksum >> 1 }
        }
        let trailer = bigEndian(~checksum).reversed() + bigEndian(UInt32(truncatingIfNeeded: bytes.count)).reversed()
        return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + deflated(bytes) + trailer
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = [], start = 0
        repeat {
            let end = min(start + 65_535, bytes.count), length = UInt16(end - start)
            output.append(end == bytes.count ? 1 : 0)
            for word in [length, ~length] { output += [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)] }
            output += bytes[start..<end]
            start = end
        } while start < bytes.count
        return output
    }

    package static func bigEndian(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
}
