import CDeflate

/// Writes a zip file in parts (PKWARE APPNOTE 6.3.10): of written files, it keeps only the directory entries.
package struct ZipWriter: Sendable {
    /// The number of bytes written.
    private var position: UInt64
    private var directory: [UInt8] = []
    private var files: UInt64 = 0

    /// Values from here on are written in eight bytes elsewhere (§4.5.3).
    private static let largest = UInt64(UInt32.max)
    /// "Version needed": 2.0 for compression, 4.5 for values beyond four bytes.
    private static let version: (plain: UInt16, large: UInt16) = (20, 45)

    /// Begins a zip file after `position` bytes of other content.
    package init(behind position: UInt64 = 0) { self.position = position }

    /// Returns the bytes of one more file, compressed unless it is a picture or compression does not help. `name` has
    /// at most 65 535 bytes, and `content` less than 4 GiB.
    package mutating func file(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let name = Array(name.utf8)
        precondition(name.count <= UInt16.max && content.count < UInt32.max, "a file of an archive has a place in it")
        let packed = name.suffix(5) == Array(".webp".utf8)[...] ? nil : Self.packed(content)
        let begin = position, isFar = begin >= Self.largest
        // Needed version, UTF-8 names, method, and the earliest date of the format: the same guide gives the same
        // bytes.
        var common = Self.bytes([
            isFar ? Self.version.large : Self.version.plain, 1 << 11, packed == nil ? 0 : 8, 0, 1 << 5 | 1,
        ])
        common += Self.bytes([Self.checksum(content), UInt32(packed?.count ?? content.count), UInt32(content.count)])
        common += Self.bytes([UInt16(name.count)])
        let extra = isFar ? Self.bytes([UInt16(1), 8]) + Self.bytes([begin]) : []
        let bytes = Self.bytes([UInt32(0x0403_4b50)]) + common + Self.bytes([UInt16(0)]) + name + (packed ?? content)
        directory += Self.bytes([UInt32(0x0201_4b50)]) + Self.bytes([Self.version.large]) + common
        directory +=
            Self.bytes([UInt16(extra.count), 0, 0, 0]) + Self.bytes([UInt32(0), UInt32(min(begin, Self.largest))])
        directory += name + extra
        position += UInt64(bytes.count)
        files += 1
        return bytes
    }

    /// Returns the bytes that end the file.
    package consuming func end() -> [UInt8] {
        let begin = position, length = UInt64(directory.count)
        var end = directory
        if begin >= Self.largest || length >= Self.largest || files >= UInt16.max {
            end += Self.bytes([UInt32(0x0606_4b50)]) + Self.bytes([UInt64(44)])
            end += Self.bytes([Self.version.large, Self.version.large]) + Self.bytes([UInt32(0), 0])
            end += Self.bytes([files, files, length, begin])
            end += Self.bytes([UInt32(0x0706_4b50), 0]) + Self.bytes([begin + length]) + Self.bytes([UInt32(1)])
        }
        let count = UInt16(min(files, UInt64(UInt16.max)))
        end += Self.bytes([UInt32(0x0605_4b50)]) + Self.bytes([UInt16(0), 0, count, count])
        end += Self.bytes([UInt32(min(length, Self.largest)), UInt32(min(begin, Self.largest))])
        return end + Self.bytes([UInt16(0)])
    }

    /// Returns a zip file of `files`.
    package static func zip(_ files: [(name: String, content: [UInt8])]) -> [UInt8] {
        var writer = ZipWriter(), zip: [UInt8] = []
        for (name, content) in files { zip += writer.file(name, content) }
        return zip + writer.end()
    }

    /// Returns the numbers, least significant byte first.
    private static func bytes<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
        numbers.flatMap { number in
            (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * Number($0))) }
        }
    }

    private static func checksum(_ content: [UInt8]) -> UInt32 {
        unsafe content.withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }

    /// Returns the compressed content; `nil` if that is not smaller.
    private static func packed(_ content: [UInt8]) -> [UInt8]? {
        guard let compressor = unsafe libdeflate_alloc_compressor(6) else { return nil }
        defer { unsafe libdeflate_free_compressor(compressor) }
        var packed = [UInt8](repeating: 0, count: content.count)
        let count = unsafe packed.withUnsafeMutableBytes { output in
            unsafe content.withUnsafeBytes { input in
                // 0 if the buffer is too small: the result would then not be smaller.
                unsafe libdeflate_deflate_compress(
                    compressor, input.baseAddress, input.count, output.baseAddress, output.count)
            }
        }
        return count > 0 && count < content.count ? Array(packed[..<count]) : nil
    }
}
