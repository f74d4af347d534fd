import GeoCore

/// Decodes one inflated `PrimitiveBlock` (osmformat.proto, wiki.openstreetmap.org/wiki/PBF_Format) into an `ObjectBatch`.
///
/// The bytes given to `decode` are used during that call only. One decoder is kept for each core: its tables keep their memory.
struct BlockDecoder {
    /// The block's string table.
    private var texts: [WireReader] = []
    /// The number that each text has in the batch, or `unused`.
    private var textNumbers: [UInt32] = []
    private var coordinates = CoordinateScale()
    /// The objects of the block that is or was decoded; the next one takes their memory.
    var batch = ObjectBatch()

    private static let unused = UInt32.max
    /// Writers put 8,000 objects into a block; that is more than a hundred tags for each that nothing else has.
    private static let maximumTexts = 1 << 20

    mutating func decode(_ block: UnsafeRawBufferPointer) throws(WireError) {
        batch.removeAll()
        texts.removeAll(keepingCapacity: true)
        textNumbers.removeAll(keepingCapacity: true)
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
                guard texts.count < Self.maximumTexts else { throw table.error(.tooManyStrings) }
                texts.append(try table.message(field))
            } else {
                try table.skip(field)
            }
        }
        textNumbers.append(contentsOf: repeatElement(Self.unused, count: texts.count - textNumbers.count))
    }

    private mutating func readGroup(_ group: WireReader) throws(WireError) {
        var group = group
        while let field = try group.field() {
            switch field.number {
            case 1: try readNode(try group.message(field), coordinates)
            case 2: try readDenseNodes(try group.message(field), coordinates)
            case 3: try readWay(try group.message(field))
            case 4: try readRelation(try group.message(field))
            default: try group.skip(field)
            }
        }
    }

    /// Returns the batch's number of the text at `index` of the block's table, for a tag or role of the object named.
    @inline(__always)
    mutating func text(
        _ index: UInt64, in reader: WireReader, of kind: OSMData.ObjectKind, _ id: Int64
    ) throws(WireError) -> UInt32 {
        guard index < UInt64(textNumbers.count) else { throw reader.error(.stringOutsideTable) }
        let number = textNumbers[Int(index)]
        return number != Self.unused ? number : adopt(Int(index), of: kind, id)
    }

    /// Takes a text into the batch, the first time that it is used.
    @inline(never)
    private mutating func adopt(_ index: Int, of kind: OSMData.ObjectKind, _ id: Int64) -> UInt32 {
        textNumbers[index] = numberInBatch(texts[index], of: kind, id)
        return textNumbers[index]
    }

    private mutating func numberInBatch(_ text: WireReader, of kind: OSMData.ObjectKind, _ id: Int64) -> UInt32 {
        let bytes = unsafe text.bytes
        // The block's memory, which outlives this call.
        let span = unsafe Span<UInt8>(_unsafeBytes: bytes)
        if (try? UTF8Span(validating: span)) != nil { return unsafe batch.texts.append(bytes) }
        batch.issues.add(ImportIssue(.textNotUTF8, kind, id))
        let repaired = unsafe [UInt8](String(decoding: bytes, as: UTF8.self).utf8)
        return unsafe repaired.withUnsafeBytes { unsafe batch.texts.append($0) }
    }

    /// Reads the tags of a node, way or relation: a column of keys and a column of values.
    mutating func readTags(
        keys: WireReader, values: WireReader, of kind: OSMData.ObjectKind, _ id: Int64
    ) throws(WireError) -> TagRange {
        var keys = keys, values = values
        let start = UInt32(batch.pairs.count)
        // The decoder's tables and the batch's pairs are written in turns: the pairs are held apart meanwhile.
        var pairs: [TagTable.Pair] = []
        swap(&pairs, &batch.pairs)
        defer { swap(&pairs, &batch.pairs) }
        // No key is shorter than a byte.
        try pairs.append(addingCapacity: keys.remaining) { (output) throws(WireError) in
            while !keys.isAtEnd {
                let key = try text(try keys.varint(), in: keys, of: kind, id)
                let value = try text(try values.varint(), in: values, of: kind, id)
                output.append(TagTable.Pair(key: key, value: value))
            }
        }
        guard values.isAtEnd else { throw values.error(.unequalColumns) }
        return TagRange(start: start, count: UInt32(pairs.count) - start)
    }
}
