import Atlas
import GeoCore
import Routing

/// Splits streets into edges at their junctions: lengths, geometry, times of all profiles.
struct EdgeBuilding: Sendable {
    /// The edges of a range of streets, in their order.
    private struct Chunk: Sendable {
        var edges: [RoadEdge] = []
        /// Bytes of each edge's geometry.
        var geometryLengths: [UInt32] = []
        var geometry: [UInt8] = []
        /// The data's nodes along each edge, and their number.
        var nodes: [UInt32] = []
        var nodeCounts: [UInt32] = []
        /// By arc.
        var bearings: [UInt16] = []
        var boxes: [IntBox] = []
        var levels: [EdgeLevel] = []
        var isOffGround: [Bool] = []
        /// The position of the word on signs, and 1 more; 0 for none.
        var signs: [UInt32] = []
        var times: [[UInt32]] = Array(repeating: [], count: Profile.allCases.count)
        /// Number of edges of each street of the range.
        var edgesOfStreet: [UInt32] = []
    }

    private let chunks: [Chunk]
    private let streets: StreetFinding
    /// First edge of each street, and the number of all.
    private(set) var firstEdge: [UInt32] = [0]

    init(_ data: OSMData, _ streets: StreetFinding, _ junctions: JunctionFinding) {
        self.streets = streets
        chunks = Parallel.mapRanges(of: streets.all.count, length: 2048) { range in
            var chunk = Chunk()
            var cutter = StreetCutter(data: data, junctions: junctions)
            for position in range {
                let before = chunk.edges.count, street = streets.all[position]
                let isRound = street.facts.flags.contains(.roundabout)
                cutter.drawsNoWay = streets.inside.surfaces.contains(street.way)
                let level = streets.inside.levels[street.way].map { EdgeLevel(.street, $0) } ?? .none
                cutter.cut(street, streets.pieces(ofWay: street.way)) { edge, nodes, points, times, piece in
                    chunk.levels.append(piece?.level ?? level)
                    chunk.isOffGround.append(streets.inside.offGround.contains(street.way))
                    let sign = streets.inside.signs.word(ofWay: street.way, on: (piece?.level ?? level).level)
                    chunk.signs.append(sign.map { $0 + 1 } ?? 0)
                    let start = chunk.geometry.count
                    chunk.edges.append(edge)
                    EdgeGeometry.append(points, to: &chunk.geometry)
                    chunk.geometryLengths.append(UInt32(chunk.geometry.count - start))
                    chunk.nodes += nodes
                    chunk.nodeCounts.append(UInt32(nodes.count))
                    for line in [points, points.reversed()] {
                        let lookAhead = EdgeBearing.lookAhead(
                            along: line, length: Double(edge.lengthMillimetres) / 1000, street.facts.kind,
                            isRoundabout: isRound)
                        chunk.bearings.append(EdgeBearing.stored(along: line, over: lookAhead))
                    }
                    chunk.boxes.append(EdgeGeometry.box(around: points))
                    for profile in chunk.times.indices {
                        chunk.times[profile].append(times[profile].forward)
                        chunk.times[profile].append(times[profile].backward)
                    }
                }
                chunk.edgesOfStreet.append(UInt32(chunk.edges.count - before))
            }
            return chunk
        }
        for count in chunks.lazy.flatMap({ $0.edgesOfStreet }) {
            firstEdge.append(firstEdge[firstEdge.count - 1] + count)
        }
    }

    /// Calls `visit` with the junction at each end of each edge.
    func forEachEnd(_ visit: (UInt32) -> Void) {
        for edge in chunks.lazy.flatMap({ $0.edges }) {
            visit(edge.tail)
            visit(edge.head)
        }
    }

    /// Stores the edges and their ways; skips streets without an edge, because all their nodes are missing.
    func fill(_ tables: inout RoadTables, _ data: OSMData, _ text: inout StringInterner) {
        var names = StringIDs(strings: data.tags.strings)
        for (position, street) in streets.all.enumerated() {
            guard firstEdge[position] < firstEdge[position + 1] else { continue }
            tables.ways.append(
                RoadWay(
                    osmID: data.ways.ids[street.way], name: names.id(of: street.facts.name, &text),
                    ref: names.id(of: street.facts.ref, &text), firstEdge: firstEdge[position],
                    roadClass: street.facts.kind, surface: street.facts.surface, flags: street.facts.flags))
            tables.chairFacts.append(street.facts.chair)
            let lanes = street.facts.lanes
            if lanes.forward != nil || lanes.backward != nil {
                tables.lanes.append(
                    RoadLanes(
                        way: UInt32(tables.ways.count - 1), forward: text.id(of: lanes.forward?.text ?? ""),
                        backward: text.id(of: lanes.backward?.text ?? "")))
            }
        }
        tables.times = Array(repeating: [], count: Profile.allCases.count)
        let signs = [StringID.empty] + streets.inside.signs.words.map { text.id(of: $0) }
        var offset: UInt32 = 0
        for chunk in chunks {
            tables.edges += chunk.edges
            tables.geometry += chunk.geometry
            for node in chunk.nodes { tables.nodeIDs.append(data.nodes.ids[Int(node)]) }
            tables.nodeCounts += chunk.nodeCounts
            tables.bearings += chunk.bearings
            tables.boxes += chunk.boxes
            if !streets.inside.isEmpty {
                tables.levels += chunk.levels
                tables.isOffGround += chunk.isOffGround
                tables.signs += chunk.signs.map { signs[Int($0)] }
            }
            for length in chunk.geometryLengths {
                offset += length
                tables.geometryStarts.append(offset)
            }
            for profile in chunk.times.indices { tables.times[profile] += chunk.times[profile] }
        }
    }
}

/// The atlas's ids of the extract's strings, each looked up once.
private struct StringIDs {
    private let strings: [String]
    private var known: [UInt32]

    init(strings: [String]) {
        self.strings = strings
        known = [UInt32](repeating: .max, count: strings.count)
    }

    mutating func id(of string: UInt32?, _ text: inout StringInterner) -> StringID {
        guard let string else { return .empty }
        if known[Int(string)] == .max { known[Int(string)] = text.id(of: strings[Int(string)]).rawValue }
        return StringID(rawValue: known[Int(string)])
    }
}
