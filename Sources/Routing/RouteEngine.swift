package import Atlas
package import GeoCore

/// Answers questions about the way on an atlas's streets. Stateless: searching needs a workspace, which the caller
/// keeps.
///
/// ```swift
/// let engine = try RouteEngine(atlas)                    // once for each atlas
/// var workspace = RouteWorkspace()                       // once for each worker
/// let question = RouteQuestion([start, end], profile: .foot)
/// let route = try engine.route(question, workspace: &workspace)
/// let answer = RouteJSON.write(route, engine)            // or OSRMRouteJSON
/// ```
package struct RouteEngine: Sendable {
    package let network: RoadNetwork
    /// More points than one question may have.
    package static let maximumPoints = 500
    /// More positions than one question for the nearest ones gets.
    package static let maximumPositions = 100
    /// The farthest that two consecutive points may lie apart.
    package static let maximumLegInMetres = 1_000_000.0

    private let cutNodes: MapEdgeNodes
    private let turnRules: [TurnRules]

    /// Opens the street network; throws when a section is missing or does not fit the others.
    package init(_ atlas: AtlasView) throws(AtlasError) {
        network = try RoadNetwork(atlas)
        // What follows is made from the restrictions at once, so they are verified at once.
        try network.checkTurns()
        cutNodes = MapEdgeNodes(network)
        turnRules = Profile.allCases.map { [network] in TurnRules(network, $0) }
    }

    /// Verifies the sections; see `RoadNetwork.check()`.
    package func check() throws(AtlasError) { try network.check() }

    /// Finds the quickest way through the question's points.
    package func route(
        _ question: RouteQuestion, workspace: inout RouteWorkspace
    ) throws(RouteError) -> PlannedRoute {
        let stops = try stops(for: question)
        var assembly = PathAssembly(network, question.profile)
        var legs: [(path: FoundPath, pieces: [RoutePiece])] = []
        var isShorterBeyond = false
        for leg in 0..<(stops.count - 1) {
            let starts = stops[leg].positions, ends = stops[leg + 1].positions
            guard let path = path(from: starts, to: ends, question, &workspace) else {
                throw .noRoute(leg: leg, cut: cut(starts, ends, question.profile, workspace))
            }
            if cutNodes.allowShorter(than: path.timeMillis, question.profile, workspace) { isShorterBeyond = true }
            let pieces = assembly.append(path, from: starts[path.start], to: ends[path.end])
            legs.append((path, pieces))
        }
        assembly.close()
        let steps = StepBuilder(network: network, profile: question.profile, geometry: assembly.geometry)
        var route = PlannedRoute(
            profile: question.profile, language: question.language, geometry: assembly.geometry, legs: [],
            waypoints: [],
            notices: notices(stops, isShorterBeyond: isShorterBeyond))
        for (index, leg) in legs.enumerated() {
            route.legs.append(
                RouteLeg(
                    steps: steps.steps(for: leg.pieces, goal: question.points[index + 1]), pieces: leg.pieces))
            if index == 0 { route.waypoints.append(waypoint(stops[0].positions[leg.path.start])) }
            route.waypoints.append(waypoint(stops[index + 1].positions[leg.path.end]))
        }
        return route
    }

    /// Finds the nearest positions on the streets of a profile, on one edge each, nearest first, whichever component
    /// they belong to; `maximumPositions` at most, however many are asked for.
    package func nearest(
        _ point: Coordinate, profile: Profile, count: Int = 1, withinMetres limit: Double = 1000
    ) throws(RouteError) -> [Waypoint] {
        guard isInside(point) else { throw .outsideMap(point: 0) }
        let positions = Snapper(network, profile).nearest(
            min(count, Self.maximumPositions), to: point, withinMetres: limit)
        guard !positions.isEmpty else { throw noRoadNear(point, 0, profile) }
        return positions.map { waypoint($0) }
    }

    private func isInside(_ point: Coordinate) -> Bool {
        let stored = PointE7(point)
        return network.bounds.contains(x: stored.longitudeE7, y: stored.latitudeE7)
    }

    private func path(
        from starts: [SnappedPosition], to ends: [SnappedPosition], _ question: RouteQuestion,
        _ workspace: inout RouteWorkspace
    ) -> FoundPath? {
        let search = BidirectionalSearch(network, question.profile), rules = turnRules[Int(question.profile.rawValue)]
        guard let path = search.quickest(from: starts, to: ends, &workspace) else { return nil }
        if question.ignoresTurnRestrictions || rules.allow(path: path.arcs) { return path }
        return TurnSearch(network: network, profile: question.profile, rules: rules)
            .quickest(from: starts, to: ends, &workspace)
    }

    private func waypoint(_ position: SnappedPosition) -> Waypoint {
        Waypoint(position: position, road: RoadName(network.way(of: position.edge)))
    }
}

// MARK: - Ends

extension RouteEngine {
    /// A point of the question on the network: its position, or several that coincide at a junction.
    private struct Stop {
        var positions: [SnappedPosition]
        var isNearMapEdge: Bool
        /// How much farther the position is than one on an island.
        var detourInMetres: Double
    }

    /// Moving a point this much farther than to the nearest street is told, in metres.
    private static let noticeableDetour = 50.0

    private func notices(_ stops: [Stop], isShorterBeyond: Bool) -> [PlannedRoute.Notice] {
        var notices: [PlannedRoute.Notice] = []
        if stops.contains(where: { $0.isNearMapEdge }) { notices.append(.nearestStreetMayBeBeyond) }
        if isShorterBeyond { notices.append(.shorterWayMayBeBeyond) }
        for (index, stop) in stops.enumerated() where stop.detourInMetres >= Self.noticeableDetour {
            let metres = Int(stop.positions[0].distanceInMetres.rounded(.toNearestOrEven))
            notices.append(.leftIsland(point: index, metres: metres))
        }
        return notices
    }

    /// Moves the points to the network: to the big component, unless all lie nearest to one small component.
    private func stops(for question: RouteQuestion) throws(RouteError) -> [Stop] {
        let points = question.points
        guard points.count >= 2 else { throw .tooFewPoints }
        guard points.count <= Self.maximumPoints else {
            throw .tooManyPoints(count: points.count, limit: Self.maximumPoints)
        }
        let snapper = Snapper(network, question.profile)
        var found: [Snapper.Found] = []
        for (index, point) in points.enumerated() {
            guard isInside(point) else { throw .outsideMap(point: index) }
            if index > 0, points[index - 1].distance(inMetresTo: point) > Self.maximumLegInMetres {
                throw .tooFar(leg: index - 1, limitInMetres: Self.maximumLegInMetres)
            }
            let positions = snapper.positions(near: point, withinMetres: question.snapLimitInMetres)
            guard !positions.nearest.isEmpty else { throw noRoadNear(point, index, question.profile) }
            found.append(positions)
        }
        let areTogether = snapper.shareComponent(found.map { $0.nearest })
        return zip(points, found).map { point, found in
            let positions = areTogether || found.connected.isEmpty ? found.nearest : found.connected
            return Stop(
                positions: positions,
                isNearMapEdge: network.distanceInMetresToBounds(from: point) < positions[0].distanceInMetres,
                detourInMetres: positions[0].distanceInMetres - found.nearest[0].distanceInMetres)
        }
    }

    private func noRoadNear(_ point: Coordinate, _ index: Int, _ profile: Profile) -> RouteError {
        let anywhere = Snapper(network, profile).positions(near: point, withinMetres: RouteQuestion.unlimitedInMetres)
        return .noRoadNear(point: index, nearestInMetres: anywhere.nearest.first?.distanceInMetres)
    }

    private func cut(
        _ starts: [SnappedPosition], _ ends: [SnappedPosition], _ profile: Profile,
        _ workspace: borrowing RouteWorkspace
    ) -> RouteError.Cut {
        let snapper = Snapper(network, profile)
        return RouteError.Cut(
            startIsIsland: !starts.contains { snapper.isConnected($0.edge) },
            endIsIsland: !ends.contains { snapper.isConnected($0.edge) },
            atMapEdge: cutNodes.wereReached(workspace))
    }
}
