import GeoCore

/// Reads the objects of an OSM change file (wiki.openstreetmap.org/wiki/OsmChange).
///
/// A class because expat keeps its address for callbacks.
final class ChangeParser: XMLParser {
    private enum Action { case change, delete }

    /// All objects, in the order of the file.
    private(set) var objects: [VersionedObject] = []
    private var action = Action.change
    private var current: VersionedObject?
    private var currentSize = 0
    private var depth = 0

    /// The largest object in bytes of a PBF block, whose limit is 32 MiB.
    private static let maximumSize = 16 << 20
    private static let maximumDepth = 32

    override func begin(_ name: XMLText, _ attributes: XMLAttributes) throws(XMLFault) {
        depth += 1
        guard depth <= Self.maximumDepth else { throw .tooDeep }
        switch depth {
        case 1: guard name == "osmChange" else { throw .noChanges(name.string) }
        case 2: try beginAction(name)
        case 3: try beginObject(name, attributes)
        case 4: try readPart(name, attributes)
        default: break
        }
    }

    override func end() throws(XMLFault) {
        depth -= 1
        guard depth == 2, let object = current else { return }
        current = nil
        objects.append(object)
    }

    private func beginAction(_ name: XMLText) throws(XMLFault) {
        if name == "create" || name == "modify" {
            action = .change
        } else if name == "delete" {
            action = .delete
        } else {
            throw .unknownAction(name.string)
        }
    }

    private func beginObject(_ name: XMLText, _ attributes: XMLAttributes) throws(XMLFault) {
        guard let kind = Self.kind(name) else { throw .unknownObject(name.string) }
        let owner = "a \(kind)"
        guard let idText = attributes["id"] else { throw .missing(attribute: "id", of: owner) }
        let id = try Self.id(idText, "id", of: owner)
        var isDeleted = action == .delete
        if let visible = attributes["visible"], visible == "false" { isDeleted = true }
        var object = VersionedObject(
            key: VersionedObject.Key(kind: kind, id: id), edition: try edition(attributes, of: "\(kind) \(id)"),
            isDeleted: isDeleted)
        if kind == .node, !isDeleted { object.point = try point(attributes, of: "node \(id)") }
        current = object
        currentSize = 0
    }

    private func edition(_ attributes: XMLAttributes, of owner: String) throws(XMLFault) -> Edition {
        guard let text = attributes["version"] else { throw .missing(attribute: "version", of: owner) }
        guard let version = Int32(text.string), version > 0 else {
            throw .badValue(text.string, attribute: "version", of: owner)
        }
        guard let time = attributes["timestamp"] else { return Edition(version: version, timestamp: 0) }
        guard let seconds = UTCTime.seconds(iso8601: time.string) else {
            throw .badValue(time.string, attribute: "timestamp", of: owner)
        }
        return Edition(version: version, timestamp: seconds)
    }

    private func point(_ attributes: XMLAttributes, of owner: String) throws(XMLFault) -> PointE7 {
        guard let north = attributes["lat"] else { throw .missing(attribute: "lat", of: owner) }
        guard let east = attributes["lon"] else { throw .missing(attribute: "lon", of: owner) }
        guard let latitude = unsafe DecimalDegrees.e7(north.bytes), abs(latitude) <= 900_000_000 else {
            throw .badValue(north.string, attribute: "lat", of: owner)
        }
        guard let longitude = unsafe DecimalDegrees.e7(east.bytes),
            let point = CoordinateScale().point(latitude: latitude, longitude: longitude)
        else { throw .badValue(east.string, attribute: "lon", of: owner) }
        return point
    }

    private func readPart(_ name: XMLText, _ attributes: XMLAttributes) throws(XMLFault) {
        // What a deleted object had does not matter.
        guard let object = current, !object.isDeleted else { return }
        let kind = object.key.kind, owner = "\(kind) \(object.key.id)"
        if name == "tag" {
            guard let key = attributes["k"], let value = attributes["v"] else {
                throw .missing(attribute: "k or v", of: "a tag of \(owner)")
            }
            let tag = unsafe VersionedObject.Tag(key: [UInt8](key.bytes), value: [UInt8](value.bytes))
            current?.tags.append(tag)
            currentSize += 20 + tag.key.count + tag.value.count
        } else if name == "nd", kind == .way {
            current?.refs.append(try Self.reference(attributes, of: owner))
            currentSize += 10
        } else if name == "member", kind == .relation {
            let member = try Self.member(attributes, of: owner)
            current?.members.append(member)
            currentSize += 20 + member.role.count
        }
        guard currentSize <= Self.maximumSize else { throw .tooLarge(owner) }
    }

    private static func member(
        _ attributes: XMLAttributes, of owner: String
    ) throws(XMLFault) -> VersionedObject.Member {
        guard let type = attributes["type"] else { throw .missing(attribute: "type", of: "a member of \(owner)") }
        guard let kind = kind(type) else {
            throw .badValue(type.string, attribute: "type", of: "a member of \(owner)")
        }
        let id = try reference(attributes, of: owner)
        return VersionedObject.Member(
            key: VersionedObject.Key(kind: kind, id: id),
            role: attributes["role"].map { unsafe [UInt8]($0.bytes) } ?? [])
    }

    private static func reference(_ attributes: XMLAttributes, of owner: String) throws(XMLFault) -> Int64 {
        guard let text = attributes["ref"] else { throw .missing(attribute: "ref", of: "a part of \(owner)") }
        return try id(text, "ref", of: "a part of \(owner)")
    }

    private static func id(_ text: XMLText, _ attribute: String, of owner: String) throws(XMLFault) -> Int64 {
        guard let id = text.id, VersionedObject.ids.contains(id) else {
            throw .badValue(text.string, attribute: attribute, of: owner)
        }
        return id
    }

    private static func kind(_ name: XMLText) -> OSMData.ObjectKind? {
        if name == "node" { return .node }
        if name == "way" { return .way }
        return name == "relation" ? .relation : nil
    }
}
