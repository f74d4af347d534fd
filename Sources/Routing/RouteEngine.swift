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
    /// By profile.
    private let metrics: [Metric]

    /// Opens the street network and its hierarchies; throws when a section is missing or does not fit the others.
    package init(_ atlas: AtlasView) throws(AtlasError) {
        network = try RoadNetwork(atlas)
        // What follows is made from the restrictions at once, so they are verified at once.
        try network.checkTurns()
        cutNodes = MapEdgeNodes(network)
        var metrics: [Metric] = []
        for profile in Profile.allCases {
            let graph = TravelGraph(network, profile, times: network.layer(profile).times)
            metrics.append(
                Metric(graph: graph, hierarchy: try Hierarchy(atlas, profile, stateCount: graph.stateCount)))
        }
        self.metrics = metrics
    }

    /// Verifies the sections; see `RoadNetwork.check()` and `Hierarchy.check`.
    package func check() throws(AtlasError) {
        try network.check()
        for metric in metrics { try metric.hierarchy.check(metric.graph.profile, metric.graph) }
    }

    /// What a profile's routes are found with.
    func metric(_ profile: Profile) -> Metric { metrics[Int(profile.rawValue)] }

    /// Finds the quickest way through the question's points.
    package func route(
        _ question: RouteQuestion, workspace: inout RouteWorkspace
    ) throws(RouteError) -> PlannedRoute {
        try routes(question, alternatives: 0, workspace: &workspace)[0]
    }

    /// Finds the quickest way and, between two points, up to so many others that are worth choosing between, quickest first.
    package func routes(
        _ question: RouteQuestion, alternatives: Int, workspace: inout RouteWorkspace
    ) throws(RouteError) -> [PlannedRoute] {
        guard question.points.count >= 2 else { throw .tooFewPoints }
        let stops = try stops(
            question.points, question.profile, withinMetres: question.snapLimitInMetres,
            legsUpTo: Self.maximumLegInMetres, question.wishes)
        return try routes(question, stops, alternatives: alternatives, workspace: &workspace)
    }

    /// The same for points that were moved to the network.
    func routes(
        _ question: RouteQuestion, _ stops: [Stop], alternatives: Int, workspace: inout RouteWorkspace
    ) throws(RouteError) -> [PlannedRoute] {
        let metric = metric(question.profile)
        let choices = try passages(question, stops, alternatives: alternatives, metric, &workspace)
        let isShorterBeyond =
            question.tellsMapEdge
            && choices[0].contains { passage in
                cutNodes.allowShorter(
                    than: passage.path.timeMillis, from: passage.starts, to: passage.ends, metric,
                    &workspace.hierarchy)
            }
        let notices = notices(stops, isShorterBeyond: isShorterBeyond)
        return choices.map { route(along: $0, question, notices) }
    }

    /// The ways from point to point, quickest first; there is one where there are points to pass.
    private func passages(
        _ question: RouteQuestion, _ stops: [Stop], alternatives: Int, _ metric: Metric,
        _ workspace: inout RouteWorkspace
    ) throws(RouteError) -> [[Passage]] {
        let itinerary = Itinerary(stops.map { $0.positions }, question)
        switch itinerary.passages(alternatives: alternatives, metric, &workspace.hierarchy) {
        case .found(let choices): return choices
        case .noWay(let leg):
            let (starts, ends) = (stops[leg].positions, stops[leg + 1].positions)
            throw .noRoute(leg: leg, cut: cut(starts, ends, metric, tellsMapEdge: question.tellsMapEdge))
        }
    }

    /// The route along a way for each leg.
    func route(
        along passages: [Passage], _ question: RouteQuestion, _ notices: [PlannedRoute.Notice]
    ) -> PlannedRoute {
        let wantsLine = question.wantsSteps || question.wantsLine
        var assembly = PathAssembly(metric(question.profile).graph, wantsLine: wantsLine)
        var legs: [(pieces: [RoutePiece], goal: Int, end: SnappedPosition)] = []
        for (leg, passage) in passages.enumerated() {
            let pieces = assembly.append(passage.path, from: passage.start, to: passage.end)
            if question.isStop(leg) {
                legs.append((pieces, leg + 1, passage.end))
            } else {
                legs[legs.count - 1].pieces.continue(with: pieces)
                legs[legs.count - 1].goal = leg + 1
                legs[legs.count - 1].end = passage.end
            }
        }
        assembly.close()
        let steps = StepBuilder(network: network, profile: question.profile, geometry: assembly.geometry)
        var route = PlannedRoute(
            profile: question.profile, language: question.language, geometry: assembly.geometry, legs: [],
            waypoints: [waypoint(passages[0].start)], notices: notices)
        for leg in legs {
            let steps = question.wantsSteps ? steps.steps(for: leg.pieces, goal: question.points[leg.goal]) : []
            route.legs.append(RouteLeg(steps: steps, pieces: leg.pieces))
            route.waypoints.append(waypoint(leg.end))
        }
        return route
    }

    /// Finds the nearest positions on the streets of a profile, on one edge each, nearest first, whichever component
    /// they belong to; `maximumPositions` at most, however many are asked for.
    package func nearest(
        _ point: Coordinate, profile: Profile, count: Int = 1, withinMetres limit: Double = 1000,
        _ wish: EndWish = .none
    ) throws(RouteError) -> [Waypoint] {
        guard isInside(point) else { throw .outsideMap(point: 0) }
        let positions = Snapper(network, profile).nearest(
            min(count, Self.maximumPositions), to: point, withinMetres: wish.limitInMetres ?? limit, wish)
        guard !positions.isEmpty else { throw noRoadNear(point, 0, profile) }
        return positions.map { waypoint($0) }
    }

    private func isInside(_ point: Coordinate) -> Bool {
        let stored = PointE7(point)
        return network.bounds.contains(x: stored.longitudeE7, y: stored.latitudeE7)
    }

    func waypoint(_ position: SnappedPosition) -> Waypoint {
        Waypoint(position: position, road: RoadName(network.way(of: position.edge)))
    }
}

// MARK: - Ends

extension RouteEngine {
    /// A point of the question on the network: its position, or several that coincide at a junction.
    struct Stop {
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

    /// Moves points to the network: to the big component, unless all lie nearest to one small component.
    private func stops(
        _ points: [Coordinate], _ profile: Profile, withinMetres limit: Double,
        legsUpTo longestLeg: Double = .infinity, _ wishes: [EndWish]
    ) throws(RouteError) -> [Stop] {
        guard points.count <= Self.maximumPoints else {
            throw .tooManyPoints(count: points.count, limit: Self.maximumPoints)
        }
        let snapper = Snapper(network, profile)
        var found: [Snapper.Found] = []
        for (index, point) in points.enumerated() {
            guard isInside(point) else { throw .outsideMap(point: index) }
            if index > 0, points[index - 1].distance(inMetresTo: point) > longestLeg {
                throw .tooFar(leg: index - 1, limitInMetres: longestLeg)
            }
            let wish = wishes.isEmpty ? .none : wishes[index]
            let positions = snapper.positions(near: point, withinMetres: wish.limitInMetres ?? limit, wish)
            guard !positions.nearest.isEmpty else { throw noRoadNear(point, index, profile) }
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

    /// The positions on the network that points are moved to, several for one where streets meet.
    func positions(
        of points: [Coordinate], _ profile: Profile, withinMetres limit: Double, _ wishes: [EndWish] = []
    ) throws(RouteError) -> [[SnappedPosition]] {
        try stops(points, profile, withinMetres: limit, wishes).map { $0.positions }
    }

    private func noRoadNear(_ point: Coordinate, _ index: Int, _ profile: Profile) -> RouteError {
        let anywhere = Snapper(network, profile).positions(near: point, withinMetres: RouteQuestion.unlimitedInMetres)
        return .noRoadNear(point: index, nearestInMetres: anywhere.nearest.first?.distanceInMetres)
    }

    private func cut(
        _ starts: [SnappedPosition], _ ends: [SnappedPosition], _ metric: Metric, tellsMapEdge: Bool
    ) -> RouteError.Cut {
        let snapper = Snapper(network, metric.graph.profile)
        return RouteError.Cut(
            startIsIsland: !starts.contains { snapper.isConnected($0.edge) },
            endIsIsland: !ends.contains { snapper.isConnected($0.edge) },
            atMapEdge: tellsMapEdge && IslandSurvey(metric.graph).meetsMapEdge(from: starts, to: ends))
    }
}
