import GeoCore
import Routing

/// Walks along one street after the other and hands out its edges.
struct StreetCutter {
    struct Times {
        var forward: UInt32
        var backward: UInt32
    }

    let data: OSMData
    let marks: [UInt8]
    let junctions: JunctionFinding

    /// Seconds lost at a traffic signal, as in OSRM's profiles.
    private static let signalDelay = 2.0

    private var points: [PointE7] = []

    init(data: OSMData, marks: [UInt8], junctions: JunctionFinding) {
        self.data = data
        self.marks = marks
        self.junctions = junctions
    }

    /// Calls `add` with each edge of the street in its order: the edge (its way not filled in), all its points, times by profile.
    mutating func cut(_ street: StreetFinding.Street, _ add: (RoadEdge, [PointE7], [Times]) -> Void) {
        let refs = data.ways.refs(of: street.way)
        let fixed = street.facts.duration.map { ($0, totalLength(refs)) }
        var first: UInt32?, nodes: [UInt32] = []
        for node in refs {
            guard node != OSMData.missing else {
                first = nil
                nodes.removeAll(keepingCapacity: true)
                continue
            }
            guard node != nodes.last else { continue }
            nodes.append(node)
            guard junctions.ofNode[Int(node)] != JunctionFinding.none else { continue }
            if let tail = first, nodes.count > 1 { emit(tail, node, nodes, street.facts, fixed, add) }
            first = node
            nodes.removeAll(keepingCapacity: true)
            nodes.append(node)
        }
    }

    private mutating func emit(
        _ tail: UInt32, _ head: UInt32, _ nodes: [UInt32], _ facts: RoadFacts,
        _ fixed: (seconds: Double, metres: Double)?, _ add: (RoadEdge, [PointE7], [Times]) -> Void
    ) {
        points.removeAll(keepingCapacity: true)
        for node in nodes { points.append(data.nodes.points[Int(node)]) }
        let metres = Self.length(points)
        let edge = RoadEdge(
            tail: junctions.ofNode[Int(tail)], head: junctions.ofNode[Int(head)], way: 0,
            lengthMillimetres: UInt32(min(Double(UInt32.max - 1), (metres * 1000).rounded(.toNearestOrEven))))
        let times = Profile.allCases.map { profile in
            let use = facts.uses[Int(profile.rawValue)]
            return Times(
                forward: millis(use.forward, metres, fixed, delay: delay(nodes, profile, isForward: true)),
                backward: millis(use.backward, metres, fixed, delay: delay(nodes, profile, isForward: false)))
        }
        add(edge, points, times)
    }

    /// Milliseconds for `metres` at `speed` km/h; a fixed duration of the whole way is shared out by length.
    private func millis(
        _ speed: Double?, _ metres: Double, _ fixed: (seconds: Double, metres: Double)?, delay: Double
    ) -> UInt32 {
        guard let speed, speed > 0 else { return .max }
        var seconds = metres * 3.6 / speed
        if let fixed, fixed.metres > 0 { seconds = fixed.seconds * metres / fixed.metres }
        return UInt32(min(Double(UInt32.max - 1), ((seconds + delay) * 1000).rounded(.toNearestOrEven)))
    }

    /// Seconds lost at signals and gates on the way, the last node's included, the first one's not: that belongs to the edge before.
    private func delay(_ nodes: [UInt32], _ profile: Profile, isForward: Bool) -> Double {
        var seconds = 0.0
        for node in isForward ? nodes.dropFirst() : nodes.dropLast() {
            let mark = NodeMark(rawValue: marks[Int(node)])
            // Which side a signal stands on matters to vehicles only.
            if mark.contains(isForward ? .signalForward : .signalBackward)
                || !profile.isVehicle && !mark.isDisjoint(with: [.signalForward, .signalBackward])
            {
                seconds += Self.signalDelay
            }
            if profile == .car, mark.contains(.gate) { seconds += CarProfile.gateDelayInSeconds }
        }
        return seconds
    }

    private func totalLength(_ refs: ArraySlice<UInt32>) -> Double {
        Self.length(refs.filter { $0 != OSMData.missing }.map { data.nodes.points[Int($0)] })
    }

    private static func length(_ points: [PointE7]) -> Double {
        var metres = 0.0
        for index in 1..<points.count { metres += points[index - 1].distance(inMetresTo: points[index]) }
        return metres
    }
}
