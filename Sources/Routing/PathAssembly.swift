import Atlas
import GeoCore

/// Turns found paths into a route's line and pieces, one leg after the other.
struct PathAssembly {
    private let graph: TravelGraph
    private var network: RoadNetwork { graph.network }
    private let wantsLine: Bool
    private(set) var geometry: [PointE7] = []

    init(_ graph: TravelGraph, wantsLine: Bool = true) {
        self.graph = graph
        self.wantsLine = wantsLine
    }

    /// Appends a leg's line to `geometry` and returns its pieces, in the order of travel.
    mutating func append(_ path: FoundPath, from start: SnappedPosition, to end: SnappedPosition) -> [RoutePiece] {
        var pieces: [RoutePiece] = []
        for (index, arc) in path.arcs.enumerated() {
            let entry = index == 0 ? start : nil, exit = index == path.arcs.count - 1 ? end : nil
            let record = network.edges[arc.edge.rawValue]
            let first = wantsLine ? appendPoints(of: arc, from: entry, to: exit) : 0
            let turn = index == 0 ? 0 : graph.turnMillis(from: path.arcs[index - 1], onto: arc)
            pieces.append(
                RoutePiece(
                    arc: arc, lengthMillimetres: length(record.lengthMillimetres, arc, from: entry, to: exit),
                    timeMillis: turn + time(arc, from: entry, to: exit), firstPoint: first,
                    lastPoint: max(0, geometry.count - 1)))
        }
        return pieces
    }

    /// A line needs two ends, even when there is nothing to travel.
    mutating func close() {
        if geometry.count == 1 { geometry.append(geometry[0]) }
    }

    /// The share of the arc's time between two positions; junctions where `nil`.
    private func time(_ arc: ArcID, from: SnappedPosition?, to: SnappedPosition?) -> UInt32 {
        // What lies before and behind a position, in the direction of the arc.
        func parts(_ position: SnappedPosition) -> (before: UInt32, after: UInt32) {
            let times = PartialTimes(position, graph)
            return arc.isBackward ? times.backward ?? (0, 0) : times.forward ?? (0, 0)
        }
        let whole = graph.times[arc.rawValue]
        return (to.map { parts($0).before } ?? whole) - (from.map { parts($0).before } ?? 0)
    }

    /// The share of the arc's length between two positions; junctions where `nil`.
    private func length(_ whole: UInt32, _ arc: ArcID, from: SnappedPosition?, to: SnappedPosition?) -> UInt32 {
        let entry = from?.partFromTail(of: whole) ?? (arc.isBackward ? whole : 0)
        let exit = to?.partFromTail(of: whole) ?? (arc.isBackward ? 0 : whole)
        return arc.isBackward ? entry - exit : exit - entry
    }

    /// Appends the points of the arc between two positions; returns the position of the first one in `geometry`.
    private mutating func appendPoints(of arc: ArcID, from: SnappedPosition?, to: SnappedPosition?) -> Int {
        let points = network.points(of: arc.edge)
        if let from { append(from.point) }
        let first = max(0, geometry.count - 1)
        if arc.isBackward {
            let upper = from.map { $0.segment } ?? points.count - 1
            let lower = to.map { $0.segment + 1 } ?? 0
            for index in stride(from: upper, through: lower, by: -1) { append(points[index]) }
        } else {
            let lower = from.map { $0.segment + 1 } ?? 0
            let upper = to.map { $0.segment } ?? points.count - 1
            for index in stride(from: lower, through: upper, by: 1) { append(points[index]) }
        }
        if let to { append(to.point) }
        return first
    }

    private mutating func append(_ point: PointE7) {
        if geometry.last != point { geometry.append(point) }
    }
}
