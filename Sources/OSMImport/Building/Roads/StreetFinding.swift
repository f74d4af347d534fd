import GeoCore
import Routing

/// The ways that are streets for any profile, along the Hilbert curve, and the nodes that affect travel.
struct StreetFinding: Sendable {
    struct Street: Sendable {
        /// The index in the data's ways.
        let way: Int
        var facts: RoadFacts
    }

    let reader: StreetReader
    private(set) var all: [Street] = []
    private(set) var squares = SquareFinding()
    let inside: InsideStreets
    /// The marks of each of the data's nodes: `NodeMark`.
    private(set) var marks: [UInt8]

    /// Kerbs by the data's node.
    private(set) var kerbs: [UInt32: Kerb] = [:]
    /// The nodes with ignored conditional rules, ascending.
    private(set) var conditionalNodes: [UInt32] = []

    /// `countries` gives the driving side if the map does not.
    init(_ inside: InsideStreets, _ rules: RoadRules = .own, _ countries: CountrySource = CountrySource()) {
        self.inside = inside
        let data = inside.data
        let keys = RoadKeyTable(data.tags.strings)
        marks = [UInt8](repeating: 0, count: data.nodes.count)
        let nodes = Self.markedNodes(data, keys, rules)
        let reader = StreetReader(data, keys, rules, countries, miniRoundabouts: nodes.compactMap(\.isLeft))
        self.reader = reader
        take(nodes)
        let ofWays = Parallel.mapRanges(of: data.ways.count) { range in
            var tags = reader.makeTags()
            var streets: [(street: Street, key: UInt64)] = []
            for way in range {
                guard let facts = reader.facts(ofWay: way, &tags) else { continue }
                let refs = data.ways.refs(of: way)
                let middle = refs[refs.startIndex + refs.count / 2]
                streets.append((Street(way: way, facts: facts), Self.key(of: middle, way, data)))
            }
            return streets
        }
        var found = Array(ofWays.joined())
        if rules == .own {
            squares = SquareFinding(data, found.map(\.street), reader)
            for (way, facts) in squares.outlines {
                let refs = data.ways.refs(of: way)
                guard refs.count >= 2 else { continue }
                let middle = refs[refs.startIndex + refs.count / 2]
                found.append((Street(way: way, facts: facts), Self.key(of: middle, way, data)))
            }
        }
        all = found.sorted { $0.key < $1.key }.map { $0.street }
        nameSidewalks(data)
        settleKerbs(data)
    }

    /// Returns the edges that belong to a way and that it does not draw: across a square, or inside a building.
    func pieces(ofWay way: Int) -> [StreetPiece] {
        let lines = squares.lines[way] ?? []
        return lines.map { StreetPiece(nodes: [$0.0, $0.1]) } + (inside.pieces[way] ?? [])
    }

    /// Returns the same without the streets at these positions in `all`.
    func leavingOut(_ positions: Set<Int>) -> StreetFinding {
        var rest = self
        rest.all = all.indices.filter { !positions.contains($0) }.map { all[$0] }
        return rest
    }

    /// The kerbs of a crossing that is drawn as a separate way are nodes of that way, so they are known.
    private mutating func settleKerbs(_ data: OSMData) {
        for street in all where street.facts.kind == .crossing {
            let refs = data.ways.refs(of: street.way)
            guard refs.contains(where: { kerbs[$0].map { $0 != .unknown && $0 != .lift } ?? false }) else { continue }
            for node in refs where kerbs[node] == .unknown { kerbs[node] = nil }
        }
    }

    /// The nodes that become junctions to store a kerb.
    var kerbNodes: [UInt32] { kerbs.filter { $0.value == .rolled }.keys.sorted() }

    private mutating func nameSidewalks(_ data: OSMData) {
        let naming = SidewalkNaming(data, all), streets = all
        let names = Parallel.mapRanges(of: all.count) { range in
            range.map { index -> UInt32? in
                let facts = streets[index].facts
                guard facts.kind == .sidewalk || facts.kind == .crossing, facts.name == nil else { return nil }
                return naming.name(of: streets[index])
            }
        }
        for (index, name) in names.joined().enumerated() { all[index].facts.name = all[index].facts.name ?? name }
    }

    /// Returns the position on the Hilbert curve, then in the input.
    private static func key(of node: UInt32, _ way: Int, _ data: OSMData) -> UInt64 {
        let point = node == OSMData.missing ? PointE7(latitudeE7: 0, longitudeE7: 0) : data.nodes.points[Int(node)]
        return UInt64(HilbertGrid(data.bounds).position(of: point)) << 32 | UInt64(way)
    }

    /// A node that affects travel.
    private struct MarkedNode {
        let node: UInt32
        let mark: NodeMark
        let kerb: Kerb
        let isConditional: Bool
        /// The direction of a mini-roundabout, if the node is one with a direction.
        let isLeft: Bool?

        var isPlain: Bool { mark.rawValue == 0 && kerb == .none && !isConditional && isLeft == nil }
    }

    private static func markedNodes(_ data: OSMData, _ keys: RoadKeyTable, _ rules: RoadRules) -> [MarkedNode] {
        let found = Parallel.mapRanges(of: data.nodes.tagged.count) { range in
            var tags = RoadTags(strings: data.tags.strings, keys: keys)
            var marks: [MarkedNode] = []
            for position in range {
                tags.load(data.tags.pairs[data.nodes.tags[position].indices])
                let facts = RoadNodeFacts(tags, rules)
                let marked = MarkedNode(
                    node: data.nodes.tagged[position], mark: NodeMark(facts), kerb: facts.kerb,
                    isConditional: tags.hasConditional, isLeft: tags.miniRoundaboutIsLeft)
                if !marked.isPlain { marks.append(marked) }
            }
            return marks
        }
        return Array(found.joined())
    }

    private mutating func take(_ nodes: [MarkedNode]) {
        for marked in nodes {
            marks[Int(marked.node)] = marked.mark.rawValue
            if marked.kerb != .none { kerbs[marked.node] = marked.kerb }
            if marked.isConditional { conditionalNodes.append(marked.node) }
        }
    }
}

/// `RoadNodeFacts` in a byte, one for each of the data's nodes.
struct NodeMark: OptionSet, Sendable {
    let rawValue: UInt8

    /// In the low four bits, the profiles that cannot pass (`ProfileSet`).
    static let blocked = NodeMark(rawValue: 0b0000_1111)
    static let signalForward = NodeMark(rawValue: 0b0001_0000)
    static let signalBackward = NodeMark(rawValue: 0b0010_0000)
    static let gate = NodeMark(rawValue: 0b0100_0000)
    /// The signals' marks mean a stop sign.
    static let stop = NodeMark(rawValue: 0b1000_0000)
    /// A gate that opens only for some drivers.
    static let privateGate: NodeMark = [.gate, .stop]

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ facts: RoadNodeFacts) {
        var mark = NodeMark(rawValue: facts.blocked.rawValue)
        // A gate delays drivers longer than the sign beside it.
        if let gate = facts.gate {
            mark.formUnion(gate == .private ? .privateGate : .gate)
        } else if facts.sign != nil {
            if facts.holdsForward { mark.insert(.signalForward) }
            if facts.holdsBackward { mark.insert(.signalBackward) }
            if facts.sign == .stop { mark.insert(.stop) }
        }
        self = mark
    }

    var blockedProfiles: UInt8 { rawValue & Self.blocked.rawValue }
}

/// The Hilbert curve over a box of E7 coordinates.
struct HilbertGrid {
    private let bounds: IntBox

    init(_ bounds: IntBox) { self.bounds = bounds }

    /// Returns the position of a point; points outside the box move to its edge.
    func position(of point: PointE7) -> UInt32 {
        Hilbert.position(
            x: Self.cell(bounds.eastOfWestSide(point.longitudeE7), bounds.longitudeSpan),
            y: Self.cell(Int64(point.latitudeE7) - Int64(bounds.minY), Int64(bounds.maxY) - Int64(bounds.minY)))
    }

    private static func cell(_ steps: Int64, _ span: Int64) -> UInt32 {
        let width = max(1, span)
        return UInt32(min(width, max(0, steps)) * 65_535 / width)
    }
}

extension TagRange {
    /// The positions of the pairs.
    var indices: Range<Int> { Int(start)..<(Int(start) + Int(count)) }
}
