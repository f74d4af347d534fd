import GeoCore
import Routing

/// Follows one street after the other and returns its edges.
struct StreetCutter {
    struct Times {
        var forward: UInt32
        var backward: UInt32
    }

    /// Receives an edge, its nodes in the data, their points, times by profile, and the piece that it is, if any.
    typealias Adding = (RoadEdge, [UInt32], [PointE7], [Times], StreetPiece?) -> Void

    let data: OSMData
    let junctions: JunctionFinding

    /// Whether streets have only pieces, such as a room, whose outline is no street.
    var drawsNoWay = false
    private var points: [PointE7] = []

    /// Shorter ways cannot pass a junction too often.
    private static let longWay = 128

    init(data: OSMData, junctions: JunctionFinding) {
        self.data = data
        self.junctions = junctions
    }

    /// Calls `add` with each edge of the street in order: the edge, its nodes in the data, their points, times by
    /// profile. Then the same for the pieces that the street does not draw, for walkers and wheelchairs.
    mutating func cut(_ street: StreetFinding.Street, _ pieces: [StreetPiece], _ add: Adding) {
        if !drawsNoWay { cut(street, add) }
        var facts = street.facts
        for profile in Profile.allCases where profile.isVehicle { facts.uses[Int(profile.rawValue)] = .none }
        for piece in pieces {
            emit(piece.nodes[0], piece.nodes[piece.nodes.count - 1], piece.nodes, facts, nil, piece, add)
        }
    }

    private mutating func cut(_ street: StreetFinding.Street, _ add: Adding) {
        let refs = data.ways.refs(of: street.way)
        let fixed = street.facts.duration.map { ($0, totalLength(refs)) }
        var first: UInt32?, nodes: [UInt32] = []
        // A way back and forth between the same nodes is a mapper's error; as streets, thousands would meet there.
        var known: Set<UInt64>? = refs.count > Self.longWay ? [] : nil
        for node in refs {
            guard node != OSMData.missing else {
                first = nil
                nodes.removeAll(keepingCapacity: true)
                continue
            }
            guard node != nodes.last else { continue }
            nodes.append(node)
            guard junctions.ofNode[Int(node)] != JunctionFinding.none else { continue }
            if let tail = first, nodes.count > 1 {
                let pair = UInt64(min(tail, node)) << 32 | UInt64(max(tail, node))
                let isNew = nodes.count > 2 || known?.insert(pair).inserted ?? true
                if isNew { emit(tail, node, nodes, street.facts, fixed, nil, add) }
            }
            first = node
            nodes.removeAll(keepingCapacity: true)
            nodes.append(node)
        }
    }

    private mutating func emit(
        _ tail: UInt32, _ head: UInt32, _ nodes: [UInt32], _ facts: RoadFacts,
        _ fixed: (seconds: Double, metres: Double)?, _ piece: StreetPiece?, _ add: Adding
    ) {
        points.removeAll(keepingCapacity: true)
        for node in nodes { points.append(data.nodes.points[Int(node)]) }
        // A junction on the antimeridian has one point for both sides.
        points[0] = data.nodes.points[Int(junctions.nodes[Int(junctions.ofNode[Int(tail)])])]
        points[points.count - 1] = data.nodes.points[Int(junctions.nodes[Int(junctions.ofNode[Int(head)])])]
        let metres = Self.length(points)
        let edge = RoadEdge(
            tail: junctions.ofNode[Int(tail)], head: junctions.ofNode[Int(head)],
            lengthMillimetres: UInt32(min(Double(UInt32.max - 1), (metres * 1000).rounded(.toNearestOrEven))))
        let times = Profile.allCases.map { profile in
            let use = facts.uses[Int(profile.rawValue)]
            let there = delay(at: edge.head, profile, isBackward: false) + (piece?.waitMillis ?? 0)
            let back = delay(at: edge.tail, profile, isBackward: true)
            return Times(
                forward: millis(use.forward, metres, fixed, piece?.millis, delay: there),
                backward: millis(use.backward, metres, fixed, piece?.millis, delay: back))
        }
        add(edge, nodes, points, times, piece)
    }

    /// Returns the milliseconds for `metres` at `speed` km/h; a fixed duration of the whole way is divided by length.
    private func millis(
        _ speed: Double?, _ metres: Double, _ fixed: (seconds: Double, metres: Double)?, _ whole: UInt32?,
        delay: UInt32
    ) -> UInt32 {
        guard let speed, speed > 0 else { return .max }
        if let whole { return whole + delay }
        var seconds = metres * 3.6 / speed
        if let fixed, fixed.metres > 0 { seconds = fixed.seconds * metres / fixed.metres }
        // No detour is free: so among equally quick paths, none goes there and back.
        let moving = max(1, (seconds * 1000).rounded(.toNearestOrEven))
        return UInt32(min(Double(UInt32.max - 1), moving + Double(delay)))
    }

    private func delay(at junction: UInt32, _ profile: Profile, isBackward: Bool) -> UInt32 {
        NodeFlags.delayMillis(junctions.flags[Int(junction)], profile, isBackward: isBackward)
    }

    private func totalLength(_ refs: ArraySlice<UInt32>) -> Double {
        Self.length(refs.filter { $0 != OSMData.missing }.map { data.nodes.points[Int($0)] })
    }

    private static func length(_ points: [PointE7]) -> Double {
        var metres = 0.0
        for (from, to) in zip(points, points.dropFirst()) { metres += from.distance(inMetresTo: to) }
        return metres
    }
}
