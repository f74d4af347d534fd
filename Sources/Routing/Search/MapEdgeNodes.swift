import Atlas
import GeoCore

/// The junctions where the extract cut off a street, and their effect on a route.
struct MapEdgeNodes {
    private let nodes: [UInt32]
    private let points: [PointE7]

    init(_ network: RoadNetwork) {
        nodes = network.nodeFlags.indices.filter { NodeFlags.isMapEdge(network.nodeFlags[$0]) }.map { UInt32($0) }
        points = nodes.map { network.points[$0] }
    }

    /// A junction at the edge of the map, with a lower bound of the milliseconds from the start, or to the end.
    private struct EdgeJunction {
        let index: Int
        let millis: Double
    }

    /// Whether a path out of the map and back in could be quicker than `timeMillis`.
    ///
    /// It would leave at a junction reachable from the start and return at one that leads to the end, with a straight
    /// line at `usualTopSpeed` between them. Considers the nearest few on each side, and computes the paths to them
    /// only if straight lines alone would be quicker.
    func allowShorter(
        than timeMillis: UInt32, from starts: [SnappedPosition], to ends: [SnappedPosition], _ metric: Metric,
        _ search: inout HierarchySearch
    ) -> Bool {
        let limit = Double(timeMillis), graph = metric.graph
        let exits = nearest(to: starts[0].point, within: limit, graph.profile)
        let entries = exits.isEmpty ? [] : nearest(to: ends[0].point, within: limit, graph.profile)
        let departures = starts.flatMap { graph.departures(from: $0) }
        let arrivals = ends.flatMap { graph.arrivals(at: $0) }
        // Computed when needed, by index in `exits` and `entries`.
        var ahead = [Double?](repeating: nil, count: exits.count),
            behind = [Double?](repeating: nil, count: entries.count)
        for (first, exit) in exits.enumerated() {
            for (second, entry) in entries.enumerated() where exit.index != entry.index {
                let outside = millis(from: points[exit.index], to: points[entry.index], graph.profile)
                guard (ahead[first] ?? exit.millis) + outside + (behind[second] ?? entry.millis) < limit else {
                    continue
                }
                let way =
                    ahead[first]
                    ?? {
                        let ends = graph.arrivals(atJunction: nodes[exit.index]).map {
                            TravelGraph.Access(state: $0, millis: 0, arc: ArcID(.max))
                        }
                        return metric.millis(from: departures, to: ends, &search).map { Double($0) } ?? .infinity
                    }()
                ahead[first] = way
                guard way + outside + (behind[second] ?? entry.millis) < limit else { continue }
                let rest =
                    behind[second]
                    ?? {
                        let starts = graph.departures(fromJunction: nodes[entry.index])
                        return metric.millis(from: starts, to: arrivals, &search).map { Double($0) } ?? .infinity
                    }()
                behind[second] = rest
                if way + outside + rest < limit { return true }
            }
        }
        return false
    }

    private func nearest(to point: PointE7, within limit: Double, _ profile: Profile) -> [EdgeJunction] {
        var near: [EdgeJunction] = []
        for index in points.indices {
            let millis = millis(from: point, to: points[index], profile)
            if millis < limit { near.append(EdgeJunction(index: index, millis: millis)) }
        }
        near.sort { ($0.millis, $0.index) < ($1.millis, $1.index) }
        return Array(near.prefix(Self.few))
    }

    private func millis(from: PointE7, to: PointE7, _ profile: Profile) -> Double {
        from.distance(inMetresTo: to) / Self.usualTopSpeed(profile) * 1000
    }

    private static let few = 8

    /// The speed in metres a second that few streets outside the map exceed.
    ///
    /// Motorways without a limit and ferries with a timetable may exceed it: then a notice may be missing. With the
    /// highest speed of any street, nearly every route near the edge would have a notice, and nobody would read it.
    private static func usualTopSpeed(_ profile: Profile) -> Double {
        switch profile {
        case .foot, .wheelchair: 5 / 3.6
        case .bicycle: 20 / 3.6
        case .car: 110 / 3.6
        }
    }
}

/// Explores both ends of a route that does not exist, to find the side without a way out.
struct IslandSurvey {
    private let graph: TravelGraph
    private var network: RoadNetwork { graph.network }

    init(_ graph: TravelGraph) { self.graph = graph }

    /// Whether the edge of the map cuts off streets of the smaller side: those reachable from the start, or those that
    /// lead to the end. Ignores turn restrictions.
    func meetsMapEdge(from starts: [SnappedPosition], to ends: [SnappedPosition]) -> Bool {
        var forward = Front(graph, starts, isForward: true), backward = Front(graph, ends, isForward: false)
        while true {
            guard forward.advance(graph) else { return forward.isCut(network) }
            guard backward.advance(graph) else { return backward.isCut(network) }
        }
    }

    /// The junctions reached from one side, breadth first.
    private struct Front {
        private var reached: [UInt32] = []
        private var next = 0
        private var isReached: [Bool]
        private let isForward: Bool

        init(_ graph: TravelGraph, _ positions: [SnappedPosition], isForward: Bool) {
            self.isForward = isForward
            isReached = [Bool](repeating: false, count: graph.network.points.count)
            for position in positions {
                let edge = graph.network.edges[position.edge.rawValue]
                if graph.times[position.edge.forward.rawValue] != .max { reach(isForward ? edge.head : edge.tail) }
                if graph.times[position.edge.backward.rawValue] != .max { reach(isForward ? edge.tail : edge.head) }
            }
        }

        /// Explores one more junction; returns `false` if there is none.
        mutating func advance(_ graph: TravelGraph) -> Bool {
            guard next < reached.count else { return false }
            let node = reached[next], network = graph.network
            next += 1
            guard !network.isBlocked(node, for: graph.profile) else { return true }
            for slot in network.arcs(leaving: node) {
                let arc = isForward ? network.outArcs[slot] : network.outArcs[slot] ^ 1
                if graph.times[arc] != .max { reach(network.heads[slot]) }
            }
            return true
        }

        private mutating func reach(_ node: UInt32) {
            guard !isReached[Int(node)] else { return }
            isReached[Int(node)] = true
            reached.append(node)
        }

        func isCut(_ network: RoadNetwork) -> Bool {
            reached.contains { NodeFlags.isMapEdge(network.nodeFlags[$0]) }
        }
    }
}

extension RoadNetwork {
    /// Returns the distance from a point inside the map to the nearest side of its bounds.
    func distanceInMetresToBounds(from point: Coordinate) -> Double {
        let here = PointE7(point)
        var nearest = Double.infinity
        for (latitude, longitude) in [
            (bounds.minY, here.longitudeE7), (bounds.maxY, here.longitudeE7), (here.latitudeE7, bounds.minX),
            (here.latitudeE7, bounds.maxX),
        ] {
            let side = PointE7(latitudeE7: latitude, longitudeE7: longitude)
            nearest = min(nearest, here.distance(inMetresTo: side))
        }
        return nearest
    }
}
