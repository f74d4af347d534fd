import GeoCore

/// The reason that there is no route. Points and legs count from 0.
package enum RouteError: Error, Equatable, Sendable {
    case tooFewPoints
    case tooManyPoints(count: Int, limit: Int)
    /// The point lies outside the area of the map.
    case outsideMap(point: Int)
    /// No street of the profile is within the limit; `nearestInMetres` is `nil` if the map has none at all.
    case noRoadNear(point: Int, nearestInMetres: Double?)
    /// The straight line between two points is longer than the limit.
    case tooFar(leg: Int, limitInMetres: Double)
    /// The request was cancelled through `RouteWorkspace.stop`.
    case stopped
    /// No route joins the ends of the leg.
    case noRoute(leg: Int, cut: Cut)

    /// The ends that are cut off from the rest, and whether the map's edge may be the reason.
    package struct Cut: Equatable, Sendable {
        package var startIsIsland: Bool
        package var endIsIsland: Bool
        /// Whether the edge of the map cut off a street that leads on: a route may exist beyond it.
        package var atMapEdge: Bool

        package init(startIsIsland: Bool, endIsIsland: Bool, atMapEdge: Bool) {
            self.startIsIsland = startIsIsland
            self.endIsIsland = endIsIsland
            self.atMapEdge = atMapEdge
        }
    }

    /// A stable word for programs.
    package var code: String {
        switch self {
        case .tooFewPoints: "too_few_points"
        case .tooManyPoints: "too_many_points"
        case .outsideMap: "outside_map"
        case .noRoadNear: "no_road_near"
        case .tooFar: "too_far"
        case .noRoute: "no_route"
        case .stopped: "stopped"
        }
    }

    /// A sentence for people, in English.
    package var message: String {
        switch self {
        case .tooFewPoints: "a route needs at least a start and an end"
        case .tooManyPoints(let count, let limit): "\(count) points are too many for one route; ask for up to \(limit)"
        case .outsideMap(let point): "point \(point + 1) lies outside the map"
        case .noRoadNear(let point, nil): "no street near point \(point + 1): this map has none for this travel mode"
        case .noRoadNear(let point, let metres?):
            "no street near point \(point + 1): the nearest is \(Self.rounded(metres)) away"
        case .tooFar(let leg, let limit):
            "points \(leg + 1) and \(leg + 2) are more than \(Int64(limit / 1000)) km apart; ask for shorter legs"
        case .noRoute(let leg, let cut): Self.message(leg: leg, cut)
        case .stopped: "the request was cancelled before its answer was found"
        }
    }

    private static func message(leg: Int, _ cut: Cut) -> String {
        let ends =
            switch (cut.startIsIsland, cut.endIsIsland) {
            case (true, true): "points \(leg + 1) and \(leg + 2) lie on two different islands of the street network"
            case (true, false): "point \(leg + 1) lies on an island of the street network"
            case (false, true): "point \(leg + 2) lies on an island of the street network"
            case (false, false): "no route leads from point \(leg + 1) to point \(leg + 2)"
            }
        return cut.atMapEdge ? ends + "; the map ends here, a route may exist beyond its edge" : ends
    }

    private static func rounded(_ metres: Double) -> String {
        metres < 1000
            ? "\(Int64(metres.rounded(.toNearestOrEven))) m" : "\(Int64((metres / 1000).rounded(.toNearestOrEven))) km"
    }
}

extension StopRequest {
    /// Throws `RouteError.stopped` once a stop is requested: partial results are not an answer.
    func check() throws(RouteError) {
        if isMade { throw .stopped }
    }
}
