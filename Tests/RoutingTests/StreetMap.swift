import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport

/// A tiny street map written down in a test: nodes named by one character, placed in metres east and north of 60° N 25°
/// E.
///
/// Unless a test states the covered area, it reaches a kilometre beyond all nodes.
struct StreetMap {
    private(set) var data = OSMData()
    private var strings: [String: UInt32] = [:]
    private var nodeOf: [Character: UInt32] = [:]

    /// Adds a node. Its OSM id is its position plus one.
    mutating func node(_ name: Character, _ east: Double, _ north: Double, _ tags: KeyValuePairs<String, String> = [:])
    {
        let index = UInt32(data.nodes.count)
        nodeOf[name] = index
        data.nodes.ids.append(Int64(index) + 1)
        data.nodes.points.append(Self.point(east, north))
        for margin in [-1000.0, 1000] where !data.boundsAreStated {
            data.bounds.include(Self.point(east + margin, north + margin))
        }
        if !tags.isEmpty {
            data.nodes.tagged.append(index)
            data.nodes.tags.append(add(tags))
        }
    }

    /// Adds a node at a coordinate.
    mutating func node(_ name: Character, at coordinate: Coordinate) {
        node(name, 0, 0)
        data.nodes.points[data.nodes.count - 1] = PointE7(coordinate)
        data.bounds.include(PointE7(coordinate))
    }

    /// The OSM id of the way that is added next.
    var nextWay: Int64 { Int64(data.ways.count) + 100 }

    /// Adds a way over nodes named by the characters of `path`, `?` for one that the extract lacks; returns its OSM id.
    @discardableResult
    mutating func way(_ path: String, _ tags: KeyValuePairs<String, String>) -> Int64 {
        way(path, pairs: tags.map { ($0.key, $0.value) })
    }

    /// The same with tags that are known only when running.
    @discardableResult
    mutating func way(_ path: String, pairs: [(String, String)]) -> Int64 {
        data.ways.ids.append(nextWay)
        for name in path { data.ways.refs.append(name == "?" ? OSMData.missing : nodeOf[name]!) }
        data.ways.starts.append(UInt32(data.ways.refs.count))
        data.ways.tags.append(add(pairs))
        return data.ways.ids[data.ways.count - 1]
    }

    /// Adds a restriction of ways over a via node or via ways; returns its OSM id.
    @discardableResult
    mutating func restriction(
        from: [Int64], via: Character? = nil, viaWays: [Int64] = [], to: [Int64], _ tags: KeyValuePairs<String, String>
    ) -> Int64 {
        restriction(from: from, viaNode: via.map { Int64(nodeOf[$0]!) + 1 }, viaWays: viaWays, to: to, tags)
    }

    /// Adds a restriction over the node with an OSM id.
    @discardableResult
    mutating func restriction(
        from: [Int64], viaNode: Int64?, viaWays: [Int64] = [], to: [Int64], _ tags: KeyValuePairs<String, String>
    ) -> Int64 {
        for way in from { member(.way, way, "from") }
        if let viaNode { member(.node, viaNode, "via") }
        for way in viaWays { member(.way, way, "via") }
        for way in to { member(.way, way, "to") }
        data.relations.starts.append(UInt32(data.relations.members.count))
        data.relations.tags.append(add(tags))
        data.relations.ids.append(Int64(data.relations.count) + 1000)
        return data.relations.ids[data.relations.count - 1]
    }

    /// States the covered area, in metres around the origin.
    mutating func bound(east: ClosedRange<Double>, north: ClosedRange<Double>) {
        data.bounds = .empty
        data.bounds.include(Self.point(east.lowerBound, north.lowerBound))
        data.bounds.include(Self.point(east.upperBound, north.upperBound))
        data.boundsAreStated = true
    }

    /// The position of a named node in the data.
    func index(_ name: Character) -> Int? { nodeOf[name].map { Int($0) } }

    func coordinate(_ name: Character) -> Coordinate { Coordinate(data.nodes.points[Int(nodeOf[name]!)]) }

    func build() throws -> StreetTown { try StreetTown(self) }

    static func coordinate(_ east: Double, _ north: Double) -> Coordinate { Coordinate(point(east, north)) }

    private static func point(_ east: Double, _ north: Double) -> PointE7 {
        // Metres in a degree on the sphere; at 60° a degree of longitude is half as long.
        let degree = 6_371_008.8 * Double.pi / 180
        return PointE7(
            latitudeE7: Int32(((60 + north / degree) * 1e7).rounded()),
            longitudeE7: Int32(((25 + east / (degree / 2)) * 1e7).rounded()))
    }

    private mutating func member(_ kind: OSMData.ObjectKind, _ id: Int64, _ role: String) {
        data.relations.members.append(OSMData.Member(kind: kind, id: id, role: string(role)))
    }

    private mutating func add(_ tags: KeyValuePairs<String, String>) -> TagRange {
        add(tags.map { ($0.key, $0.value) })
    }

    private mutating func add(_ tags: [(String, String)]) -> TagRange {
        let start = UInt32(data.tags.pairs.count)
        for (key, value) in tags { data.tags.pairs.append(.init(key: string(key), value: string(value))) }
        return TagRange(start: start, count: UInt32(tags.count))
    }

    private mutating func string(_ text: String) -> UInt32 {
        if let known = strings[text] { return known }
        let index = UInt32(data.tags.strings.count)
        strings[text] = index
        data.tags.strings.append(text)
        return index
    }
}

/// A street map compiled to an atlas in memory, with its engine; checked by the checker.
final class StreetTown {
    let map: StreetMap
    let engine: RouteEngine
    let issues: IssueLog
    /// The bytes that the engine reads in place.
    let memory: AtlasMemory

    init(_ map: StreetMap) throws {
        self.map = map
        var text = StringInterner(), writer = AtlasWriter(), issues = IssueLog()
        let indoors = Indoors(map.data, Areas(map.data))
        try RoadBuilding.build(map.data, inside: indoors, text: &text, into: &writer, issues: &issues)
        text.add(to: &writer)
        memory = AtlasMemory(writer.finish())
        engine = try RouteEngine(memory.view())
        try engine.check()
        self.issues = issues
    }

    var network: RoadNetwork { engine.network }

    /// The route between nodes, in the order of their names.
    func route(_ names: String, _ profile: Profile = .foot) throws(RouteError) -> PlannedRoute {
        try route(names.map { map.coordinate($0) }, profile)
    }

    func route(_ points: [Coordinate], _ profile: Profile = .foot) throws(RouteError) -> PlannedRoute {
        var workspace = RouteWorkspace()
        return try engine.route(RouteQuestion(points, profile: profile), workspace: &workspace)
    }

    /// Whether the profile may go along, and against, the drawing of the only edge of a way.
    func isOpen(_ way: Int64, _ profile: Profile) -> (forward: Bool, backward: Bool) {
        let edge = EdgeID(network.edges(ofWay: way)!.lowerBound), times = network.layer(profile).times
        return (times[edge.forward.rawValue] != .max, times[edge.backward.rawValue] != .max)
    }
}
