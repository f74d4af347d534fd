/// An atlas in memory: its checked directory, over bytes that another object owns.
///
/// Opening checks header and directory only. Before the first query, a caller with a file of unknown origin also calls
/// `verifyChecksums()` and the checker of each engine.
///
/// Unchecked because of its pointer: views only read the memory behind it, and nobody writes it while a view exists.
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
    /// The same for equal bytes; different for atlases with different content.
    package let identity: UInt64

    /// Reads header and directory.
    ///
    /// `bytes` must begin at an address that is a multiple of 8, stay in place and stay unchanged as long as the view
    /// or anything made from it is in use. Throws when the header or directory is not a whole, intact one of this
    /// version.
    @unsafe
    package init(bytes: UnsafeRawBufferPointer) throws(AtlasError) {
        let header = try unsafe AtlasHeader(bytes)
        let directory = unsafe UnsafeRawBufferPointer(rebasing: bytes[AtlasFormat.headerLength..<header.directoryEnd])
        guard unsafe XXHash64.hash(directory) == header.directoryChecksum else { throw .damagedDirectory }
        entries = try unsafe Self.entries(directory, directoryEnd: header.directoryEnd, fileLength: bytes.count)
        let checksums = entries.map { $0.checksum }
        guard unsafe checksums.withUnsafeBytes({ unsafe XXHash64.hash($0) }) == header.identity else {
            throw .damagedDirectory
        }
        unsafe self.bytes = bytes
        identity = header.identity
    }

    /// Makes a view of an atlas that has no header yet, for its writer. It has no identity.
    ///
    /// The same is required of `bytes` as above, and the entries are inside, at multiples of 64.
    @unsafe
    init(unfinished bytes: UnsafeRawBufferPointer, _ entries: [Entry]) {
        for entry in entries {
            precondition(entry.offset + entry.length <= bytes.count, "a section inside the bytes")
        }
        unsafe self.bytes = bytes
        self.entries = entries
        identity = 0
    }

    /// The sections, each of which begins where the one before it ends, the last of which ends with the file.
    @unsafe
    private static func entries(
        _ directory: UnsafeRawBufferPointer, directoryEnd: Int, fileLength: Int
    ) throws(AtlasError) -> [Entry] {
        var entries: [Entry] = [], end = directoryEnd
        for at in stride(from: 0, to: directory.count, by: AtlasFormat.entryLength) {
            // Inside: the directory is a whole number of entries.
            let id = unsafe SectionID(low: directory.word(at: at), high: directory.word(at: at + 8))
            let offset = unsafe directory.word(at: at + 16), length = unsafe directory.word(at: at + 24)
            let width = unsafe directory.halfWord(at: at + 40), checksum = unsafe directory.word(at: at + 32)
            guard offset == UInt64(AtlasFormat.aligned(end)), length <= UInt64(fileLength), width > 0, width <= 64,
                offset + length <= UInt64(fileLength), length % UInt64(width) == 0,
                unsafe directory.halfWord(at: at + 44) == 0
            else { throw .badEntry(id, offset: offset, length: length) }
            guard !entries.contains(where: { $0.id == id }) else { throw .duplicateSection(id) }
            end = Int(offset + length)
            entries.append(
                Entry(id: id, offset: Int(offset), length: Int(length), elementWidth: width, checksum: checksum))
        }
        // Nothing may hide behind the last section, nor between two.
        guard AtlasFormat.aligned(end) == fileLength else {
            throw .overlong(statedBytes: Int64(AtlasFormat.aligned(end)), haveBytes: Int64(fileLength))
        }
        return entries
    }

    /// The number of bytes of the whole atlas.
    package var length: Int { unsafe bytes.count }

    /// Whether the atlas has section `id`.
    package func contains(_ id: SectionID) -> Bool { entries.contains { $0.id == id } }

    /// Returns section `id` as an array of `Element`; throws when it is missing or of another width.
    package func packed<Element: PackedElement>(
        _ id: SectionID, of element: Element.Type
    ) throws(AtlasError) -> Packed<Element> {
        guard let entry = entries.first(where: { $0.id == id }) else { throw .missingSection(id) }
        let width = UInt32(MemoryLayout<Element>.stride)
        guard entry.elementWidth == width else {
            throw .wrongElementWidth(id, found: entry.elementWidth, expected: width)
        }
        // Aligned to 64 by `init`, inside by `init`; an empty section may lie at the very end, where only its count is
        // used.
        let base = unsafe bytes.baseAddress.unsafelyUnwrapped + entry.offset
        return unsafe Packed(
            base: base.assumingMemoryBound(to: Element.self), count: entry.length / MemoryLayout<Element>.stride)
    }

    /// Returns section `id` as an array of exactly `count` elements.
    package func packed<Element: PackedElement>(
        _ id: SectionID, of element: Element.Type, count: Int
    ) throws(AtlasError) -> Packed<Element> {
        let array = try packed(id, of: element)
        guard array.count == count else {
            throw .invalid(id, index: Int64(array.count), rule: "not the number of elements that other sections imply")
        }
        return array
    }

    /// Compares the checksum of every section, and checks the padding between sections; throws at the first difference.
    package func verifyChecksums() throws(AtlasError) {
        var end = AtlasFormat.headerLength + entries.count * AtlasFormat.entryLength
        for entry in entries {
            try checkPadding(end..<entry.offset)
            end = entry.offset + entry.length
            let section = unsafe UnsafeRawBufferPointer(rebasing: bytes[entry.offset..<end])
            guard unsafe XXHash64.hash(section) == entry.checksum else {
                throw .invalid(entry.id, index: 0, rule: "its checksum differs from the directory's")
            }
        }
        try checkPadding(end..<length)
    }

    private func checkPadding(_ range: Range<Int>) throws(AtlasError) {
        for offset in range where unsafe bytes[offset] != 0 { throw .dirtyPadding(offset: Int64(offset)) }
    }
}
