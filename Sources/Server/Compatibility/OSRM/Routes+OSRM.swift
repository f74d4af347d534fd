import Fairness
import GeoCore
import HereaboutsAPI
import Hummingbird
import Routing

extension Routes {
    /// Adds OSRM's `route`, `nearest` and `table`.
    mutating func addOSRM(_ engines: Engines) {
        on(OSRMRouteRequest.self, isBrief: true, refusal: OSRM.response) { request, exchange in
            try exchange.spendAnswer()
            return try await OSRM.answer(exchange) {
                try await engines.route(request, limit: exchange.settings.routePoints)
            }
        }
        on(OSRMNearestRequest.self, isBrief: true, refusal: OSRM.response) { request, exchange in
            try exchange.spendAnswer()
            return try await OSRM.answer(exchange) { try await engines.nearest(request) }
        }
        on(OSRMTableRequest.self, isBrief: true, refusal: OSRM.response) { request, exchange in
            try exchange.spendAnswer()
            return try await OSRM.answer(exchange) {
                try await engines.table(request, limit: exchange.settings.tablePoints)
            }
        }
        on(OSRMRouteBodyRequest.self, refusal: OSRM.response) { request, exchange in
            try exchange.spendAnswer()
            let question = try await exchange.completed(request).question
            return try await OSRM.answer(exchange) {
                try await engines.route(question, limit: exchange.settings.routePoints)
            }
        }
        on(OSRMTableBodyRequest.self, refusal: OSRM.response) { request, exchange in
            try exchange.spendAnswer()
            let question = try await exchange.completed(request).question
            return try await OSRM.answer(exchange) {
                try await engines.table(question, limit: exchange.settings.tablePoints)
            }
        }
    }
}

extension Exchange {
    /// Returns the request with its body, which is read now.
    func completed<Question: BodyRequest>(_ question: Question) async throws -> Question {
        var question = question
        question.body = try await body(Question.Body.self, of: nil, upTo: Question.maximumLength)
        return question
    }
}

extension OSRM {
    static func answer(
        _ exchange: Exchange, _ body: () async throws -> [UInt8]
    ) async throws -> Response {
        do {
            return try await exchange.json(body(), cacheControl: Exchange.personal)
        } catch let refusal as Refusal {
            return refusal.response
        }
    }

    static func profile(_ name: String) throws(Refusal) -> Profile {
        guard let profile = Profile(name: name) else {
            let names = Profile.allCases.map(\.name).joined(separator: ", ")
            throw Refusal(.invalidOptions, "Profile not found; this server has \(names).")
        }
        return profile
    }

    /// Makes a question that snaps coordinates to the nearest connected street, however far, as OSRM does.
    fileprivate static func question(_ coordinates: [Coordinate], _ profile: Profile) -> RouteQuestion {
        var question = RouteQuestion(coordinates, profile: profile)
        question.snapLimitInMetres = RouteQuestion.unlimitedInMetres
        question.reportsMapEdge = false  // OSRM's answers have no field for notices.
        return question
    }

    /// Throws for more than `limit` coordinates.
    static func limit(_ coordinates: [Coordinate], to limit: Int) throws(Refusal) {
        guard coordinates.count <= limit else {
            throw Refusal(.tooBig, "Number of entries \(coordinates.count) is higher than current maximum (\(limit))")
        }
    }

    /// Makes OSRM's error from the engine's, with the texts that OSRM clients know.
    static func refusal(_ error: RouteError) -> Refusal {
        switch error {
        case .tooFewPoints: Refusal(.invalidOptions, "Number of coordinates needs to be at least two.")
        case .tooManyPoints, .tooFar, .stopped: Refusal(.tooBig, error.message)
        case .outsideMap(let point), .noRoadNear(let point, _): noSegment(point)
        case .noRoute: Refusal(.noRoute, "Impossible route between points")
        }
    }

    fileprivate static func noSegment(_ coordinate: Int) -> Refusal {
        Refusal(.noSegment, "Could not find a matching segment for coordinate \(coordinate)")
    }
}

extension Engines {
    fileprivate func route(_ request: OSRMRouteRequest, limit: Int) async throws -> [UInt8] {
        var options = try request.line.options(request.common)
        let alternatives = try request.alternativeCount()
        let coordinates = try OSRM.coordinates(request.coordinates)
        try OSRM.limit(coordinates, to: limit)
        var question = OSRM.question(coordinates, try OSRM.profile(request.profile))
        question.snapOptions = try request.common.snapOptions(forCoordinates: coordinates.count)
        question.stops = try OSRM.stops(request.waypoints, of: coordinates.count)
        question.goesStraight =
            switch request.continueStraight {
            case .default: nil
            case .true: true
            case .false: false
            }
        question.wantsSteps = options.steps
        question.wantsLine = options.overview != .none || !options.annotations.isEmpty
        let generation = try await generation(request.common, question.profile)
        options.dataVersion = generation.dataVersion
        let work: @Sendable (Workspace) throws -> [UInt8] = { [question, options] workspace in
            do throws(RouteError) {
                let routes = try generation.routes.routes(
                    question, alternatives: alternatives, workspace: &workspace.route)
                return OSRMRouteJSON.write(routes, options, generation.routes)
            } catch {
                throw OSRM.refusal(error)
            }
        }
        // Alternatives take several searches.
        return alternatives > 0
            ? try await compute(costing: .routes(through: coordinates.count, alternatives: alternatives), work)
            : try await compute(through: coordinates.count, question.snapOptions, work)
    }

    fileprivate func nearest(_ request: OSRMNearestRequest) async throws -> [UInt8] {
        let coordinates = try OSRM.coordinates(request.coordinates)
        guard let coordinate = coordinates.first, coordinates.count == 1 else {
            throw OSRM.Refusal(.invalidOptions, "Only one input coordinate is supported")
        }
        guard request.number <= RouteEngine.maximumPositions else {
            throw OSRM.Refusal(
                .tooBig,
                "Number of results \(request.number) is higher than current maximum (\(RouteEngine.maximumPositions))")
        }
        let options = try request.common.snapOptions(forCoordinates: 1)[0], profile = try OSRM.profile(request.profile)
        let generation = try await generation(request.common, profile)
        return try await compute(through: 1, [options]) { _ in
            do throws(RouteError) {
                let found = try generation.routes.nearest(
                    coordinate, profile: profile, count: request.number,
                    withinMetres: RouteQuestion.unlimitedInMetres, options)
                let hints = request.common.generateHints == .true
                return OSRMRouteJSON.writeNearest(
                    found, hints: hints, dataVersion: generation.dataVersion, generation.routes)
            } catch {
                throw OSRM.refusal(error)
            }
        }
    }
}
