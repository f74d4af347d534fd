import GeoCore
import Routing

/// The nodes where edges begin and end: where streets meet, end, cross themselves or are cut off, where something
/// blocks or delays travel, and where turns are restricted.
struct JunctionFinding: Sendable {
    static let none = UInt32.max

    /// The data's node of each junction, along the Hilbert curve.
    private(set) var nodes: [UInt32] = []
    /// The junction of each of the data's nodes, or `none`. Nodes at 180° and −180° on one parallel are one junction:
    /// streets continue there.
    private(set) var ofNode: [UInt32]
    /// `NodeFlags` of each junction.
    private(set) var flags: [UInt8] = []
    /// The kerb at each junction.
    private(set) var kerbs: [Kerb] = []

    init(_ data: OSMData, _ streets: StreetFinding, viaNodes: [UInt32]) {
        // 0 unused, 1 passed by once, 2 a junction; 3 a junction where the extract cuts a street off.
        var usage = [UInt8](repeating: 0, count: data.nodes.count)
        for street in streets.all where !streets.inside.surfaces.contains(street.way) {
            Self.count(data.ways.refs(of: street.way), in: data, &usage)
        }
        for street in streets.all {
            for piece in streets.inside.pieces[street.way] ?? [] { Self.count(piece.nodes[...], in: data, &usage) }
        }
        let twins = Self.twins(data, usage)
        for (node, first) in twins { usage[Int(first)] = max(2, usage[Int(first)], usage[Int(node)]) }
        for node in viaNodes where usage[Int(node)] == 1 { usage[Int(node)] = 2 }
        let grid = HilbertGrid(data.bounds)
        var keys: [UInt64] = []
        for node in usage.indices {
            if usage[node] == 1, streets.marks[node] != 0 { usage[node] = 2 }
            if usage[node] >= 2, twins[UInt32(node)] == nil {
                keys.append(UInt64(grid.position(of: data.nodes.points[node])) << 32 | UInt64(node))
            }
        }
        keys.sort()
        nodes = keys.map { UInt32(truncatingIfNeeded: $0) }
        ofNode = [UInt32](repeating: Self.none, count: data.nodes.count)
        for (junction, node) in nodes.enumerated() { ofNode[Int(node)] = UInt32(junction) }
        var marks: [UInt32: UInt8] = [:], kerbs: [UInt32: Kerb] = [:]
        for (node, first) in twins {
            ofNode[Int(node)] = ofNode[Int(first)]
            marks[first, default: 0] |= streets.marks[Int(node)]
            let kerb = streets.kerbs[node] ?? .none
            if kerb.rawValue > kerbs[first, default: .none].rawValue { kerbs[first] = kerb }
        }
        self.kerbs = nodes.map { node in
            let own = streets.kerbs[node] ?? .none, other = kerbs[node] ?? .none
            return own.rawValue >= other.rawValue ? own : other
        }
        flags = nodes.map { node in
            let mark = NodeMark(rawValue: streets.marks[Int(node)] | (marks[node] ?? 0))
            var flags = mark.blockedProfiles
            if usage[Int(node)] == 3 { flags |= NodeFlags.mapEdge }
            if mark.contains(.signalForward) { flags |= NodeFlags.signalForward }
            if mark.contains(.signalBackward) { flags |= NodeFlags.signalBackward }
            if mark.contains(.gate) {
                // At the extract's edge a gate leads nowhere.
                let isCut = flags & NodeFlags.mapEdge != 0
                flags |= isCut ? 0 : mark.contains(.privateGate) ? NodeFlags.privateGate : NodeFlags.gate
            } else if mark.contains(.stop) {
                flags |= NodeFlags.gate
            }
            return flags
        }
    }

    /// Returns the nodes of streets at ±180° that coincide with others, each with the node that represents them. The
    /// facts of any of them apply to all.
    private static func twins(_ data: OSMData, _ usage: [UInt8]) -> [UInt32: UInt32] {
        guard data.extent.isOverAntimeridian || data.extent.longitudeSpan == Longitude.fullTurnE7 else { return [:] }
        var places: [Int32: [UInt32]] = [:], twins: [UInt32: UInt32] = [:]
        for (node, point) in data.nodes.points.enumerated()
        where Int64(point.longitudeE7.magnitude) == Longitude.halfTurnE7 && usage[node] > 0 {
            places[point.latitudeE7, default: []].append(UInt32(node))
        }
        for nodes in places.values {
            // On one side alone, coinciding nodes are separate as elsewhere.
            guard let first = nodes.first(where: { data.nodes.points[Int($0)].longitudeE7 > 0 }),
                nodes.contains(where: { data.nodes.points[Int($0)].longitudeE7 < 0 })
            else { continue }
            for node in nodes where node != first { twins[node] = first }
        }
        return twins
    }

    private static func count(_ refs: ArraySlice<UInt32>, in data: OSMData, _ usage: inout [UInt8]) {
        for index in refs.indices {
            let node = refs[index]
            guard node != OSMData.missing else { continue }
            let isCut =
                index > refs.startIndex && refs[index - 1] == OSMData.missing
                && !data.isAntimeridian(refs, at: index - 1)
                || index + 1 < refs.endIndex && refs[index + 1] == OSMData.missing
                    && !data.isAntimeridian(refs, at: index + 1)
            let isEnd = index == refs.startIndex || index + 1 == refs.endIndex
            // The same node twice in a row is a mapper's error, not a crossing.
            if index > refs.startIndex, refs[index - 1] == node, !isEnd { continue }
            if isCut {
                usage[Int(node)] = 3
            } else if usage[Int(node)] < 2 {
                usage[Int(node)] += isEnd ? 2 : 1
                usage[Int(node)] = min(2, usage[Int(node)])
            }
        }
    }

    func points(_ data: OSMData) -> [PointE7] { nodes.map { data.nodes.points[Int($0)] } }

    /// Marks dead ends at the sides of the covered area, and beyond it or the region: the extract ends there, not the
    /// street.
    mutating func markMapEdge(where edges: EdgeBuilding, _ data: OSMData) {
        var degree = [UInt8](repeating: 0, count: nodes.count)
        edges.forEachEnd { degree[Int($0)] = min(2, degree[Int($0)] + 1) }
        // About 10 m, in E7 degrees of latitude.
        let margin: Int32 = 1000
        for (junction, node) in nodes.enumerated() where degree[junction] == 1 {
            let point = data.nodes.points[Int(node)], bounds = data.bounds
            let east = bounds.eastOfWestSide(point.longitudeE7)
            let isInside =
                east > Int64(margin) && east < bounds.longitudeSpan - Int64(margin)
                && Int64(point.latitudeE7) > Int64(bounds.minY) + Int64(margin)
                && Int64(point.latitudeE7) < Int64(bounds.maxY) - Int64(margin)
                && data.region?.contains(point) ?? true
            if !isInside, !NodeFlags.isGate(flags[junction]) { flags[junction] |= NodeFlags.mapEdge }
        }
    }
}
