import GeoCore

/// Writes sorted objects as an OSM PBF file (wiki.openstreetmap.org/wiki/PBF_Format), with versions and times but
/// without the people who made them. The same objects give the same bytes.
struct ExtractWriter: ~Copyable {
    private let file: OutputFile
    private let deflater = Deflater()
    /// The objects of the next block, all of one kind.
    private var block: [VersionedObject] = []
    /// At least the block's size in bytes.
    private var blockSize = 0

    /// As many as other programs write.
    private static let objectsPerBlock = 8000
    /// The format's recommendation.
    private static let usualBlockSize = 16 << 20

    /// Writes the header to `file`. `box` is in E7 degrees, `timestamp` in seconds since 1970.
    init(_ file: consuming OutputFile, box: IntBox?, timestamp: Int64?) throws {
        self.file = file
        var header = WireWriter()
        if let box {
            var message = WireWriter()
            message.signed(1, Int64(box.minX) * 100)
            message.signed(2, Int64(box.maxX) * 100)
            message.signed(3, Int64(box.maxY) * 100)
            message.signed(4, Int64(box.minY) * 100)
            header.message(1, message)
        }
        for feature in ["OsmSchema-V0.6", "DenseNodes"] { header.bytes(4, feature.utf8) }
        header.bytes(5, "Sort.Type_then_ID".utf8)
        header.bytes(16, "hereabouts".utf8)
        if let timestamp { header.number(32, UInt64(bitPattern: timestamp)) }
        try self.file.write(blob("OSMHeader", header.bytes))
    }

    /// Writes the next object.
    mutating func add(_ object: VersionedObject) throws {
        let size = object.sizeBound
        if let first = block.first,
            first.key.kind != object.key.kind || block.count == Self.objectsPerBlock
                || blockSize + size > Self.usualBlockSize
        {
            try finishBlock()
        }
        block.append(object)
        blockSize += size
    }

    /// Writes the last block and returns the file, which does not have its name yet.
    consuming func finish() throws -> OutputFile {
        try finishBlock()
        return file
    }

    private mutating func finishBlock() throws {
        guard let first = block.first else { return }
        let content = BlockEncoder(block).content
        guard content.count <= Blob.maximumRawSize else { throw ExtractWriterError(key: first.key) }
        block.removeAll(keepingCapacity: true)
        blockSize = 0
        try file.write(blob("OSMData", content))
    }

    private borrowing func blob(_ type: String, _ content: [UInt8]) -> [UInt8] {
        var blob = WireWriter(), header = WireWriter()
        blob.number(2, UInt64(content.count))
        blob.bytes(3, deflater.zlib(content))
        header.bytes(1, type.utf8)
        header.number(3, UInt64(blob.bytes.count))
        let length = UInt32(header.bytes.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + header.bytes + blob.bytes
    }
}

/// An object that is too large for the format.
struct ExtractWriterError: Error, CustomStringConvertible {
    let key: VersionedObject.Key

    var description: String {
        "\(key.kind) \(key.id) is too large for a block of a PBF file, 32 MiB: leave it out with `osmium removeid`"
    }
}

extension VersionedObject {
    /// At least the bytes of the object in a block, with its texts.
    fileprivate var sizeBound: Int {
        tags.reduce(64 + 10 * refs.count) { $0 + 24 + $1.key.count + $1.value.count }
            + members.reduce(0) { $0 + 28 + $1.role.count }
    }
}
