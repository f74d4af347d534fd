package import Atlas

/// Finds routes on an atlas's streets. Stateless: a search needs a workspace, which the caller keeps.
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
    /// The maximum number of points of a request.
    package static let maximumPoints = 500
    /// The maximum number of positions in an answer about the nearest positions.
    package static let maximumPositions = 100
    /// The maximum distance between two consecutive points.
    package static let maximumLegInMetres = 1_000_000.0

    private let cutNodes: MapEdgeNodes
    /// By profile; `nil` for the profiles whose hierarchies the atlas lacks.
    private(set) var metrics: [Metric?]

    /// Opens the street network and its hierarchies; throws if a section is missing or does not fit the others.
    ///
    /// An atlas may lack the hierarchies of orders that are not in `needed`. There are then no answers for their
    /// profiles; see `answers(_:)`.
    package init(
        _ atlas: AtlasView, needing needed: [HierarchySections.Order] = HierarchySections.Order.allCases
    ) throws(AtlasError) {
        let network = try RoadNetwork(atlas)
        // The graphs below use the restrictions immediately, so they must be verified first.
        try network.checkTurns()
        cutNodes = MapEdgeNodes(network)
        var metrics: [Metric?] = []
        for order in HierarchySections.Order.allCases {
            guard needed.contains(order) || HierarchySections.has(order, atlas) else {
                metrics += order.profiles.map { _ in nil }
                continue
            }
            let graphs = order.profiles.map { TravelGraph(network, $0) }
            let nodes = try HierarchyOrder(atlas, order, stateCount: graphs[0].stateCount)
            for graph in graphs {
                metrics.append(Metric(graph: graph, hierarchy: try Hierarchy(atlas, graph.profile, nodes)))
            }
        }
        self.network = network
        self.metrics = metrics
    }

    /// Verifies the sections; see `RoadNetwork.check()` and `Hierarchy.check`.
    package func check() throws(AtlasError) {
        try network.check()
        for case let metric? in metrics { try metric.hierarchy.check(metric.graph.profile, metric.graph) }
    }

    /// Whether the atlas has what questions of this profile need. All other questions of the engine require it.
    package func answers(_ profile: Profile) -> Bool { metrics[Int(profile.rawValue)] != nil }

    /// Returns the streets as a profile uses them.
    package func graph(_ profile: Profile) -> TravelGraph { metric(profile).graph }

    /// Returns an engine with the same streets and orders but other times.
    func replacing(_ metrics: [Metric?]) -> RouteEngine {
        var engine = self
        engine.metrics = metrics
        return engine
    }

    /// Returns the metric of a profile that the engine answers.
    func metric(_ profile: Profile) -> Metric {
        guard let metric = metrics[Int(profile.rawValue)] else {
            preconditionFailure("a question is of a profile that the engine answers")
        }
        return metric
    }

    /// Finds the quickest route through the request's points.
    package func route(
        _ question: RouteQuestion, workspace: inout RouteWorkspace
    ) throws(RouteError) -> PlannedRoute {
        try routes(question, alternatives: 0, workspace: &workspace)[0]
    }

    /// Finds the quickest route and, between two points, up to `alternatives` worthwhile others, quickest first.
    package func routes(
        _ question: RouteQuestion, alternatives: Int, workspace: inout RouteWorkspace
    ) throws(RouteError) -> [PlannedRoute] {
        guard question.points.count >= 2 else { throw .tooFewPoints }
        let stops = try stops(
            question.points, question.profile, withinMetres: question.snapLimitInMetres,
            legsUpTo: Self.maximumLegInMetres, question.snapOptions)
        return try routes(question, stops, alternatives: alternatives, workspace: &workspace)
    }

    /// Finds the route that is quickest for `other`, an engine of the same streets with more changes than this one, but
    /// with this engine's lengths and times. If it is not the quickest here, the route has the time difference.
    package func route(
        _ question: RouteQuestion, chosenBy other: RouteEngine, workspace: inout RouteWorkspace
    ) throws(RouteError) -> PlannedRoute {
        let quickest = try route(question, workspace: &workspace)
        let stops = try stops(
            question.points, question.profile, withinMetres: question.snapLimitInMetres,
            legsUpTo: Self.maximumLegInMetres, question.snapOptions)
        let (moved, choices) = try other.connected(
            question, stops, alternatives: 0, other.metric(question.profile), &workspace)
        var chosen = route(
            along: choices[0], question,
            notices(moved, isShorterBeyond: quickest.notices.contains(.shorterRouteMayBeBeyond)))
        if question.wantsReport, question.profile == .wheelchair {
            var routes = [chosen]
            report(on: &routes, question, &workspace)
            chosen = routes[0]
        }
        chosen.extraMillis = max(0, chosen.timeMillis - quickest.timeMillis)
        return chosen
    }

    /// Does the same for points that are already on the network.
    func routes(
        _ question: RouteQuestion, _ stops: [Stop], alternatives: Int, workspace: inout RouteWorkspace
    ) throws(RouteError) -> [PlannedRoute] {
        let metric = metric(question.profile)
        let (stops, choices) = try connected(question, stops, alternatives: alternatives, metric, &workspace)
        let isShorterBeyond =
            question.reportsMapEdge
            && choices[0].contains { legPath in
                cutNodes.allowShorter(
                    than: legPath.path.timeMillis, from: legPath.starts, to: legPath.ends, metric,
                    &workspace.hierarchy)
            }
        let notices = notices(stops, isShorterBeyond: isShorterBeyond)
        var wanted = question
        // The choice between routes must not depend on the requested details, and their lines distinguish them.
        wanted.wantsLine = question.wantsLine || choices.count > 1
        var routes = choices.map { route(along: $0, wanted, notices) }
        if routes.count > 1 { routes = RouteLabels.distinguish(routes, network) }
        if question.wantsReport, question.profile == .wheelchair { report(on: &routes, question, &workspace) }
        return routes
    }

    /// Returns the paths from point to point, and the positions of the points. A point that was moved off an island
    /// stays at its nearest street if there is no path otherwise: while streets are closed, the part that is usually
    /// connected may be the island.
    private func connected(
        _ question: RouteQuestion, _ stops: [Stop], alternatives: Int, _ metric: Metric,
        _ workspace: inout RouteWorkspace
    ) throws(RouteError) -> (stops: [Stop], choices: [[LegPath]]) {
        do throws(RouteError) {
            return (stops, try legPaths(question, stops, alternatives: alternatives, metric, &workspace))
        } catch {
            guard case .noRoute(let leg, _) = error else { throw error }
            for moved in [[leg], [leg + 1], [leg, leg + 1]] where moved.contains(where: { stops[$0].wasMoved }) {
                var others = stops
                for stop in moved { others[stop].stay() }
                let found = try? legPaths(question, others, alternatives: alternatives, metric, &workspace)
                if let found { return (others, found) }
            }
            throw error
        }
    }

    /// Returns the paths from point to point, quickest first; only one choice if there are points to pass.
    private func legPaths(
        _ question: RouteQuestion, _ stops: [Stop], alternatives: Int, _ metric: Metric,
        _ workspace: inout RouteWorkspace
    ) throws(RouteError) -> [[LegPath]] {
        let itinerary = Itinerary(stops.map { $0.positions }, question)
        let found = itinerary.legPaths(
            alternatives: alternatives, metric, &workspace.hierarchy, until: workspace.stop)
        try workspace.stop.check()
        switch found {
        case .found(let choices): return choices
        case .noPath(let leg):
            let (starts, ends) = (stops[leg].positions, stops[leg + 1].positions)
            throw .noRoute(leg: leg, cut: cut(starts, ends, metric, reportsMapEdge: question.reportsMapEdge))
        }
    }

    /// Returns the route along the paths.
    func route(
        along legPaths: [LegPath], _ question: RouteQuestion, _ notices: [PlannedRoute.Notice]
    ) -> PlannedRoute {
        var route = PlannedRoute(
            profile: question.profile, language: question.language, geometry: [], legs: [],
            waypoints: [waypoint(legPaths[0].start)], notices: notices)
        var assembly = PathAssembly(metric(question.profile).graph)
        // Points to pass are within a leg.
        var legs: [Range<Int>] = []
        for index in legPaths.indices {
            if question.isStop(index) {
                legs.append(index..<(index + 1))
            } else {
                legs[legs.count - 1] = legs[legs.count - 1].lowerBound..<(index + 1)
            }
        }
        for leg in legs { route.waypoints.append(waypoint(legPaths[leg.upperBound - 1].end)) }
        guard question.wantsSteps || question.wantsLine else {
            route.legs = legs.map { assembly.totals(of: legPaths[$0]) }
            return route
        }
        let spans = legs.map { leg in
            var spans: [RouteSpan] = []
            for legPath in legPaths[leg] {
                spans.continue(with: assembly.append(legPath.path, from: legPath.start, to: legPath.end))
            }
            assembly.endLeg(&spans)
            return spans
        }
        route.geometry = assembly.geometry
        let steps = StepBuilder(network: network, profile: question.profile, geometry: assembly.geometry)
        route.legs = zip(legs, spans).enumerated().map { index, leg in
            let (leg, spans) = leg, goal = question.points[leg.upperBound]
            let stop = index < legs.count - 1 ? index + 1 : nil
            return RouteLeg(
                steps: question.wantsSteps ? steps.steps(for: spans, goal: goal, stop: stop) : [], spans: spans)
        }
        return route
    }
}
