import Atlas
package import GeoCore

/// Moves the points of requests to the network.
extension RouteEngine {
    /// A point of the request on the network: its position, or several that coincide at a junction.
    struct Stop {
        var positions: [SnappedPosition]
        /// The nearest positions, even on an island.
        var nearest: [SnappedPosition]
        var isNearMapEdge: Bool
        /// The additional distance of the position, compared with a position on an island.
        var detourInMetres: Double

        /// Whether it is farther than the nearest street.
        var wasMoved: Bool { positions.first != nearest.first }

        mutating func stay() {
            positions = nearest
            detourInMetres = 0
        }
    }

    /// From this extra distance in metres, a point that was moved off its nearest street gets a notice.
    private static let noticeableDetour = 50.0
    /// A single point stays on an island only if the largest component is farther than the island by more than this, in
    /// metres.
    private static let islandDetour = 100.0

    /// Returns the notices about the positions of points, and about a shorter route outside the map.
    func notices(_ stops: [Stop], isShorterBeyond: Bool) -> [PlannedRoute.Notice] {
        var notices: [PlannedRoute.Notice] = []
        if stops.contains(where: { $0.isNearMapEdge }) { notices.append(.nearestStreetMayBeBeyond) }
        if isShorterBeyond { notices.append(.shorterRouteMayBeBeyond) }
        for (index, stop) in stops.enumerated() where stop.detourInMetres >= Self.noticeableDetour {
            let metres = Int(stop.positions[0].distanceInMetres.rounded(.toNearestOrEven))
            notices.append(.leftIsland(point: index, metres: metres))
        }
        return notices
    }

    /// Moves points to the network: to the largest component, unless all are nearest to one small component.
    func stops(
        _ points: [Coordinate], _ profile: Profile, withinMetres limit: Double,
        legsUpTo longestLeg: Double = .infinity, _ snapOptions: [SnapOptions]
    ) throws(RouteError) -> [Stop] {
        guard points.count <= Self.maximumPoints else {
            throw .tooManyPoints(count: points.count, limit: Self.maximumPoints)
        }
        let snapper = Snapper(graph(profile))
        var found: [[SnappedPosition]] = []
        for (index, point) in points.enumerated() {
            guard isInside(point) else { throw .outsideMap(point: index) }
            if index > 0, points[index - 1].distance(inMetresTo: point) > longestLeg {
                throw .tooFar(leg: index - 1, limitInMetres: longestLeg)
            }
            let options = snapOptions.isEmpty ? .none : snapOptions[index]
            let positions = snapper.positions(near: point, withinMetres: options.limitInMetres ?? limit, options)
            guard !positions.isEmpty else { throw noRoadNear(point, index, profile) }
            found.append(positions)
        }
        let areTogether = snapper.shareComponent(found)
        return zip(points, found).enumerated().map { index, stop in
            let (point, nearest) = stop
            var positions = nearest
            // At a junction of the largest component, streets that only lead out of it also belong to it.
            if !areTogether, !nearest.contains(where: { snapper.isConnected($0.edge) }) {
                let options = snapOptions.isEmpty ? .none : snapOptions[index]
                let connected = snapper.positions(
                    near: point, withinMetres: options.limitInMetres ?? limit, options, onlyConnected: true)
                if !connected.isEmpty { positions = connected }
            }
            return Stop(
                positions: positions, nearest: nearest,
                isNearMapEdge: network.distanceInMetresToBounds(from: point) < positions[0].distanceInMetres,
                detourInMetres: positions[0].distanceInMetres - nearest[0].distanceInMetres)
        }
    }

    /// Returns the positions of a single point on the network: in the largest component, unless that is much farther.
    func positions(
        of point: Coordinate, _ profile: Profile, withinMetres limit: Double
    ) throws(RouteError) -> [SnappedPosition] {
        let nearest = try positions(of: [point], profile, withinMetres: limit)[0], snapper = Snapper(graph(profile))
        guard !nearest.contains(where: { snapper.isConnected($0.edge) }) else { return nearest }
        let reach = min(limit, nearest[0].distanceInMetres + Self.islandDetour)
        let connected = snapper.positions(near: point, withinMetres: reach, .none, onlyConnected: true)
        return connected.isEmpty ? nearest : connected
    }

    /// Returns the positions of points on the network; several for one point where streets meet.
    func positions(
        of points: [Coordinate], _ profile: Profile, withinMetres limit: Double, _ snapOptions: [SnapOptions] = []
    ) throws(RouteError) -> [[SnappedPosition]] {
        try stops(points, profile, withinMetres: limit, snapOptions).map { $0.positions }
    }

    private func noRoadNear(_ point: Coordinate, _ index: Int, _ profile: Profile) -> RouteError {
        let anywhere = Snapper(graph(profile)).positions(near: point, withinMetres: RouteQuestion.unlimitedInMetres)
        return .noRoadNear(point: index, nearestInMetres: anywhere.first?.distanceInMetres)
    }

    /// Returns why there is no path between two points.
    func cut(
        _ starts: [SnappedPosition], _ ends: [SnappedPosition], _ metric: Metric, reportsMapEdge: Bool
    ) -> RouteError.Cut {
        let snapper = Snapper(metric.graph)
        return RouteError.Cut(
            startIsIsland: !starts.contains { snapper.isConnected($0.edge) },
            endIsIsland: !ends.contains { snapper.isConnected($0.edge) },
            atMapEdge: reportsMapEdge && IslandSurvey(metric.graph).meetsMapEdge(from: starts, to: ends))
    }

    /// Finds the nearest positions on the streets of a profile, one on each edge, nearest first, in any component; at
    /// most `maximumPositions`.
    package func nearest(
        _ point: Coordinate, profile: Profile, count: Int = 1, withinMetres limit: Double = 1000,
        _ options: SnapOptions = .none
    ) throws(RouteError) -> [Waypoint] {
        guard isInside(point) else { throw .outsideMap(point: 0) }
        let positions = Snapper(graph(profile)).nearest(
            min(count, Self.maximumPositions), to: point, withinMetres: options.limitInMetres ?? limit, options)
        guard !positions.isEmpty else { throw noRoadNear(point, 0, profile) }
        return positions.map { waypoint($0) }
    }

    /// The bounds are those of nodes, so points slightly outside are accepted.
    private static let marginInMetres = 1000.0

    private func isInside(_ point: Coordinate) -> Bool {
        if network.bounds.covers(PointE7(point)) { return true }
        let plane = LocalPlane(around: PointE7(point))
        return network.bounds.partsBesideAntimeridian.contains { plane.distance(to: $0) <= Self.marginInMetres }
    }

    func waypoint(_ position: SnappedPosition) -> Waypoint {
        Waypoint(position: position, road: RoadName(network.way(of: position.edge)))
    }
}
