package import OSMImport

/// A small extract written down in a test: nodes, ways and relations in the order they are added, as objects rather
/// than columns, so that what comes out of the readers can be compared with it.
package struct HandMade: Sendable {
    package typealias TagPairs = KeyValuePairs<String, String>

    package struct Node: Sendable {
        package let id: Int64
        package let latitudeE7: Int64
        package let longitudeE7: Int64
        package let tags: TagPairs
    }

    package struct Way: Sendable {
        package let id: Int64
        package let refs: [Int64]
        package let tags: TagPairs
    }

    package struct Member: Sendable {
        package let kind: OSMData.ObjectKind
        package let id: Int64
        package let role: String

        package init(_ kind: OSMData.ObjectKind, _ id: Int64, _ role: String = "") {
            self.kind = kind
            self.id = id
            self.role = role
        }
    }

    package struct Relation: Sendable {
        package let id: Int64
        package let members: [Member]
        package let tags: TagPairs
    }

    package private(set) var nodes: [Node] = []
    package private(set) var ways: [Way] = []
    package private(set) var relations: [Relation] = []
    /// South, west, north, east in E7 degrees.
    package var statedBounds: (south: Int64, west: Int64, north: Int64, east: Int64)?
    /// Seconds since 1970.
    package var timestamp: Int64?

    package init() {}

    /// The nodes by id; of those with the same id the last.
    var places: [Int64: Node] { Dictionary(nodes.map { ($0.id, $0) }, uniquingKeysWith: { $1 }) }

    /// Adds a node; degrees are rounded to seven decimals.
    package mutating func node(_ id: Int64, _ latitude: Double, _ longitude: Double, _ tags: TagPairs = [:]) {
        node(id, latitudeE7: Int64((latitude * 1e7).rounded()), longitudeE7: Int64((longitude * 1e7).rounded()), tags)
    }

    /// Adds a node, on Earth or not.
    package mutating func node(_ id: Int64, latitudeE7: Int64, longitudeE7: Int64, _ tags: TagPairs = [:]) {
        nodes.append(Node(id: id, latitudeE7: latitudeE7, longitudeE7: longitudeE7, tags: tags))
    }

    package mutating func way(_ id: Int64, _ refs: [Int64], _ tags: TagPairs = [:]) {
        ways.append(Way(id: id, refs: refs, tags: tags))
    }

    package mutating func relation(_ id: Int64, _ members: [Member], _ tags: TagPairs = [:]) {
        relations.append(Relation(id: id, members: members, tags: tags))
    }

    /// The extract as the PBF reader gives it.
    package func data() throws -> OSMData { try OSMReader.read(bytes: pbf(), name: "hand-made").data }

    /// A town corner with a bit of everything: tags on nodes, shared nodes, a closed way, relations of all kinds of
    /// members, text in several scripts, a node that nothing needs, a member that is missing.
    package static var corner: HandMade {
        var map = HandMade()
        map.statedBounds = (601_600_000, 249_300_000, 601_700_000, 249_500_000)
        map.timestamp = 1_700_000_000
        map.node(1, 60.1675, 24.9312, ["highway": "crossing"])
        map.node(2, 60.1676, 24.9313)
        map.node(3, 60.1677, 24.9318)
        map.node(5, 60.1679, 24.9311, ["amenity": "café", "name": "Kappeli", "name:ru": "Каппели", "note": ""])
        map.node(8, 60.1681, 24.9307)
        map.node(9, -60.1681, -24.9307)
        map.node(4_000_000_000, 60.1682, 24.9309)
        map.way(10, [1, 2, 3], ["highway": "footway", "name": "Aleksanterinkatu"])
        map.way(11, [3, 8, 4_000_000_000, 3], ["building": "yes"])
        map.way(12, [2, 8])
        map.relation(
            20, [HandMade.Member(.way, 11, "outer"), HandMade.Member(.way, 99, "inner")],
            ["type": "multipolygon", "name": "Kortteli"])
        map.relation(
            21,
            [HandMade.Member(.relation, 20), HandMade.Member(.node, 5, "label"), HandMade.Member(.way, 10, "outer")])
        return map
    }
}
