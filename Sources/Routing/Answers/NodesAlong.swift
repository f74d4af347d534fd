import GeoCore

/// The OSM ids of the nodes along a leg's line, one for each of its points.
///
/// A point that is no node has the id of the node that was passed last; the leg's end, where it lies between two nodes, that of the
/// one ahead. So has OSRM (github.com/Project-OSRM/osrm-backend, include/engine/guidance/assemble_geometry.hpp): the ids name whole segments.
struct NodesAlong {
    private(set) var ids: [Int64] = []
    private let network: RoadNetwork

    /// The leg leads from one position to another; it has pieces.
    init(
        _ leg: RouteLeg, _ geometry: [PointE7], from start: SnappedPosition, to end: SnappedPosition,
        in network: RoadNetwork
    ) {
        self.network = network
        let firstPoint = leg.pieces[0].firstPoint
        var isAtNode = true
        for piece in leg.pieces {
            let line = line(along: piece.arc)
            var next = 0
            for point in piece.firstPoint...piece.lastPoint {
                let place = line.points[next...].firstIndex(of: geometry[point])
                if let place { next = place + 1 }
                // Where a piece begins, the one before it ended.
                if point - firstPoint < ids.count { continue }
                isAtNode = place != nil
                ids.append(place.map { line.ids[$0] } ?? ids.last ?? segment(of: start, piece.arc).behind)
            }
        }
        if !isAtNode, ids.count > 1 {
            ids[ids.count - 1] = segment(of: end, leg.pieces[leg.pieces.count - 1].arc).ahead
        }
    }

    private func line(along arc: ArcID) -> (points: [PointE7], ids: [Int64]) {
        let points = network.points(of: arc.edge), ids = network.nodeIDs(of: arc.edge)
        return arc.isBackward ? (points.reversed(), ids.reversed()) : (points, ids)
    }

    /// The nodes between which a position lies, as one moves.
    private func segment(of position: SnappedPosition, _ arc: ArcID) -> (behind: Int64, ahead: Int64) {
        let nodes = network.nodes(around: position)
        return arc.isBackward ? (nodes.1, nodes.0) : nodes
    }
}

extension RoadNetwork {
    /// The OSM ids of the nodes between which a position lies, in the drawing's order.
    func nodes(around position: SnappedPosition) -> (Int64, Int64) {
        let ids = nodeIDs(of: position.edge)
        return (ids[position.segment], ids[position.segment + 1])
    }
}
