/// Lays out sections as an atlas. The same sections in the same order give the same bytes.
///
/// It keeps all sections in memory until `finish`. On a host it may have an output (`AtlasOutput`): then each section
/// goes there when it is added, and only its entry in the directory stays. Add sections to one copy only.
package struct AtlasWriter: Sendable {
    /// What the directory says about the sections so far, and their offsets in the output, or in `kept`.
    private(set) var sections: [AtlasHead.Section] = []
    private(set) var offsets: [Int] = []
    /// The end of the last section there.
    private(set) var end: Int
    /// The sections without an output, each at its offset.
    private(set) var kept: [UInt8] = []
    #if canImport(Glibc)
        let output: (any AtlasOutput)?
    #endif

    /// Makes a writer that keeps all sections in memory.
    package init() {
        end = 0
        #if canImport(Glibc)
            output = nil
        #endif
    }

    #if canImport(Glibc)
        /// Makes a writer into `output`, which is empty. With another number of sections than `expecting`, `complete`
        /// moves them all.
        package init(into output: any AtlasOutput, expecting count: Int) {
            self.output = output
            end = AtlasFormat.headerLength + count * AtlasFormat.entryLength
        }
    #endif

    /// Adds a section. Each id is added once.
    package mutating func add<Element: PackedElement>(_ id: SectionID, _ elements: [Element]) {
        precondition(!sections.contains { $0.id == id }, "a section is added once")
        let offset = AtlasFormat.aligned(end)
        // The elements have no padding (`PackedElement`), so their memory is their file form.
        unsafe elements.withUnsafeBytes { bytes in
            sections.append(
                AtlasHead.Section(
                    id: id, length: bytes.count, elementWidth: UInt32(MemoryLayout<Element>.stride),
                    checksum: unsafe XXHash64.hash(bytes)))
            offsets.append(offset)
            unsafe store(bytes, at: offset)
            end = offset + bytes.count
        }
    }

    @unsafe
    private mutating func store(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        #if canImport(Glibc)
            if let output { return unsafe output.write(bytes, at: offset) }
        #endif
        kept.append(contentsOf: [UInt8](repeating: 0, count: offset - end))
        unsafe kept.append(contentsOf: bytes)
    }

    /// Returns the whole atlas as bytes; for writers without an output.
    package func finish() -> [UInt8] {
        #if canImport(Glibc)
            precondition(output == nil, "an atlas in an output is completed there")
        #endif
        let head = AtlasHead(sections)
        var bytes = head.bytes
        bytes.reserveCapacity(head.length)
        bytes.append(contentsOf: [UInt8](repeating: 0, count: AtlasFormat.aligned(bytes.count) - bytes.count))
        bytes.append(contentsOf: kept)
        bytes.append(contentsOf: [UInt8](repeating: 0, count: head.length - bytes.count))
        return bytes
    }
}

extension [UInt8] {
    package mutating func append<Word: FixedWidthInteger>(littleEndian word: Word) {
        var rest = word.littleEndian
        // The bytes of one integer on the stack.
        unsafe Swift.withUnsafeBytes(of: &rest) { bytes in unsafe append(contentsOf: bytes) }
    }
}
