/// The header and directory of an atlas, and where its sections lie; `AtlasFormat` has the layout.
///
/// It needs the sections' checksums and not their bytes, so that a part of an existing atlas becomes an atlas of its
/// own without a copy of its sections.
package struct AtlasHead: Sendable {
    /// What the directory says about a section, besides its place.
    package struct Section: Sendable {
        let id: SectionID
        /// In bytes.
        let length: Int
        let elementWidth: UInt32
        let checksum: UInt64
    }

    /// Header and directory: the first bytes of the file.
    package let bytes: [UInt8]
    /// The offset of each section in the file, in bytes. The bytes between sections are zero.
    package let offsets: [Int]
    /// The length of the file in bytes.
    package let length: Int

    /// Lays out sections in their order.
    package init(_ sections: [Section]) {
        var directory: [UInt8] = [], offsets: [Int] = []
        var end = AtlasFormat.headerLength + sections.count * AtlasFormat.entryLength
        for section in sections {
            let offset = AtlasFormat.aligned(end)
            offsets.append(offset)
            directory.append(littleEndian: section.id.low)
            directory.append(littleEndian: section.id.high)
            directory.append(littleEndian: UInt64(offset))
            directory.append(littleEndian: UInt64(section.length))
            directory.append(littleEndian: section.checksum)
            directory.append(littleEndian: section.elementWidth)
            directory.append(littleEndian: UInt32(0))
            end = offset + section.length
        }
        let checksums = sections.map { $0.checksum }
        var header: [UInt8] = []
        header.append(littleEndian: AtlasFormat.magic)
        header.append(littleEndian: AtlasFormat.version)
        header.append(littleEndian: AtlasFormat.byteOrder)
        header.append(littleEndian: UInt32(sections.count))
        header.append(littleEndian: UInt32(0))
        header.append(littleEndian: UInt64(AtlasFormat.aligned(end)))
        header.append(littleEndian: unsafe directory.withUnsafeBytes { unsafe XXHash64.hash($0) })
        header.append(littleEndian: unsafe checksums.withUnsafeBytes { unsafe XXHash64.hash($0) })
        header.append(contentsOf: [UInt8](repeating: 0, count: AtlasFormat.headerLength - header.count))
        bytes = header + directory
        self.offsets = offsets
        length = AtlasFormat.aligned(end)
    }
}

extension AtlasHead.Section {
    /// Describes a section of an existing atlas.
    package init(_ entry: AtlasView.Entry) {
        self.init(id: entry.id, length: entry.length, elementWidth: entry.elementWidth, checksum: entry.checksum)
    }
}
