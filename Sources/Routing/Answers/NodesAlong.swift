import GeoCore

/// The OSM ids of the nodes along a leg's line, one for each of its points.
///
/// A point that is not a node gets the id of the last node before it. The leg's end between two nodes gets the id of
/// the node ahead. OSRM does the same (github.com/Project-OSRM/osrm-backend,
/// include/engine/guidance/assemble_geometry.hpp): the ids name whole segments.
struct NodesAlong {
    private(set) var ids: [Int64] = []

    /// Takes a leg with at least one span.
    init(_ leg: RouteLeg, _ geometry: [PointE7], in network: RoadNetwork) {
        let firstPoint = leg.spans[0].firstPoint
        var ahead: Int64?
        for span in leg.spans {
            let isBackward = span.arc.isBackward
            let drawn = network.points(of: span.arc.edge), line = isBackward ? drawn.reversed() : drawn
            let drawnIDs = network.nodeIDs(of: span.arc.edge), lineIDs = isBackward ? drawnIDs.reversed() : drawnIDs
            var node = span.firstNode
            for point in span.firstPoint...span.lastPoint {
                if point > span.firstPoint, node + 1 < line.count, geometry[point] == line[node + 1] { node += 1 }
                ahead = geometry[point] == line[node] || node + 1 == line.count ? nil : lineIDs[node + 1]
                // A span begins where the span before it ended.
                if point - firstPoint == ids.count { ids.append(lineIDs[node]) }
            }
        }
        if let ahead, ids.count > 1 { ids[ids.count - 1] = ahead }
    }
}

extension RoadNetwork {
    /// Returns the OSM ids of the two nodes around a position, in the order of the way's nodes.
    func nodeIDs(around position: SnappedPosition) -> (Int64, Int64) {
        let ids = nodeIDs(of: position.edge)
        return (ids[position.segment], ids[position.segment + 1])
    }
}
