/// An atlas in memory: its directory, read and checked, over bytes that somebody else holds.
///
/// Opening checks header and directory only. Before the first query, whoever opens a file of unknown origin also calls
/// `verifyChecksums()` and the checker of each engine.
@safe
package struct AtlasView: @unchecked Sendable {
    /// One section's place in the file.
    package struct Entry: Sendable {
        package let id: SectionID
        package let offset: Int
        package let length: Int
        package let elementWidth: UInt32
        package let checksum: UInt64
    }

    private let bytes: UnsafeRawBufferPointer
    package let entries: [Entry]
    /// Differs between any two atlases with different content; the same for the same bytes.
    package let identity: UInt64

    /// Reads header and directory.
    ///
    /// `bytes` must begin at an address that is a multiple of 8, stay in place and stay unchanged as long as the view or
    /// anything made from it is in use. Throws when the header or directory is not a whole, intact one of this version.
    @unsafe
    package init(bytes: UnsafeRawBufferPointer) throws(AtlasError) {
        let header = AtlasFormat.headerLength
        guard bytes.count >= header else { throw .truncated(neededBytes: Int64(header), haveBytes: Int64(bytes.count)) }
        // Loads below stay inside: the header's 64 bytes here, the directory's length after its guard.
        func u32(_ offset: Int) -> UInt32 {
            unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        }
        func u64(_ offset: Int) -> UInt64 {
            unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        guard u64(0) == AtlasFormat.magic else { throw .notAnAtlas }
        guard u32(8) == AtlasFormat.version else { throw .unsupportedVersion(u32(8)) }
        guard u32(12) == AtlasFormat.byteOrder else { throw .wrongByteOrder }
        guard u64(24) == UInt64(bytes.count) else {
            throw .truncated(neededBytes: Int64(clamping: u64(24)), haveBytes: Int64(bytes.count))
        }
        let count = Int(clamping: u32(16))
        guard count <= AtlasFormat.maximumSections, u32(20) == 0, u64(48) == 0, u64(56) == 0 else {
            throw .damagedDirectory
        }
        let directoryEnd = header + count * AtlasFormat.entryLength
        guard bytes.count >= directoryEnd else {
            throw .truncated(neededBytes: Int64(directoryEnd), haveBytes: Int64(bytes.count))
        }
        let directory = unsafe UnsafeRawBufferPointer(rebasing: bytes[header..<directoryEnd])
        guard unsafe XXHash64.hash(directory) == u64(32) else { throw .damagedDirectory }

        var entries: [Entry] = [], end = directoryEnd, checksums: [UInt64] = []
        for index in 0..<count {
            let at = header + index * AtlasFormat.entryLength
            let id = SectionID(low: u64(at), high: u64(at + 8)), offset = u64(at + 16), length = u64(at + 24)
            let width = u32(at + 40)
            guard offset == UInt64(AtlasFormat.aligned(end)), length <= UInt64(bytes.count), width > 0, width <= 64,
                offset + length <= UInt64(bytes.count), length % UInt64(width) == 0, u32(at + 44) == 0
            else { throw .badEntry(id, offset: offset, length: length) }
            end = Int(offset + length)
            entries.append(
                Entry(id: id, offset: Int(offset), length: Int(length), elementWidth: width, checksum: u64(at + 32)))
            checksums.append(u64(at + 32))
        }
        // Nothing may hide behind the last section, nor between two.
        guard AtlasFormat.aligned(end) == bytes.count else {
            throw .truncated(neededBytes: Int64(AtlasFormat.aligned(end)), haveBytes: Int64(bytes.count))
        }
        guard unsafe checksums.withUnsafeBytes({ unsafe XXHash64.hash($0) }) == u64(40) else { throw .damagedDirectory }
        unsafe self.bytes = bytes
        self.entries = entries
        identity = u64(40)
    }

    /// The number of bytes of the whole atlas.
    package var length: Int { unsafe bytes.count }

    package func has(_ id: SectionID) -> Bool { entries.contains { $0.id == id } }

    /// Returns section `id` as an array of `Element`; throws when it is missing or of another width.
    package func packed<Element: PackedElement>(
        _ id: SectionID, of element: Element.Type
    ) throws(AtlasError) -> Packed<Element> {
        guard let entry = entries.first(where: { $0.id == id }) else { throw .missingSection(id) }
        let width = UInt32(MemoryLayout<Element>.stride)
        guard entry.elementWidth == width else {
            throw .wrongElementWidth(id, found: entry.elementWidth, expected: width)
        }
        // Aligned to 64 by `init`, inside by `init`; an empty section may lie at the very end, where only its count is used.
        let base = unsafe bytes.baseAddress.unsafelyUnwrapped + entry.offset
        return unsafe Packed(
            base: base.assumingMemoryBound(to: Element.self), count: entry.length / MemoryLayout<Element>.stride)
    }

    /// Compares every section, and the padding between sections, with what was written; throws at the first difference.
    package func verifyChecksums() throws(AtlasError) {
        var end = AtlasFormat.headerLength + entries.count * AtlasFormat.entryLength
        for entry in entries {
            for offset in end..<entry.offset where unsafe bytes[offset] != 0 {
                throw .invalid(entry.id, index: Int64(offset), rule: "the padding before the section is not zero")
            }
            end = entry.offset + entry.length
            let section = unsafe UnsafeRawBufferPointer(rebasing: bytes[entry.offset..<end])
            guard unsafe XXHash64.hash(section) == entry.checksum else {
                throw .invalid(entry.id, index: 0, rule: "its checksum differs from the directory's")
            }
        }
        for offset in end..<length where unsafe bytes[offset] != 0 {
            throw .invalid("padding", index: Int64(offset), rule: "the padding at the end is not zero")
        }
    }
}
