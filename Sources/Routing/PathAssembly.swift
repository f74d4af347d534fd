import Atlas
import GeoCore

/// Turns paths into a route's line and spans, one leg after the other.
struct PathAssembly {
    private let graph: TravelGraph
    private var network: RoadNetwork { graph.network }
    private(set) var geometry: [PointE7] = []

    init(_ graph: TravelGraph) { self.graph = graph }

    /// Appends a leg's line to `geometry` and returns its spans, in the order of travel.
    mutating func append(_ path: FoundPath, from start: SnappedPosition, to end: SnappedPosition) -> [RouteSpan] {
        var spans: [RouteSpan] = []
        spans.reserveCapacity(path.arcs.count)
        // Held once: all workers share the network, and its reference count would move between their caches.
        let network = network
        for (index, arc) in path.arcs.enumerated() {
            let entry = index == 0 ? start : nil, exit = index == path.arcs.count - 1 ? end : nil
            let record = network.edges[arc.edge.rawValue]
            let first = appendPoints(of: arc, from: entry, to: exit, network)
            let turn = index == 0 ? 0 : graph.turnMillis(from: path.arcs[index - 1], onto: arc)
            spans.append(
                RouteSpan(
                    arc: arc, lengthMillimetres: length(record.lengthMillimetres, arc, from: entry, to: exit),
                    timeMillis: turn + time(arc, from: entry, to: exit), firstPoint: first,
                    lastPoint: geometry.count - 1, firstNode: entry.map { firstNode(of: arc, from: $0) } ?? 0))
        }
        return spans
    }

    /// Returns a leg with only its length and time.
    func totals(of legPaths: ArraySlice<LegPath>) -> RouteLeg {
        var length: Int64 = 0, time: Int64 = 0
        for legPath in legPaths {
            let arcs = legPath.path.arcs
            for (index, arc) in arcs.enumerated() {
                length += Int64(
                    self.length(
                        network.edges[arc.edge.rawValue].lengthMillimetres, arc, from: index == 0 ? legPath.start : nil,
                        to: index == arcs.count - 1 ? legPath.end : nil))
            }
            time += Int64(legPath.path.timeMillis)
        }
        return RouteLeg(lengthMillimetres: length, timeMillis: time)
    }

    /// Ends a leg with these spans: its line has at least two points, even if the leg is only a turn.
    mutating func endLeg(_ spans: inout [RouteSpan]) {
        guard let first = spans.first, let last = spans.last, first.firstPoint == last.lastPoint else { return }
        geometry.append(geometry[last.lastPoint])
        spans[spans.count - 1].lastPoint += 1
    }

    /// Returns the share of the arc's time between two positions; `nil` stands for the junction.
    private func time(_ arc: ArcID, from: SnappedPosition?, to: SnappedPosition?) -> UInt32 {
        // Returns the times before and after a position, in the direction of the arc.
        func parts(_ position: SnappedPosition) -> (before: UInt32, after: UInt32) {
            let times = PartialTimes(position, graph)
            return arc.isBackward ? times.backward ?? (0, 0) : times.forward ?? (0, 0)
        }
        let whole = graph.times[arc.rawValue]
        return (to.map { parts($0).before } ?? whole) - (from.map { parts($0).before } ?? 0)
    }

    /// Returns the share of the arc's length between two positions; `nil` stands for the junction.
    private func length(_ whole: UInt32, _ arc: ArcID, from: SnappedPosition?, to: SnappedPosition?) -> UInt32 {
        let entry = from?.partFromTail(of: whole) ?? (arc.isBackward ? whole : 0)
        let exit = to?.partFromTail(of: whole) ?? (arc.isBackward ? 0 : whole)
        return arc.isBackward ? entry - exit : exit - entry
    }

    /// Appends the points of the arc between two positions; returns the index of the first one in `geometry`.
    ///
    /// The line has a point at its beginning already. It gets all others, even if two in a row coincide: they are two
    /// nodes.
    private mutating func appendPoints(
        of arc: ArcID, from: SnappedPosition?, to: SnappedPosition?, _ network: RoadNetwork
    ) -> Int {
        if let from { append(from.point) }
        let first = geometry.count - 1, begin = geometry[first]
        // The points between both positions, in the drawing's order.
        let (lower, upper) = arc.isBackward ? (to, from) : (from, to)
        let lowest = lower.map { $0.segment + 1 } ?? 0, highest = upper?.segment ?? .max
        var index = 0
        network.forEachPoint(of: arc.edge) { point in
            let isThere = index == lowest && !arc.isBackward && point == begin
            if index >= lowest, index <= highest, !isThere { geometry.append(point) }
            index += 1
        }
        if arc.isBackward {
            if geometry.count > first + 1, geometry.last == begin { geometry.removeLast() }
            // In place, because `reverse` of a slice makes an array of it.
            var low = first + 1, high = geometry.count - 1
            while low < high {
                geometry.swapAt(low, high)
                low += 1
                high -= 1
            }
        }
        if let to { append(to.point) }
        return first
    }

    /// Returns the index of the arc's point at a position, or of the next one, in the arc's direction.
    private func firstNode(of arc: ArcID, from position: SnappedPosition) -> Int {
        let points = network.points(of: arc.edge)
        let behind = arc.isBackward ? points.count - 2 - position.segment : position.segment
        let ahead = points[arc.isBackward ? position.segment : position.segment + 1]
        return position.point == ahead ? behind + 1 : behind
    }

    private mutating func append(_ point: PointE7) {
        if geometry.last != point { geometry.append(point) }
    }
}
