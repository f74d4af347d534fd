/// Collects sections and lays them out as an atlas. The same sections in the same order give the same bytes.
package struct AtlasWriter: Sendable {
    private struct Section: Sendable {
        let id: SectionID
        let elementWidth: Int
        let bytes: [UInt8]
    }

    private var sections: [Section] = []

    package init() {}

    /// Adds a section. Each id is added once.
    package mutating func add<Element: PackedElement>(_ id: SectionID, _ elements: [Element]) {
        precondition(!sections.contains { $0.id == id }, "a section is added once")
        // The elements have no padding (`PackedElement`), so their memory is their file form.
        let bytes = unsafe elements.withUnsafeBytes { unsafe [UInt8]($0) }
        sections.append(Section(id: id, elementWidth: MemoryLayout<Element>.stride, bytes: bytes))
    }

    /// Hands the atlas to `sink` piece by piece, in file order, without building it in memory a second time.
    package func write<Failure: Error>(to sink: (borrowing [UInt8]) throws(Failure) -> Void) throws(Failure) {
        let head = AtlasHead(
            sections.map { section in
                AtlasHead.Section(
                    id: section.id, length: section.bytes.count, elementWidth: UInt32(section.elementWidth),
                    checksum: unsafe section.bytes.withUnsafeBytes { unsafe XXHash64.hash($0) })
            })
        try sink(head.bytes)
        var end = head.bytes.count
        for (section, offset) in zip(sections, head.offsets) {
            try sink([UInt8](repeating: 0, count: offset - end))
            try sink(section.bytes)
            end = offset + section.bytes.count
        }
        try sink([UInt8](repeating: 0, count: head.length - end))
    }

    /// Returns the whole atlas as bytes.
    package func finish() -> [UInt8] {
        var bytes: [UInt8] = []
        write { piece in bytes.append(contentsOf: piece) }
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
