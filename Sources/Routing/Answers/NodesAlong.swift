import GeoCore

/// The OSM ids of the nodes along a leg's line, one for each of its points.
///
/// A point that is no node has the id of the node that was passed last; the leg's end, where it lies between two nodes, that of the
/// one ahead. So has OSRM (github.com/Project-OSRM/osrm-backend, include/engine/guidance/assemble_geometry.hpp): the ids name whole segments.
struct NodesAlong {
    private(set) var ids: [Int64] = []
    private let network: RoadNetwork

    /// An arc's points in its direction, with their ids.
    private typealias Line = (points: [PointE7], ids: [Int64])

    /// The leg has pieces.
    init(_ leg: RouteLeg, _ geometry: [PointE7], in network: RoadNetwork) {
        self.network = network
        let firstPoint = leg.pieces[0].firstPoint
        var isAtNode = true, ahead: Int64 = 0
        for piece in leg.pieces {
            let line = line(along: piece.arc)
            var next = 0
            for point in piece.firstPoint...piece.lastPoint {
                let place = line.points[next...].firstIndex(of: geometry[point])
                if let place { next = place + 1 }
                // Where a piece begins, the one before it ended.
                if point - firstPoint < ids.count { continue }
                isAtNode = place != nil
                if let place {
                    ids.append(line.ids[place])
                } else {
                    let segment = Self.segment(of: line, around: geometry[point])
                    ids.append(ids.last ?? line.ids[segment])
                    ahead = line.ids[segment + 1]
                }
            }
        }
        if !isAtNode, ids.count > 1 { ids[ids.count - 1] = ahead }
    }

    private func line(along arc: ArcID) -> Line {
        let points = network.points(of: arc.edge), ids = network.nodeIDs(of: arc.edge)
        return arc.isBackward ? (points.reversed(), ids.reversed()) : (points, ids)
    }

    /// The piece of a line on which a point lies, from its position to the next: by way of the point that is the least detour.
    private static func segment(of line: Line, around point: PointE7) -> Int {
        func detour(_ start: Int) -> Double {
            let (from, to) = (line.points[start], line.points[start + 1])
            return from.distance(inMetresTo: point) + point.distance(inMetresTo: to) - from.distance(inMetresTo: to)
        }
        return (0..<(line.points.count - 1)).min { detour($0) < detour($1) } ?? 0
    }
}

extension RoadNetwork {
    /// The OSM ids of the nodes between which a position lies, in the drawing's order.
    func nodes(around position: SnappedPosition) -> (Int64, Int64) {
        let ids = nodeIDs(of: position.edge)
        return (ids[position.segment], ids[position.segment + 1])
    }
}
