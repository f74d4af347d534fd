import Atlas
import GeoCore

/// Positions inside buildings.
extension Snapper {
    /// Returns the nearest positions on the options' level: in a room, its doors. If nothing is near on that level, it
    /// does not count; a point on an island stays on its level.
    func positions(
        onLevelNear coordinate: Coordinate, withinMetres limit: Double, _ options: SnapOptions, _ onlyConnected: Bool
    ) -> [SnappedPosition] {
        let near = min(limit, Self.farthestOnLevelInMetres)
        let found = look(NearestRuler(coordinate), coordinate, withinMetres: near, options, onlyConnected).positions
        guard found.isEmpty, !onlyConnected else { return doors(found, coordinate) }
        var others = options
        others.level = nil
        return positions(near: coordinate, withinMetres: limit, others, onlyConnected: onlyConnected)
    }

    /// The maximum number of doors of a room that count: each costs a part of a search.
    private static let mostDoors = 64
    /// Farther than this in metres is another building.
    private static let farthestOnLevelInMetres = 50.0

    /// Returns the doors of a room instead of a position in it; other positions stay.
    private func doors(_ positions: [SnappedPosition], _ coordinate: Coordinate) -> [SnappedPosition] {
        guard let inside = positions.first(where: { network.level(of: $0.edge).kind == .door }) else {
            return positions
        }
        let level = network.level(of: inside.edge)
        let edges = network.edges(ofWayAt: network.wayMarks[inside.edge.rawValue]).map { EdgeID($0) }
        return edges.filter { isOpen($0) && network.level(of: $0) == level }.prefix(Self.mostDoors).map { edge in
            let door = network.points[network.edges[edge.rawValue].tail]
            return SnappedPosition(
                edge: edge, fraction: 0, segment: 0, point: door,
                distanceInMetres: Coordinate(door).distance(inMetresTo: coordinate))
        }
    }

    /// Whether a point may move to the edge: on its level. Points without a level stay on ways, and on the ground.
    /// Streets without a level are on the ground.
    func allows(_ options: SnapOptions, _ edge: EdgeID) -> Bool {
        let stored = network.level(of: edge)
        guard let level = options.level else {
            return stored.kind == .street && (options.mayLeaveGround || !network.isOffGround(edge))
        }
        guard let own = stored.level else { return level == .ground && stored.kind == .street }
        return own == level
    }
}
