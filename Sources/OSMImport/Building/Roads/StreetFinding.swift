import GeoCore
import Routing

/// The ways that are streets to somebody, along the Hilbert curve, and the nodes that mean something to those who pass.
struct StreetFinding: Sendable {
    struct Street: Sendable {
        /// Index into the data's ways.
        let way: Int
        var facts: RoadFacts
    }

    private(set) var all: [Street] = []
    /// Marks of each node of the data: `NodeMark`.
    private(set) var marks: [UInt8]

    init(_ data: OSMData) {
        let keys = RoadKeyTable(data.tags.strings)
        marks = Self.marks(data, keys)
        let found = Parallel.mapRanges(of: data.ways.count) { range in
            var tags = RoadTags(strings: data.tags.strings, keys: keys)
            var streets: [(street: Street, key: UInt64)] = []
            for way in range {
                let pairs = data.ways.tags[way]
                tags.load(data.tags.pairs[pairs.indices])
                let refs = data.ways.refs(of: way)
                guard refs.count >= 2, let facts = RoadFacts(tags, isClosed: refs.first == refs.last) else { continue }
                let middle = refs[refs.startIndex + refs.count / 2]
                streets.append((Street(way: way, facts: facts), Self.key(of: middle, way, data)))
            }
            return streets
        }
        all = found.joined().sorted { $0.key < $1.key }.map { $0.street }
        nameSidewalks(data)
    }

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

    /// Position on the Hilbert curve, then in the input.
    private static func key(of node: UInt32, _ way: Int, _ data: OSMData) -> UInt64 {
        let point = node == OSMData.missing ? PointE7(latitudeE7: 0, longitudeE7: 0) : data.nodes.points[Int(node)]
        return UInt64(HilbertGrid(data.bounds).position(of: point)) << 32 | UInt64(way)
    }

    private static func marks(_ data: OSMData, _ keys: RoadKeyTable) -> [UInt8] {
        let found = Parallel.mapRanges(of: data.nodes.tagged.count) { range in
            var tags = RoadTags(strings: data.tags.strings, keys: keys)
            var marks: [(node: UInt32, mark: UInt8)] = []
            for position in range {
                tags.load(data.tags.pairs[data.nodes.tags[position].indices])
                let mark = NodeMark(RoadNodeFacts(tags))
                if mark.rawValue != 0 { marks.append((data.nodes.tagged[position], mark.rawValue)) }
            }
            return marks
        }
        var marks = [UInt8](repeating: 0, count: data.nodes.count)
        for (node, mark) in found.joined() { marks[Int(node)] = mark }
        return marks
    }
}

/// `RoadNodeFacts` in a byte, one for each node of the data.
struct NodeMark: OptionSet {
    let rawValue: UInt8

    /// In the low four bits the profiles that cannot pass (`ProfileSet`).
    static let blocked = NodeMark(rawValue: 0b0000_1111)
    static let signalForward = NodeMark(rawValue: 0b0001_0000)
    static let signalBackward = NodeMark(rawValue: 0b0010_0000)
    static let gate = NodeMark(rawValue: 0b0100_0000)
    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ facts: RoadNodeFacts) {
        var mark = NodeMark(rawValue: facts.blocked.rawValue)
        if facts.signalsForward { mark.insert(.signalForward) }
        if facts.signalsBackward { mark.insert(.signalBackward) }
        if facts.delaysCars { mark.insert(.gate) }
        self = mark
    }

    var blockedProfiles: UInt8 { rawValue & Self.blocked.rawValue }
}

/// The Hilbert curve laid over a box of E7 coordinates.
struct HilbertGrid {
    private let bounds: IntBox

    init(_ bounds: IntBox) { self.bounds = bounds }

    /// Points outside the box go to its edge.
    func position(of point: PointE7) -> UInt32 {
        Hilbert.position(
            x: Self.cell(point.longitudeE7, bounds.minX, bounds.maxX),
            y: Self.cell(point.latitudeE7, bounds.minY, bounds.maxY))
    }

    private static func cell(_ value: Int32, _ low: Int32, _ high: Int32) -> UInt32 {
        let width = max(1, Int64(high) - Int64(low)), offset = min(width, max(0, Int64(value) - Int64(low)))
        return UInt32(offset * 65_535 / width)
    }
}

extension TagRange {
    /// The positions of the pairs.
    var indices: Range<Int> { Int(start)..<(Int(start) + Int(count)) }
}
