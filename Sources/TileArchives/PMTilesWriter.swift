import Atlas
package import GeoCore

/// Writes a PMTiles archive, version 3: the same tiles give the same bytes.
///
/// The file has the header and the root directory, filled with zeros to 16,384 bytes, then the tiles' contents, then
/// further directories, then the metadata. So contents go to the file at once. Memory holds about 70 bytes a tile for
/// the directories, and 1 MiB of contents.
package struct PMTilesWriter: ~Copyable {
    private typealias Entry = PMTilesDirectory.Entry

    private let file: ArchiveFile
    private let gzip = GzipPacker()
    private var entries: [Entry] = []
    /// The contents so far by their hash: where each lies.
    private var known: [UInt64: (offset: UInt64, length: UInt32)] = [:]
    private var addressedTiles: UInt64 = 0
    private var contents: UInt64 = 0
    /// Contents that are not in the file yet, and their place behind those that are.
    private var waiting: [UInt8] = []
    private var written: UInt64 = 0

    private static let bufferLength = 1 << 20
    private static let beginning = UInt64(PMTilesHeader.beginning)
    /// The entries of one directory beside the root, at first.
    private static let leafEntries = 4096

    /// Empties the file at `path`, or makes it.
    package init(path: String) throws(TileArchiveError) {
        let file = try ArchiveFile(writing: path)
        try file.write([UInt8](repeating: 0, count: PMTilesHeader.beginning), at: 0)
        self.file = file
    }

    /// Adds a tile's content, compressed as the header will say.
    ///
    /// - Precondition: The tile comes after the tile before it in the order of `TileID.archiveID`, and `content` has
    ///   1 byte to 4 GiB.
    package mutating func add(_ content: [UInt8], at tile: TileID) throws(TileArchiveError) {
        let number = tile.archiveID, place = try place(of: content)
        addressedTiles += 1
        guard let last = entries.last else {
            return entries.append(Entry(tile: number, offset: place.offset, length: place.length, run: 1))
        }
        let next = last.tile + UInt64(last.run)
        precondition(number >= next, "tiles come in the order of the archive")
        if number == next, place.offset == last.offset, last.run < .max {
            entries[entries.count - 1].run += 1
        } else {
            entries.append(Entry(tile: number, offset: place.offset, length: place.length, run: 1))
        }
    }

    /// Returns where `content` lies among the contents; appends it if it is new.
    private mutating func place(of content: [UInt8]) throws(TileArchiveError) -> (offset: UInt64, length: UInt32) {
        precondition(!content.isEmpty && content.count <= UInt32.max, "a tile's content has a place in an archive")
        let hash = unsafe content.withUnsafeBytes { unsafe XXHash64.hash($0) }
        if let before = known[hash], Int(before.length) == content.count, try holds(content, at: before.offset) {
            return before
        }
        let place = (offset: written + UInt64(waiting.count), length: UInt32(content.count))
        known[hash] = place
        contents += 1
        waiting += content
        if waiting.count >= Self.bufferLength { try flush() }
        return place
    }

    /// Whether `content` lies at `offset` among the contents. Only an equal hash leads here, so reading is rare.
    private func holds(_ content: [UInt8], at offset: UInt64) throws(TileArchiveError) -> Bool {
        guard offset < written else {
            let start = Int(offset - written)
            return waiting[start..<(start + content.count)].elementsEqual(content)
        }
        return try file.bytes(at: Self.beginning + offset, count: content.count) == content
    }

    private mutating func flush() throws(TileArchiveError) {
        try file.write(waiting, at: Self.beginning + written)
        written += UInt64(waiting.count)
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes directories, `metadata` (a JSON object) and the header, and returns the header. Of `header`, the caller
    /// states `content`, `tileCompression`, `zooms`, `bounds`, `center` and `centerZoom`.
    ///
    /// Throws when no tile was added: an archive has at least one.
    package consuming func finish(
        _ header: PMTilesHeader, metadata: [UInt8]
    ) throws(TileArchiveError) -> PMTilesHeader {
        guard !entries.isEmpty else { throw TileArchiveError("there are no tiles, so there is no archive of them") }
        try flush()
        let (root, leaves) = directories(), packed = gzip.pack(metadata)
        let leafStart = Self.beginning + written, metadataStart = leafStart + UInt64(leaves.count)
        try file.write(leaves, at: leafStart)
        try file.write(packed, at: metadataStart)

        var header = header
        header.root = .init(offset: UInt64(PMTilesHeader.length), length: UInt64(root.count))
        header.tiles = .init(offset: Self.beginning, length: written)
        header.leaves = .init(offset: leafStart, length: UInt64(leaves.count))
        header.metadata = .init(offset: metadataStart, length: UInt64(packed.count))
        (header.addressedTiles, header.entries) = (addressedTiles, UInt64(entries.count))
        header.contents = contents
        header.isClustered = true
        header.directoryCompression = .gzip
        try file.write(header.bytes + root, at: 0)
        try file.synchronize()
        return header
    }

    /// Returns the root directory, and the directories that it leads to if it alone would be too long.
    private func directories() -> (root: [UInt8], leaves: [UInt8]) {
        let whole = gzip.pack(PMTilesDirectory.bytes(of: entries))
        if Self.fits(whole) { return (whole, []) }
        var size = Self.leafEntries
        while true {
            var root: [Entry] = [], leaves: [UInt8] = []
            for start in stride(from: 0, to: entries.count, by: size) {
                let part = entries[start..<min(entries.count, start + size)]
                let leaf = gzip.pack(PMTilesDirectory.bytes(of: part))
                root.append(
                    Entry(tile: part[start].tile, offset: UInt64(leaves.count), length: UInt32(leaf.count), run: 0))
                leaves += leaf
            }
            let packed = gzip.pack(PMTilesDirectory.bytes(of: root))
            if Self.fits(packed) { return (packed, leaves) }
            size *= 2
        }
    }

    private static func fits(_ root: [UInt8]) -> Bool {
        PMTilesHeader.length + root.count < PMTilesHeader.beginning
    }
}
