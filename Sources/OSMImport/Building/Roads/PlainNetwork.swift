package import GeoCore
import Atlas
package import Routing

/// The same streets in the plainest form: every node of every way, with seconds as floating-point numbers straight from
/// the tags. Slow and large; it exists to check the packed network and its searches.
///
/// It shares with the network only the profiles' rules and the pieces across squares and inside buildings: no junctions,
/// no edges, no rounding. It has no turns, so it is an oracle for walking.
package struct PlainNetwork: RoutingOracle {
    private struct Arc {
        let head: UInt32
        let way: Int
        let seconds: Double
        /// The delay at the head, for those who continue.
        let delay: Double
    }

    private let data: OSMData
    private let streets: StreetFinding
    package let profile: Profile
    private var arcs: [[Arc]]
    private var isBlocked: [Bool]
    /// Nodes of ways that the profile can reach or leave, ascending. Without nodes that are one for each level, and
    /// closed doors: routes without a level end on ways of the ground, and reach such a door on one side only.
    package private(set) var nodes: [UInt32] = []

    package init(_ extract: OSMData, _ profile: Profile) {
        let inside = InsideStreets(extract, Indoors(extract, Areas(extract))), data = inside.data
        self.data = data
        self.profile = profile
        arcs = Array(repeating: [], count: data.nodes.count)
        isBlocked = Array(repeating: false, count: data.nodes.count)
        let keys = RoadKeyTable(data.tags.strings)
        var tags = RoadTags(strings: data.tags.strings, keys: keys)
        var delays: [UInt32: (forward: Double, backward: Double)] = [:]
        for (position, node) in data.nodes.tagged.enumerated() {
            tags.load(data.tags.pairs[data.nodes.tags[position].indices])
            let facts = RoadNodeFacts(tags)
            isBlocked[Int(node)] = facts.blocked.contains(profile)
            delays[node] = Self.delays(facts, profile)
        }
        let streets = StreetFinding(inside), squares = streets.squares
        self.streets = streets
        for way in 0..<data.ways.count where !inside.surfaces.contains(way) {
            guard let facts = streets.reader.facts(ofWay: way, &tags) else { continue }
            add(Array(data.ways.refs(of: way)), way, facts.uses[Int(profile.rawValue)], facts.duration, delays, data)
        }
        for (way, facts) in squares.outlines {
            add(Array(data.ways.refs(of: way)), way, facts.uses[Int(profile.rawValue)], nil, delays, data)
        }
        for way in Set(squares.lines.keys).union(inside.pieces.keys) where !profile.isVehicle {
            let facts =
                squares.outlines.first { $0.way == way }?.facts ?? streets.reader.facts(ofWay: way, &tags)
            guard let use = facts?.uses[Int(profile.rawValue)] else { continue }
            for piece in streets.pieces(ofWay: way) { add(piece, way, use, delays) }
        }
        let first = data.nodes.count - data.nodes.copies, copied = Set(data.nodes.ids[first...])
        nodes = arcs.indices[..<first].filter { node in
            let isOnWay = arcs[node].contains {
                !inside.surfaces.contains($0.way) && !inside.offGround.contains($0.way)
            }
            let isInside = isBlocked[node] && arcs[node].contains { inside.surfaces.contains($0.way) }
            return isOnWay && !isInside && !copied.contains(data.nodes.ids[node])
        }.map { UInt32($0) }
    }

    private static func delays(_ facts: RoadNodeFacts, _ profile: Profile) -> (forward: Double, backward: Double) {
        if let gate = facts.gate {
            let seconds: Double = profile != .car ? 0 : gate == .private ? 216 : 60
            return (seconds, seconds)
        }
        switch facts.sign {
        case .signals where !profile.isVehicle: return (2, 2)
        case .stop where profile != .car: return (0, 0)
        case nil: return (0, 0)
        default: return (facts.holdsForward ? 2 : 0, facts.holdsBackward ? 2 : 0)
        }
    }

    private mutating func add(
        _ refs: [UInt32], _ way: Int, _ use: WayUse, _ duration: Double?,
        _ delays: [UInt32: (forward: Double, backward: Double)],
        _ data: OSMData
    ) {
        let present = refs.filter { $0 != OSMData.missing }.map { data.nodes.points[Int($0)] }
        let whole = zip(present, present.dropFirst()).reduce(0) { $0 + $1.0.distance(inMetresTo: $1.1) }
        for (from, to) in zip(refs, refs.dropFirst())
        where from != OSMData.missing && to != OSMData.missing && from != to {
            let metres = data.nodes.points[Int(from)].distance(inMetresTo: data.nodes.points[Int(to)])
            func seconds(_ speed: Double) -> Double {
                if let duration, whole > 0 { return duration * metres / whole }
                return metres * 3.6 / speed
            }
            if let speed = use.forward {
                arcs[Int(from)].append(
                    Arc(head: to, way: way, seconds: seconds(speed), delay: delays[to]?.forward ?? 0))
            }
            if let speed = use.backward {
                arcs[Int(to)].append(
                    Arc(head: from, way: way, seconds: seconds(speed), delay: delays[from]?.backward ?? 0))
            }
        }
    }

    private mutating func add(
        _ piece: StreetPiece, _ way: Int, _ use: WayUse, _ delays: [UInt32: (forward: Double, backward: Double)]
    ) {
        guard piece.millis != nil || piece.waitMillis > 0 else {
            return add(piece.nodes, way, use, nil, delays, data)
        }
        let (tail, head) = (piece.nodes[0], piece.nodes[piece.nodes.count - 1])
        let metres = data.nodes.points[Int(tail)].distance(inMetresTo: data.nodes.points[Int(head)])
        for (from, to, speed) in [(tail, head, use.forward), (head, tail, use.backward)] {
            guard let speed else { continue }
            let wait = from == tail ? Double(piece.waitMillis) / 1000 : 0
            let seconds = piece.millis.map { Double($0) / 1000 } ?? metres * 3.6 / speed
            arcs[Int(from)].append(Arc(head: to, way: way, seconds: seconds + wait, delay: delays[to]?.forward ?? 0))
        }
    }

    /// Returns the seconds from `source` to every node, infinity if there is no path: plain Dijkstra's algorithm.
    package func seconds(from source: UInt32) -> [Double] {
        // The time of arrival, and the time after the delay.
        var arrived = [Double](repeating: .infinity, count: arcs.count), passed = arrived
        var queue = MinimumHeap()
        arrived[Int(source)] = 0
        passed[Int(source)] = 0
        queue.push(key: 0, value: UInt64(source))
        while let (time, node) = queue.pop().map({ ($0.key, Int($0.value)) }) {
            guard time == passed[node], !isBlocked[node] || node == Int(source) else { continue }
            for arc in arcs[node] {
                let head = Int(arc.head)
                arrived[head] = min(arrived[head], time + arc.seconds)
                guard time + arc.seconds + arc.delay < passed[head] else { continue }
                passed[head] = time + arc.seconds + arc.delay
                queue.push(key: passed[head], value: UInt64(arc.head))
            }
        }
        return arrived
    }

    package func point(of node: UInt32) -> PointE7 { data.nodes.points[Int(node)] }

    package func name(of node: UInt32) -> String { "node \(data.nodes.ids[Int(node)])" }

    package func passes(_ node: UInt32, _ osmID: Int64) -> Bool {
        data.ways.index(of: osmID).map { data.ways.refs(of: $0).contains(node) } ?? false
    }

    /// Half a millisecond for each edge, and at both ends half of a 65535th of the edge's time.
    package func tolerance(of route: PlannedRoute, _ engine: RouteEngine) -> Double {
        let spans = route.legs[0].spans, times = engine.network.layer(profile).times
        let ends = [spans[0], spans[spans.count - 1]].reduce(0.0) { $0 + Double(times[$1.arc.rawValue]) }
        return (Double(spans.count) * 0.5 + ends / 65_535 + 1) / 1000
    }

    /// Returns a line for each arc of the network whose time differs from that of its nodes' ways: the oracle for times
    /// of vehicles.
    package func faults(of network: RoadNetwork) -> [String] {
        var faults: [String] = []
        for way in 0..<data.ways.count where !streets.inside.surfaces.contains(way) {
            guard var edges = network.edges(ofWay: data.ways.ids[way]) else { continue }
            // Pieces come last, and only walkers have times there.
            edges = edges.dropLast(streets.pieces(ofWay: way).count)
            let refs = data.ways.refs(of: way).filter { $0 != OSMData.missing }
            var nodes: [UInt32] = []
            for node in refs where node != nodes.last { nodes.append(node) }
            var first = 0
            for edge in edges.map({ EdgeID($0) }) {
                let points = network.points(of: edge)
                while first + points.count < nodes.count,
                    !nodes[first..<(first + points.count)].map({ point(of: $0) }).elementsEqual(points)
                { first += 1 }
                let along = Array(nodes[first..<min(nodes.count, first + points.count)])
                for (arc, nodes) in [(edge.forward, along), (edge.backward, along.reversed())] {
                    let expected = seconds(along: nodes, way), stored = network.layer(profile).times[arc.rawValue]
                    let isEqual =
                        stored == .max ? expected == .infinity : (expected * 1000 - Double(stored)).magnitude <= 1
                    if !isEqual {
                        faults.append("\(name(of: nodes[0])), way \(data.ways.ids[way]): \(stored) ms, \(expected) s")
                    }
                }
                first += points.count - 1
            }
        }
        return faults
    }

    /// Returns the seconds along consecutive nodes of one way, with the delay at the last.
    private func seconds(along nodes: [UInt32], _ way: Int) -> Double {
        var seconds = 0.0
        for (index, (from, to)) in zip(nodes, nodes.dropFirst()).enumerated() {
            let isLast = index == nodes.count - 2
            seconds +=
                arcs[Int(from)].first { $0.head == to && $0.way == way }.map { $0.seconds + (isLast ? $0.delay : 0) }
                ?? .infinity
        }
        return seconds
    }
}
