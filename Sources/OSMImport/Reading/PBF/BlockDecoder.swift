import GeoCore

/// Decodes one inflated `PrimitiveBlock` (osmformat.proto, wiki.openstreetmap.org/wiki/PBF_Format) into `BlockObjects`.
///
/// Each core keeps one decoder, because its columns keep their memory.
struct BlockDecoder: ~Copyable {
    private var coordinates = CoordinateScale()
    /// The objects of the current or last block. Their texts lie in the block.
    var objects = BlockObjects()

    /// Writers put 8,000 objects into a block; this is more than a hundred unique tags for each.
    private static let maximumTexts = 1 << 20

    mutating func decode(_ block: UnsafeRawBufferPointer) throws(WireError) {
        objects.removeAll()
        coordinates = CoordinateScale()
        var groups: [WireReader] = []
        var reader = unsafe WireReader(block)
        // Granularity and offsets may follow the groups that they apply to.
        while let field = try reader.field() {
            switch field.number {
            case 1: try readTexts(try reader.message(field))
            case 2: groups.append(try reader.message(field))
            case 17: coordinates.granularity = Int64(bitPattern: try reader.number(field))
            case 19: coordinates.latitudeOffset = Int64(bitPattern: try reader.number(field))
            case 20: coordinates.longitudeOffset = Int64(bitPattern: try reader.number(field))
            default: try reader.skip(field)
            }
        }
        guard coordinates.isUsable else { throw reader.error(.badGranularity) }
        for group in groups { try readGroup(group) }
    }

    private mutating func readTexts(_ table: WireReader) throws(WireError) {
        var table = table
        while let field = try table.field() {
            if field.number == 1 {
                guard objects.texts.count < Self.maximumTexts else { throw table.error(.tooManyStrings) }
                objects.texts.append(try table.message(field))
            } else {
                try table.skip(field)
            }
        }
    }

    private mutating func readGroup(_ group: WireReader) throws(WireError) {
        var group = group
        while let field = try group.field() {
            switch field.number {
            case 1: try readNode(try group.message(field), coordinates)
            case 2: try readDenseNodes(try group.message(field), coordinates)
            case 3: try readWay(try group.message(field), coordinates)
            case 4: try readRelation(try group.message(field))
            default: try group.skip(field)
            }
        }
    }

    /// Returns `index` if it is that of a text in the block's table.
    @inline(__always)
    func text(_ index: UInt64, in reader: WireReader) throws(WireError) -> UInt32 {
        guard index < UInt64(objects.texts.count) else { throw reader.error(.stringOutsideTable) }
        return UInt32(truncatingIfNeeded: index)
    }

    /// Reads the tags of a node, way or relation: a column of keys and a column of values.
    @inline(__always)
    mutating func readTags(_ keys: WireReader, _ values: WireReader) throws(WireError) -> TagRange {
        var keys = keys, values = values
        let start = UInt32(objects.pairs.count)
        let highest = try WireReader.readPairs(&keys, &values, into: &objects.pairs)
        let end = UInt32(objects.pairs.count)
        // A single check at the end: a text out of range is as wrong as its tag.
        if start < end { _ = try text(highest, in: values) }
        return TagRange(start: start, count: end - start)
    }
}
