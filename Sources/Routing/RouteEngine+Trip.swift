package import GeoCore

/// A request for the best order to visit points in.
package struct TripQuestion: Sendable {
    package var points: [Coordinate]
    package var profile: Profile
    package var ends = Trip.Ends()
    package var language: Language = .english
    /// The maximum distance of a point from the nearest street.
    package var snapLimitInMetres = 1000.0
    /// Requirements for the positions of the points, one for each; none if empty.
    package var snapOptions: [SnapOptions] = []

    package init(_ points: [Coordinate], profile: Profile) {
        self.points = points
        self.profile = profile
    }
}

/// The answer: one trip, or several if no round trip joins all points.
package struct PlannedTrips: Sendable {
    package struct Planned: Sendable {
        package var route: PlannedRoute
        /// The points of the request in the order of the route.
        package var points: [Int]
    }

    /// The visit of a point of the request.
    package struct Visit: Equatable, Sendable {
        /// The index of the trip.
        package var trip: Int
        /// The index into the waypoints of its route.
        package var position: Int
    }

    package var trips: [Planned]
    /// The visits, by point of the request.
    package var visits: [Visit]
}

extension RouteEngine {
    /// Finds the quickest order of the points, and the route in that order. Makes several trips if the points cannot
    /// all reach each other.
    package func trips(
        _ question: TripQuestion, workspace: inout RouteWorkspace
    ) throws(RouteError) -> PlannedTrips {
        guard question.points.count >= 2 else { throw .tooFewPoints }
        guard question.points.count <= Trip.maximumPoints else {
            throw .tooManyPoints(count: question.points.count, limit: Trip.maximumPoints)
        }
        let positions = try positions(
            of: question.points, question.profile, withinMetres: question.snapLimitInMetres, question.snapOptions)
        let table = metric(question.profile).table(
            from: positions, to: positions, withLengths: false, &workspace.hierarchy, until: workspace.stop)
        try workspace.stop.check()
        guard let times = TravelTimes(count: positions.count, millis: table.millis) else {
            preconditionFailure("a table of the same places is a square")
        }
        var plan = PlannedTrips(
            trips: [], visits: question.points.map { _ in PlannedTrips.Visit(trip: 0, position: 0) })
        for (group, order) in try orders(times, question) {
            let points = order.map { group[$0] }
            let loop = question.ends.isRoundTrip ? points + [points[0]] : points
            let route = try route(
                through: loop.map { positions[$0] }, of: loop.map { question.points[$0] }, question, &workspace)
            for (position, point) in points.enumerated() {
                plan.visits[point] = PlannedTrips.Visit(trip: plan.trips.count, position: position)
            }
            plan.trips.append(PlannedTrips.Planned(route: route, points: points))
        }
        return plan
    }

    /// Returns the points of each trip, and the order in which it visits them.
    private func orders(
        _ times: TravelTimes, _ question: TripQuestion
    ) throws(RouteError) -> [(group: [Int], order: [Int])] {
        let all = Array(question.points.indices)
        if let trip = Trip.quickest(times, ends: question.ends) { return [(all, trip.order)] }
        let isFixed = question.ends.startsAtFirst || question.ends.endsAtLast || !question.ends.isRoundTrip
        var orders: [(group: [Int], order: [Int])] = []
        for group in times.groups {
            guard !isFixed, let trip = Trip.quickest(times.among(group)) else {
                throw .noRoute(leg: 0, cut: RouteError.Cut(startIsIsland: false, endIsIsland: false, atMapEdge: false))
            }
            orders.append((group, trip.order))
        }
        return orders
    }

    /// Returns the route through positions in their order.
    private func route(
        through positions: [[SnappedPosition]], of points: [Coordinate], _ question: TripQuestion,
        _ workspace: inout RouteWorkspace
    ) throws(RouteError) -> PlannedRoute {
        var asked = RouteQuestion(points, profile: question.profile)
        asked.language = question.language
        asked.reportsMapEdge = false
        asked.goesStraight = false  // The table, which gives the order, allows U-turns.
        let stops = positions.map { Stop(positions: $0, nearest: $0, isNearMapEdge: false, detourInMetres: 0) }
        return try routes(asked, stops, alternatives: 0, workspace: &workspace)[0]
    }
}
