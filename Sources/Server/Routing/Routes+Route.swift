import GeoCore
package import HereaboutsAPI
import Hummingbird
package import Routing

extension Routes {
    /// Adds routes in our own form.
    mutating func addRoute(_ engines: Engines, _ quieter: QuieterStreets, _ authentication: Authentication) {
        on(RouteRequest.self, isBrief: true) { request, exchange in
            try exchange.spendAnswer()
            let generation = engines.atlas.current
            var question = RouteQuestion([request.from] + request.via + [request.to], profile: Profile(request.profile))
            question.language = Language(wire: request.language)
            question.wantsReport = true
            question.setLevels(start: request.fromLevel, end: request.toLevel)
            let (alternatives, only, format) = (request.alternatives, request.only, request.format)
            if request.isQuieter {
                // A comparison of both routes reveals which places are busy.
                _ = try await authentication.admit(.readers, exchange)
                return try await Self.quieterRoute(question, request, generation, quieter, engines, exchange)
            }
            let work: @Sendable (Workspace) throws -> [UInt8] = { [question] workspace in
                var routes: [PlannedRoute]
                do throws(RouteError) {
                    routes = try generation.routes.routes(
                        question, alternatives: alternatives, workspace: &workspace.route)
                } catch {
                    throw ErrorBody(error, pointCount: question.points.count)
                }
                if let only {
                    guard only < routes.count else {
                        let reason = "only is not an index of the \(routes.count) routes, counted from 0"
                        throw ErrorBody(.invalidParameter, reason, field: "only")
                    }
                    routes = [routes[only]]
                }
                let isList = alternatives > 0 && only == nil
                return format.write(routes, generation.routes) {
                    isList ? RouteJSON.write(routes, generation.routes) : RouteJSON.write(routes[0], generation.routes)
                }
            }
            // Alternatives take several searches.
            let answer =
                alternatives > 0
                ? try await engines.compute(
                    costing: .routes(through: question.points.count, alternatives: alternatives), work)
                : try await engines.compute(through: question.points.count, [], work)
            return try await exchange.routes(answer, format)
        }
    }
}

extension Routes {
    private static func quieterRoute(
        _ question: RouteQuestion, _ request: RouteRequest, _ generation: AtlasGeneration, _ quieter: QuieterStreets,
        _ engines: Engines, _ exchange: Exchange
    ) async throws -> Response {
        guard [.foot, .wheelchair].contains(request.profile) else {
            throw ErrorBody(
                .invalidParameter, "quieter is for walking; ask with profile foot or wheelchair", field: "quieter")
        }
        guard request.alternatives == 0, request.only ?? 0 == 0 else {
            throw ErrorBody(
                .invalidParameter, "there is only one quieter route; ask without alternatives", field: "alternatives")
        }
        let crowded = try await quieter.routes(of: generation), (routes, format) = (generation.routes, request.format)
        let answer = try await engines.compute { [question] workspace in
            do throws(RouteError) {
                var route = try routes.route(question, chosenBy: crowded ?? routes, workspace: &workspace.route)
                let isQuickest = route.extraMillis ?? 0 == 0
                route.notices.append(isQuickest ? .noQuieterRoute : .avoidsCrowds(minutes: route.extraMinutes))
                return format.write([route], routes) { RouteJSON.write(route, routes) }
            } catch {
                throw ErrorBody(error, pointCount: question.points.count)
            }
        }
        return try await exchange.routes(answer, format)
    }
}

extension Language {
    /// Makes the language of a tag on the wire; English for a language without translated texts.
    init(wire tag: String?) { self = tag.flatMap { Language(tag: $0) } ?? .english }
}

extension RouteFormat {
    /// Writes routes in this format; `json` writes the JSON.
    func write(_ routes: [PlannedRoute], _ engine: RouteEngine, json: () -> [UInt8]) -> [UInt8] {
        switch self {
        case .json: json()
        case .geojson: RouteGeoJSON.write(routes, engine)
        case .gpx: RouteGPX.write(routes, engine)
        }
    }
}

extension Exchange {
    /// Returns an answer that holds routes in the requested format.
    func routes(_ bytes: [UInt8], _ format: RouteFormat) async throws -> Response {
        var response = try await json(bytes, cacheControl: Exchange.personal)
        response.headers[.contentType] = format.mediaType
        if format == .gpx { response.headers[.contentDisposition] = "attachment; filename=\"route.gpx\"" }
        return response
    }
}

extension Profile {
    /// Makes the engine's profile from the profile on the wire.
    init(_ profile: RouteProfile) {
        switch profile {
        case .foot: self = .foot
        case .wheelchair: self = .wheelchair
        case .bicycle: self = .bicycle
        case .car: self = .car
        }
    }
}

extension ErrorBody {
    /// Makes the wire form of `error` for a question whose points are all in one field.
    init(_ error: RouteError, field: String) {
        self.init(ErrorCode(rawValue: error.code) ?? .internalError, error.message, field: field)
    }

    /// Makes the wire form of `error` for a route of `pointCount` points.
    package init(_ error: RouteError, pointCount: Int) {
        let point: Int? =
            switch error {
            case .outsideMap(let point), .noRoadNear(let point, _): point
            case .tooFewPoints, .tooManyPoints, .tooFar, .noRoute, .stopped: nil
            }
        let field = point.map { $0 == 0 ? "from" : $0 == pointCount - 1 ? "to" : "via" }
        self.init(ErrorCode(rawValue: error.code) ?? .internalError, error.message, field: field)
    }
}
