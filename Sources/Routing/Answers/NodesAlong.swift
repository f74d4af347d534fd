import GeoCore

/// The OSM ids of the nodes along a leg's line, one for each of its points.
///
/// A point that is no node has the id of the node that was passed last; the leg's end, where it lies between two nodes,
/// that of the one ahead. So has OSRM (github.com/Project-OSRM/osrm-backend,
/// include/engine/guidance/assemble_geometry.hpp): the ids name whole segments.
struct NodesAlong {
    private(set) var ids: [Int64] = []

    /// The leg has pieces.
    init(_ leg: RouteLeg, _ geometry: [PointE7], in network: RoadNetwork) {
        let firstPoint = leg.pieces[0].firstPoint
        var ahead: Int64?
        for piece in leg.pieces {
            let isBackward = piece.arc.isBackward
            let drawn = network.points(of: piece.arc.edge), line = isBackward ? drawn.reversed() : drawn
            let drawnIDs = network.nodeIDs(of: piece.arc.edge), lineIDs = isBackward ? drawnIDs.reversed() : drawnIDs
            var node = piece.firstNode
            for point in piece.firstPoint...piece.lastPoint {
                if point > piece.firstPoint, node + 1 < line.count, geometry[point] == line[node + 1] { node += 1 }
                ahead = geometry[point] == line[node] || node + 1 == line.count ? nil : lineIDs[node + 1]
                // Where a piece begins, the one before it ended.
                if point - firstPoint == ids.count { ids.append(lineIDs[node]) }
            }
        }
        if let ahead, ids.count > 1 { ids[ids.count - 1] = ahead }
    }
}

extension RoadNetwork {
    /// The OSM ids of the nodes between which a position lies, in the drawing's order.
    func nodeIDs(around position: SnappedPosition) -> (Int64, Int64) {
        let ids = nodeIDs(of: position.edge)
        return (ids[position.segment], ids[position.segment + 1])
    }
}
