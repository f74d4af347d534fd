import GeoCore
import Routing

/// The squares that walkers cross directly: `highway=pedestrian` or `footway` with `area=yes`, and multipolygons with
/// these tags (wiki.openstreetmap.org/wiki/Tag:highway%3Dpedestrian#Squares_and_plazas).
struct SquareFinding: Sendable {
    /// Ways that are walkable only because of a multipolygon, with its facts.
    private(set) var outlines: [(way: Int, facts: RoadFacts)] = []
    /// Straight lines across, as nodes of the data, by the way that they belong to.
    private(set) var lines: [Int: [(UInt32, UInt32)]] = [:]

    /// The nodes at which lines begin and end: they become junctions.
    var nodes: [UInt32] { Set(lines.values.joined().flatMap { [$0.0, $0.1] }).sorted() }

    private struct Square {
        /// The way that its lines belong to.
        let way: Int
        /// The ways of its own border.
        let border: Set<Int>
        /// Nodes, as in `Area.Polygon`.
        let rings: [Area.Ring]
    }

    /// Makes an empty value, without squares.
    init() {}

    init(_ data: OSMData, _ streets: [StreetFinding.Street], _ reader: StreetReader) {
        let factsOfWay = Dictionary(streets.map { ($0.way, $0.facts) }) { first, _ in first }
        var squares: [Square] = []
        for street in streets where Self.isSquare(street.facts) {
            guard let ring = Areas.ring(data.ways.refs(of: street.way), in: data) else { continue }
            squares.append(Square(way: street.way, border: [street.way], rings: [ring]))
        }
        var tags = reader.makeTags()
        for relation in 0..<data.relations.count {
            tags.load(data.tags.pairs[data.relations.tags[relation].indices])
            guard tags.says(.highway, "pedestrian") || tags.says(.highway, "footway"),
                data.tags(ofRelation: relation)["type"] == "multipolygon",
                data.relations.members(of: relation).count <= Self.mostMembers,
                var facts = RoadFacts(tags, isClosed: true, drivesOnLeft: reader.drivesOnLeft, .own)
            else { continue }
            facts.flags.insert(.areaOutline)
            add(relation, facts, data, factsOfWay, &squares)
        }
        guard !squares.isEmpty else { return }
        let uses = Self.uses(streets, outlines.map(\.way), data)
        for square in squares { add(square, uses, data) }
    }

    /// More ways than the border of any square has.
    private static let mostMembers = 256

    private static func isSquare(_ facts: RoadFacts) -> Bool {
        (facts.kind == .pedestrian || facts.kind == .footway) && facts.flags.contains(.areaOutline)
            && !facts.uses[Int(Profile.foot.rawValue)].isNone
    }

    private mutating func add(
        _ relation: Int, _ facts: RoadFacts, _ data: OSMData, _ factsOfWay: [Int: RoadFacts], _ squares: inout [Square]
    ) {
        guard let area = RelationArea(relation: relation, in: data).area, area.isWhole else { return }
        let members = data.relations.members(of: relation).filter { $0.kind == .way }
            .compactMap { data.ways.index(of: $0.id) }
        let known = Set(outlines.map(\.way))
        let border = members.filter { factsOfWay[$0] == nil && !known.contains($0) }
        // A border that consists of streets already has no way for the square's lines.
        guard let way = border.first ?? members.first(where: { factsOfWay[$0].map(Self.isSquare) ?? false }) else {
            return
        }
        for member in Set(border).sorted() { outlines.append((member, facts)) }
        for polygon in area.polygons {
            squares.append(Square(way: way, border: Set(members), rings: [polygon.outer] + polygon.holes))
        }
    }

    /// Returns how many walkable streets pass each node.
    private static func uses(_ streets: [StreetFinding.Street], _ outlines: [Int], _ data: OSMData) -> [UInt8] {
        var uses = [UInt8](repeating: 0, count: data.nodes.count)
        let walked = streets.lazy.filter { !$0.facts.uses[Int(Profile.foot.rawValue)].isNone }.map(\.way)
        for way in Array(walked) + outlines {
            for node in distinct(data.ways.refs(of: way)) { uses[Int(node)] = min(255, uses[Int(node)] &+ 1) }
        }
        return uses
    }

    /// Returns the known nodes of a way; the first node of a closed way once.
    private static func distinct(_ refs: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
        let open = refs.count > 1 && refs.first == refs.last ? refs.dropLast() : refs
        return open.filter { $0 != OSMData.missing }[...]
    }

    private mutating func add(_ square: Square, _ uses: [UInt8], _ data: OSMData) {
        let rings = square.rings.map { ring in ring.map { data.nodes.points[Int($0)] } }
        guard let sight = SquareSight(rings) else { return }
        let nodes = Array(square.rings.joined())
        // A node with more uses than the border's own leads to other streets.
        var own: [UInt32: UInt8] = [:]
        for way in square.border {
            for node in Self.distinct(data.ways.refs(of: way)) { own[node, default: 0] += 1 }
        }
        // Where two parts of the border meet, both count as own; the end of a path counts in addition.
        let portals = nodes.indices.filter { uses[Int(nodes[$0])] > own[nodes[$0]] ?? 0 }
        guard portals.count > 1 else { return }
        lines[square.way, default: []] += sight.lines(portals: portals).map { (nodes[$0.0], nodes[$0.1]) }
    }
}
