import GeoCore
import HereaboutsAPI
import Hummingbird
import Routing

extension Routes {
    /// Adds OSRM's `route` and `nearest`.
    mutating func addOSRM(_ engines: Engines) {
        on(OSRMRouteRequest.self, refusal: OSRM.response) { request, exchange in
            try exchange.spendAnswer()
            return try await OSRM.answer(exchange) { try await engines.route(request) }
        }
        on(OSRMNearestRequest.self, refusal: OSRM.response) { request, exchange in
            try exchange.spendAnswer()
            return try await OSRM.answer(exchange) { try await engines.nearest(request) }
        }
    }
}

extension OSRM {
    fileprivate static func answer(
        _ exchange: Exchange, _ body: () async throws -> [UInt8]
    ) async throws -> Response {
        do {
            return exchange.json(try await body(), cacheControl: Exchange.personal)
        } catch let refusal as Refusal {
            return refusal.response
        }
    }

    fileprivate static func checkProfile(_ name: String) throws(Refusal) -> Profile {
        guard let profile = Profile(name: name), profile == .foot else {
            throw Refusal(.invalidOptions, "This server routes on foot: ask for /route/v1/foot/.")
        }
        return profile
    }

    /// Coordinates are moved to the nearest street that leads on, however far it is, as OSRM does.
    fileprivate static func question(_ coordinates: [Coordinate], _ profile: Profile) -> RouteQuestion {
        var question = RouteQuestion(coordinates, profile: profile)
        question.snapLimitInMetres = RouteQuestion.unlimitedInMetres
        return question
    }

    /// OSRM's error for one of the engine's, with the sentences that its clients know.
    fileprivate static func refusal(_ error: RouteError) -> Refusal {
        switch error {
        case .tooFewPoints: Refusal(.invalidOptions, "Number of coordinates needs to be at least two.")
        case .tooManyPoints, .tooFar: Refusal(.tooBig, error.message)
        case .outsideMap(let point), .noRoadNear(let point, _): noSegment(point)
        case .noRoute: Refusal(.noRoute, "Impossible route between points")
        }
    }

    fileprivate static func noSegment(_ coordinate: Int) -> Refusal {
        Refusal(.noSegment, "Could not find a matching segment for coordinate \(coordinate)")
    }
}

extension Engines {
    fileprivate func route(_ request: OSRMRouteRequest) async throws -> [UInt8] {
        let options = try request.options(), coordinates = try OSRM.coordinates(request.coordinates)
        let radiuses = try request.common.radiuses(forCoordinates: coordinates.count)
        let question = OSRM.question(coordinates, try OSRM.checkProfile(request.profile))
        let generation = atlas.current
        return try await compute { workspace in
            do throws(RouteError) {
                let route = try generation.routes.route(question, workspace: &workspace.route)
                for (index, waypoint) in route.waypoints.enumerated() {
                    guard let radius = radiuses[index], waypoint.position.distanceInMetres > radius else { continue }
                    throw RouteError.noRoadNear(point: index, nearestInMetres: nil)
                }
                return OSRMRouteJSON.write(route, options, generation.routes)
            } catch {
                throw OSRM.refusal(error)
            }
        }
    }

    fileprivate func nearest(_ request: OSRMNearestRequest) async throws -> [UInt8] {
        let coordinates = try OSRM.coordinates(request.coordinates)
        guard let coordinate = coordinates.first, coordinates.count == 1 else {
            throw OSRM.Refusal(.invalidOptions, "Only one input coordinate is supported")
        }
        let radius = try request.common.radiuses(forCoordinates: 1)[0]
        let profile = try OSRM.checkProfile(request.profile), hints = request.common.generateHints == .true
        let generation = atlas.current
        return try await compute { _ in
            do throws(RouteError) {
                let found = try generation.routes.nearest(
                    coordinate, profile: profile, count: request.number,
                    withinMetres: radius ?? RouteQuestion.unlimitedInMetres)
                return OSRMRouteJSON.writeNearest(found, hints: hints, generation.routes)
            } catch {
                throw OSRM.refusal(error)
            }
        }
    }
}
