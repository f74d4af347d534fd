import Atlas
import GeoCore

/// Turns found paths into a route's line and pieces, one leg after the other.
struct PathAssembly {
    let network: RoadNetwork
    private let times: RoadNetwork.ProfileLayer
    private(set) var geometry: [PointE7] = []

    init(_ network: RoadNetwork, _ profile: Profile) {
        self.network = network
        times = network.layer(profile)
    }

    /// Appends a leg's line to `geometry` and returns its pieces, in the order of travel.
    mutating func append(_ path: FoundPath, from start: SnappedPosition, to end: SnappedPosition) -> [RoutePiece] {
        var pieces: [RoutePiece] = []
        for (index, arc) in path.arcs.enumerated() {
            let entry = index == 0 ? start : nil, exit = index == path.arcs.count - 1 ? end : nil
            let record = network.edges[arc.edge.rawValue]
            let first = appendPoints(of: arc, from: entry, to: exit)
            pieces.append(
                RoutePiece(
                    arc: arc, lengthMillimetres: part(of: record.lengthMillimetres, arc, from: entry, to: exit),
                    timeMillis: part(of: times.times[arc.rawValue], arc, from: entry, to: exit), firstPoint: first,
                    lastPoint: geometry.count - 1))
        }
        return pieces
    }

    /// A line needs two ends, even when there is nothing to travel.
    mutating func close() {
        if geometry.count == 1 { geometry.append(geometry[0]) }
    }

    /// The share of a length or time of the arc between two positions; junctions where `nil`.
    private func part(of whole: UInt32, _ arc: ArcID, from: SnappedPosition?, to: SnappedPosition?) -> UInt32 {
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
