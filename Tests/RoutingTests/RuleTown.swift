import Atlas
import GeoCore
import OSMImport
import Routing
import TestSupport
import Testing

/// An extract written as OSM XML, read, compiled and asked as an operator's would be.
final class RuleTown {
    let engine: RouteEngine
    let issues: IssueLog
    private let memory: AtlasMemory

    /// Letters of the profiles, as cases are written: foot, wheelchair, bicycle, car.
    static let letters: [(letter: String, profile: Profile)] = [
        ("f", .foot), ("w", .wheelchair), ("b", .bicycle), ("c", .car),
    ]

    init(_ elements: String, rules: RoadRules = .own, countries: CountrySource = CountrySource()) throws {
        let xml = "<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\">\n\(elements)\n</osm>\n"
        let data = try OSMReader.read(bytes: Array(xml.utf8), name: "town.osm").data
        var text = StringInterner(), writer = AtlasWriter(), issues = IssueLog()
        try RoadBuilding.build(
            data, rules: rules, countries: countries, text: &text, into: &writer, issues: &issues)
        text.add(to: &writer)
        memory = AtlasMemory(writer.finish())
        engine = try RouteEngine(memory.view())
        try engine.check()
        self.issues = issues
    }

    /// The route between two points, in metres east and north of 60° N 25° E.
    func route(
        _ from: (east: Double, north: Double), _ to: (east: Double, north: Double), _ profile: Profile
    ) throws -> PlannedRoute {
        var workspace = RouteWorkspace()
        let points = [from, to].map { StreetMap.coordinate($0.east, $0.north) }
        return try engine.route(RouteQuestion(points, profile: profile), workspace: &workspace)
    }

    /// The OSM ids of the ways that a route follows, each once for every time it is come to.
    func ways(of route: PlannedRoute) -> [Int64] {
        var ways: [Int64] = []
        for span in route.legs[0].spans where span.lengthMillimetres > 0 {
            let way = engine.network.way(of: span.arc.edge).osmID
            if way != ways.last { ways.append(way) }
        }
        return ways
    }

    /// A node, placed in metres east and north of 60° N 25° E.
    static func node(_ id: Int, _ east: Double, _ north: Double, _ tags: KeyValuePairs<String, String> = [:]) -> String
    {
        let place = StreetMap.coordinate(east, north)
        return "<node id=\"\(id)\" lat=\"\(place.latitude)\" lon=\"\(place.longitude)\">\(xml(tags))</node>\n"
    }

    static func way(_ id: Int, _ nodes: [Int], _ tags: KeyValuePairs<String, String>) -> String {
        let refs = nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
        return "<way id=\"\(id)\">\(refs)\(xml(tags))</way>\n"
    }

    /// A relation of ways, each with its role.
    static func relation(
        _ id: Int, _ members: KeyValuePairs<Int, String>, _ tags: KeyValuePairs<String, String>
    ) -> String {
        let ways = members.map { "<member type=\"way\" ref=\"\($0.key)\" role=\"\($0.value)\"/>" }.joined()
        return "<relation id=\"\(id)\">\(ways)\(xml(tags))</relation>\n"
    }

    static func xml(_ tags: KeyValuePairs<String, String>) -> String {
        tags.map { "<tag k=\"\($0.key)\" v=\"\($0.value.replacing("\"", with: "&quot;"))\"/>" }.joined()
    }
}

/// The OSM wiki's rule for a way or a node, and which profiles may therefore use it.
struct RuleCase: Sendable, CustomTestStringConvertible {
    /// The page of wiki.openstreetmap.org.
    let page: String
    let tags: KeyValuePairs<String, String>
    /// The profiles that take the way rather than go round: along its drawing, and against it.
    let along: String
    let against: String
    /// The profiles that come to a place in the middle of it.
    let inside: String?

    init(
        _ page: String, _ tags: KeyValuePairs<String, String>, _ along: String, _ against: String? = nil,
        inside: String? = nil
    ) {
        self.page = page
        self.tags = tags
        self.along = along
        self.against = against ?? along
        self.inside = inside
    }

    var testDescription: String { "\(page): " + tags.map { "\($0)=\($1)" }.joined(separator: " ") }
}

extension RuleTown {
    /// Two hundred metres from A to B over M, way 1, and a way round of six hundred, way 2, that is everybody's.
    static func street(
        _ tags: KeyValuePairs<String, String>, middle: KeyValuePairs<String, String> = [:], rules: RoadRules = .own
    ) throws -> RuleTown {
        try RuleTown(
            node(1, 0, 0) + node(2, 100, 0, middle) + node(3, 200, 0) + node(4, 0, 200) + node(5, 200, 200)
                + way(1, [1, 2, 3], tags) + way(2, [1, 4, 5, 3], ["highway": "residential"]), rules: rules)
    }

    /// The letters of the profiles whose way between A and B is way 1.
    func through(isBackward: Bool) throws -> String {
        try Self.letters.filter { _, profile in
            let ends = isBackward ? [(200.0, 0.0), (0, 0)] : [(0.0, 0.0), (200, 0)]
            return try ways(of: route(ends[0], ends[1], profile)) == [1]
        }.map(\.letter).joined()
    }

    /// The letters of the profiles that come from the way round to a place on way 1.
    func inside() throws -> String {
        try Self.letters.filter { _, profile in
            let route = try route((100, 200), (60, 0), profile)
            return ways(of: route).last == 1
        }.map(\.letter).joined()
    }
}
