import GeoCore

/// Makes batches of objects from the elements of an OSM XML document, with one call for each begin and end of an
/// element.
struct XMLObjects {
    private struct Current {
        let kind: OSMData.ObjectKind
        let id: Int64
        let point: PointE7?
        /// Whether an editor has marked it as deleted, so that it is left out.
        let isDeleted: Bool
        let firstTag: Int
        let firstPart: Int
    }

    private var content = InputContent()
    private var batch = ObjectBatch()
    private var texts = TextTable()
    private var current: Current?
    private var depth = 0

    private static let objectsPerBatch = 1 << 16
    /// In bytes. One object may add as much again.
    private static let textPerBatch = 64 << 20
    private static let maximumDepth = 32
    /// A thousand times the OSM server's limit for way nodes and members.
    private static let maximumParts = 1 << 22

    mutating func begin(_ name: XMLText, _ attributes: XMLAttributes) throws(XMLFault) {
        depth += 1
        guard depth <= Self.maximumDepth else { throw .tooDeep }
        switch depth {
        case 1: guard name == "osm" else { throw .otherRoot(name.string) }
        case 2:
            if name == "node" {
                try beginObject(.node, attributes)
            } else if name == "way" {
                try beginObject(.way, attributes)
            } else if name == "relation" {
                try beginObject(.relation, attributes)
            } else {
                readStatement(name, attributes)
            }
        case 3: if let current { try readPart(of: current, name, attributes) }
        default: break
        }
    }

    mutating func end() {
        depth -= 1
        guard depth == 1, let object = current else { return }
        current = nil
        if object.isDeleted { discard(object) } else { add(object) }
        if batch.counts.total >= Self.objectsPerBatch || texts.bytes.count > Self.textPerBatch { closeBatch() }
    }

    /// Returns the content of the document. Call it once, at its end.
    mutating func finish() -> InputContent {
        closeBatch()
        return content
    }

    private mutating func closeBatch() {
        batch.texts = BatchTexts(texts)
        content.batches.append(batch)
        batch = ObjectBatch()
        texts = TextTable()
    }

    private mutating func beginObject(_ kind: OSMData.ObjectKind, _ attributes: XMLAttributes) throws(XMLFault) {
        guard let idText = attributes["id"] else { throw .missing(attribute: "id", of: "a \(kind)") }
        guard let id = idText.id else { throw .badValue(idText.string, attribute: "id", of: "a \(kind)") }
        let isDeleted = attributes["action"].map { $0 == "delete" } ?? false
        // An editor may keep an object that others have deleted, and mark it as deleted, too.
        if let visible = attributes["visible"], visible == "false", !isDeleted { throw .history }
        var point: PointE7?
        if kind == .node, !isDeleted {
            let latitude = try degrees("lat", attributes, id), longitude = try degrees("lon", attributes, id)
            point = CoordinateScale().point(latitude: latitude, longitude: longitude)
        }
        let parts = kind == .way ? batch.ways.refs.count : batch.relations.members.count
        current = Current(
            kind: kind, id: id, point: point, isDeleted: isDeleted, firstTag: batch.pairs.count, firstPart: parts)
    }

    private func degrees(_ name: StaticString, _ attributes: XMLAttributes, _ id: Int64) throws(XMLFault) -> Int64 {
        guard let text = attributes[name] else { throw .missing(attribute: "\(name)", of: "node \(id)") }
        guard let value = unsafe DecimalDegrees.e7(text.bytes) else {
            throw .badValue(text.string, attribute: "\(name)", of: "node \(id)")
        }
        return value
    }

    private mutating func readPart(of object: Current, _ name: XMLText, _ attributes: XMLAttributes) throws(XMLFault) {
        if name == "tag" {
            guard let key = attributes["k"], let value = attributes["v"] else {
                throw .missing(attribute: "k or v", of: "a tag of \(object.kind) \(object.id)")
            }
            batch.pairs.append(TagTable.Pair(key: id(of: key), value: id(of: value)))
        } else if name == "nd", object.kind == .way {
            let ref = try reference(attributes, object)
            batch.ways.refs.append(ref)
            locate(ref, attributes)
        } else if name == "member", object.kind == .relation {
            batch.relations.members.append(try member(attributes, object))
        }
        let parts = object.kind == .way ? batch.ways.refs.count : batch.relations.members.count
        guard max(parts - object.firstPart, batch.pairs.count - object.firstTag) <= Self.maximumParts,
            texts.bytes.count <= 2 * Self.textPerBatch
        else { throw .tooLarge("\(object.kind) \(object.id)") }
    }

    private func reference(_ attributes: XMLAttributes, _ object: Current) throws(XMLFault) -> Int64 {
        guard let text = attributes["ref"] else {
            throw .missing(attribute: "ref", of: "a part of \(object.kind) \(object.id)")
        }
        guard let ref = text.id else {
            throw .badValue(text.string, attribute: "ref", of: "a part of \(object.kind) \(object.id)")
        }
        return ref
    }

    /// Records the location of a node if a way or relation states it: `osmium add-locations-to-ways` and the Overpass
    /// API's `out geom` write it there. Ignores an unreadable location.
    private mutating func locate(_ node: Int64, _ attributes: XMLAttributes) {
        guard let north = attributes["lat"], let east = attributes["lon"],
            let latitude = unsafe DecimalDegrees.e7(north.bytes), let longitude = unsafe DecimalDegrees.e7(east.bytes),
            let point = CoordinateScale().point(latitude: latitude, longitude: longitude)
        else { return }
        batch.located.append(node, at: point)
    }

    private mutating func member(_ attributes: XMLAttributes, _ object: Current) throws(XMLFault) -> OSMData.Member {
        let ref = try reference(attributes, object)
        guard let type = attributes["type"] else {
            throw .missing(attribute: "type", of: "a member of relation \(object.id)")
        }
        let kind: OSMData.ObjectKind
        if type == "node" {
            kind = .node
        } else if type == "way" {
            kind = .way
        } else if type == "relation" {
            kind = .relation
        } else {
            throw .badValue(type.string, attribute: "type", of: "a member of relation \(object.id)")
        }
        if kind == .node { locate(ref, attributes) }
        let role = attributes["role"].map { id(of: $0) }
        return OSMData.Member(kind: kind, id: ref, role: role ?? emptyTextID())
    }

    private mutating func id(of text: XMLText) -> UInt32 { unsafe id(of: text.bytes) }

    private mutating func id(of text: UnsafeRawBufferPointer) -> UInt32 {
        unsafe texts.id(of: text, hash: TextTable.hash(text))
    }

    private mutating func emptyTextID() -> UInt32 { unsafe id(of: UnsafeRawBufferPointer(start: nil, count: 0)) }

    private mutating func add(_ object: Current) {
        let first = UInt32(object.firstTag)
        let tags = TagRange(start: first, count: UInt32(batch.pairs.count) - first)
        switch object.kind {
        case .node: batch.addNode(object.id, at: object.point, tags)
        case .way: batch.endWay(object.id, tags)
        case .relation: batch.endRelation(object.id, tags)
        }
    }

    private mutating func discard(_ object: Current) {
        batch.pairs.removeLast(batch.pairs.count - object.firstTag)
        switch object.kind {
        case .node: break
        case .way: batch.ways.refs.removeLast(batch.ways.refs.count - object.firstPart)
        case .relation: batch.relations.members.removeLast(batch.relations.members.count - object.firstPart)
        }
    }

    /// Reads the document's statements about itself; ignores an impossible area or time.
    private mutating func readStatement(_ name: XMLText, _ attributes: XMLAttributes) {
        func degrees(_ name: StaticString) -> Int64? { attributes[name].flatMap { unsafe DecimalDegrees.e7($0.bytes) } }
        if name == "bounds" {
            guard let south = degrees("minlat"), let west = degrees("minlon"), let north = degrees("maxlat"),
                let east = degrees("maxlon"), let low = CoordinateScale().point(latitude: south, longitude: west),
                let high = CoordinateScale().point(latitude: north, longitude: east)
            else { return }
            let box = IntBox(
                minX: low.longitudeE7, minY: low.latitudeE7, maxX: high.longitudeE7, maxY: high.latitudeE7)
            if box.isArea { content.state(bounds: box, timestamp: nil) }
        } else if name == "meta", let time = attributes["osm_base"] {
            // Written by the Overpass API.
            content.state(bounds: nil, timestamp: UTCTime.seconds(iso8601: time.string))
        }
    }
}
