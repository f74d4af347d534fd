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
        var directory: [UInt8] = [], checksums: [UInt64] = [], padding: [Int] = []
        var end = AtlasFormat.headerLength + sections.count * AtlasFormat.entryLength
        for section in sections {
            let offset = AtlasFormat.aligned(end)
            padding.append(offset - end)
            let checksum = unsafe section.bytes.withUnsafeBytes { unsafe XXHash64.hash($0) }
            checksums.append(checksum)
            directory.append(littleEndian: section.id.low)
            directory.append(littleEndian: section.id.high)
            directory.append(littleEndian: UInt64(offset))
            directory.append(littleEndian: UInt64(section.bytes.count))
            directory.append(littleEndian: checksum)
            directory.append(littleEndian: UInt32(section.elementWidth))
            directory.append(littleEndian: UInt32(0))
            end = offset + section.bytes.count
        }
        padding.append(AtlasFormat.aligned(end) - end)

        var header: [UInt8] = []
        header.append(littleEndian: AtlasFormat.magic)
        header.append(littleEndian: AtlasFormat.version)
        header.append(littleEndian: AtlasFormat.byteOrder)
        header.append(littleEndian: UInt32(sections.count))
        header.append(littleEndian: UInt32(0))
        header.append(littleEndian: UInt64(end + padding[sections.count]))
        header.append(littleEndian: unsafe directory.withUnsafeBytes { unsafe XXHash64.hash($0) })
        header.append(littleEndian: unsafe checksums.withUnsafeBytes { unsafe XXHash64.hash($0) })
        header.append(contentsOf: [UInt8](repeating: 0, count: AtlasFormat.headerLength - header.count))
        try sink(header)
        try sink(directory)
        for (index, section) in sections.enumerated() {
            try sink([UInt8](repeating: 0, count: padding[index]))
            try sink(section.bytes)
        }
        try sink([UInt8](repeating: 0, count: padding[sections.count]))
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
