import OSMImport

extension HandMade {
    /// How a PBF file is to be written.
    package struct Encoding: Sendable {
        package enum Packing: Sendable { case raw, zlib }

        package var packing = Packing.zlib
        package var isDense = true
        package var objectsPerBlock = 8000
        package var granularity: Int64 = 100
        package var latitudeOffset: Int64 = 0
        package var longitudeOffset: Int64 = 0
        /// Whether ways state where their nodes are, and nodes without tags are left out: `osmium
        /// add-locations-to-ways`.
        package var hasLocationsOnWays = false
        package var requiredFeatures = ["OsmSchema-V0.6", "DenseNodes"]

        package init() {}
    }

    /// The extract as a PBF file (wiki.openstreetmap.org/wiki/PBF_Format).
    package func pbf(_ encoding: Encoding = Encoding()) -> [UInt8] {
        blocks(encoding).reduce(Self.blob("OSMHeader", header(encoding), encoding.packing)) { file, block in
            file + Self.blob("OSMData", block, encoding.packing)
        }
    }

    /// The inflated data blocks of the PBF file.
    package func blocks(_ encoding: Encoding = Encoding()) -> [[UInt8]] {
        let size = encoding.objectsPerBlock
        let nodes = encoding.hasLocationsOnWays ? self.nodes.filter { !$0.tags.isEmpty } : self.nodes
        let places = encoding.hasLocationsOnWays ? self.places : [:]
        return nodes.parts(of: size).map { part in Self.block(encoding) { Self.write(part, encoding, &$0, &$1) } }
            + ways.parts(of: size).map { part in Self.block(encoding) { Self.write(part, places, encoding, &$0, &$1) } }
            + relations.parts(of: size).map { part in Self.block(encoding) { Self.write(part, &$0, &$1) } }
    }

    /// Frames an inflated block as a blob with its header.
    package static func blob(_ type: String, _ content: [UInt8], _ packing: Encoding.Packing) -> [UInt8] {
        var blob = Message()
        switch packing {
        case .raw: blob.bytes(1, content)
        case .zlib:
            blob.number(2, UInt64(content.count))
            blob.bytes(3, StoredPacking.zlib(content))
        }
        return frame(type, blob)
    }

    /// Puts length and header before a `Blob` message.
    package static func frame(_ type: String, _ blob: Message) -> [UInt8] {
        var header = Message()
        header.text(1, type)
        header.number(3, UInt64(blob.bytes.count))
        return StoredPacking.bigEndian(UInt32(header.bytes.count)) + header.bytes + blob.bytes
    }

    /// The inflated header block.
    package func header(_ encoding: Encoding = Encoding()) -> [UInt8] {
        var header = Message()
        if let statedBounds {
            var box = Message()
            box.signed(1, statedBounds.west * 100)
            box.signed(2, statedBounds.east * 100)
            box.signed(3, statedBounds.north * 100)
            box.signed(4, statedBounds.south * 100)
            header.message(1, box)
        }
        for feature in encoding.requiredFeatures { header.text(4, feature) }
        header.text(16, "by hand")
        if let timestamp { header.number(32, UInt64(bitPattern: timestamp)) }
        return header.bytes
    }

    /// A block of one group, whose texts are collected while it is written.
    private static func block(_ encoding: Encoding, _ write: (inout Message, inout Texts) -> Void) -> [UInt8] {
        var group = Message(), texts = Texts()
        write(&group, &texts)
        var table = Message(), block = Message()
        for text in texts.all { table.text(1, text) }
        block.message(1, table)
        block.message(2, group)
        block.number(17, UInt64(bitPattern: encoding.granularity))
        block.number(19, UInt64(bitPattern: encoding.latitudeOffset))
        block.number(20, UInt64(bitPattern: encoding.longitudeOffset))
        return block.bytes
    }

    private static func write(_ nodes: [Node], _ encoding: Encoding, _ group: inout Message, _ texts: inout Texts) {
        func latitude(_ node: Node) -> Int64 { encoding.stored(latitudeE7: node.latitudeE7) }
        func longitude(_ node: Node) -> Int64 { encoding.stored(longitudeE7: node.longitudeE7) }
        guard encoding.isDense else {
            for node in nodes {
                var message = Message()
                message.signed(1, node.id)
                texts.writeTags(node.tags, to: &message)
                message.signed(8, latitude(node))
                message.signed(9, longitude(node))
                group.message(1, message)
            }
            return
        }
        var dense = Message(), tags: [UInt64] = []
        for node in nodes { tags += node.tags.flatMap { [texts.index(of: $0.key), texts.index(of: $0.value)] } + [0] }
        dense.deltaColumn(1, nodes.map(\.id))
        dense.deltaColumn(8, nodes.map(latitude))
        dense.deltaColumn(9, nodes.map(longitude))
        if nodes.contains(where: { !$0.tags.isEmpty }) { dense.column(10, tags) }
        group.message(2, dense)
    }

    private static func write(
        _ ways: [Way], _ places: [Int64: Node], _ encoding: Encoding, _ group: inout Message, _ texts: inout Texts
    ) {
        for way in ways {
            var message = Message()
            message.number(1, UInt64(bitPattern: way.id))
            texts.writeTags(way.tags, to: &message)
            message.deltaColumn(8, way.refs)
            if encoding.hasLocationsOnWays {
                // osmium's undefined location stands for a node that is not known.
                let nodes = way.refs.map { places[$0] }, nowhere = Int64(Int32.max)
                message.deltaColumn(9, nodes.map { encoding.stored(latitudeE7: $0?.latitudeE7 ?? nowhere) })
                message.deltaColumn(10, nodes.map { encoding.stored(longitudeE7: $0?.longitudeE7 ?? nowhere) })
            }
            group.message(3, message)
        }
    }

    private static func write(_ relations: [Relation], _ group: inout Message, _ texts: inout Texts) {
        for relation in relations {
            var message = Message()
            message.number(1, UInt64(bitPattern: relation.id))
            texts.writeTags(relation.tags, to: &message)
            message.column(8, relation.members.map { texts.index(of: $0.role) })
            message.deltaColumn(9, relation.members.map(\.id))
            message.column(10, relation.members.map { UInt64($0.kind.rawValue) })
            group.message(4, message)
        }
    }

    /// A block's table of texts; text 0 means "no tag" in dense nodes, so it is never one of a tag.
    private struct Texts {
        private(set) var all = [""]

        mutating func index(of text: String) -> UInt64 {
            if let known = all.dropFirst().firstIndex(where: { $0.utf8.elementsEqual(text.utf8) }) {
                return UInt64(known)
            }
            all.append(text)
            return UInt64(all.count - 1)
        }

        mutating func writeTags(_ tags: TagPairs, to message: inout Message) {
            message.column(2, tags.map { index(of: $0.key) })
            message.column(3, tags.map { index(of: $0.value) })
        }
    }
}

extension HandMade.Encoding {
    fileprivate func stored(latitudeE7: Int64) -> Int64 { (latitudeE7 * 100 - latitudeOffset) / granularity }
    fileprivate func stored(longitudeE7: Int64) -> Int64 { (longitudeE7 * 100 - longitudeOffset) / granularity }
}

extension Array {
    fileprivate func parts(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
