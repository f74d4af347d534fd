import GeoCore
package import HereaboutsAPI
import Hummingbird
package import Routing

extension Routes {
    /// Adds routes in our own form.
    mutating func addRoute(_ engines: Engines) {
        on(RouteRequest.self) { request, exchange in
            try exchange.spendAnswer()
            let generation = engines.atlas.current
            var question = RouteQuestion([request.from] + request.via + [request.to], profile: Profile(request.profile))
            question.language = request.language.flatMap { Language(tag: $0) } ?? .english
            let answer = try await engines.compute(through: question.points.count) { [question] workspace in
                do throws(RouteError) {
                    let route = try generation.routes.route(question, workspace: &workspace.route)
                    return RouteJSON.write(route, generation.routes)
                } catch {
                    throw ErrorBody(error, pointCount: question.points.count)
                }
            }
            return exchange.json(answer, cacheControl: Exchange.personal)
        }
    }
}

extension Profile {
    /// The engine's word for a way of travel on the wire.
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
    /// The wire form of `error` in a question whose points are all in one field.
    init(_ error: RouteError, field: String) {
        self.init(ErrorCode(rawValue: error.code) ?? .internalError, error.message, field: field)
    }

    /// The wire form of `error` in a route of `pointCount` points.
    package init(_ error: RouteError, pointCount: Int) {
        let point: Int? =
            switch error {
            case .outsideMap(let point), .noRoadNear(let point, _): point
            case .tooFewPoints, .tooManyPoints, .tooFar, .noRoute: nil
            }
        let field = point.map { $0 == 0 ? "from" : $0 == pointCount - 1 ? "to" : "via" }
        self.init(ErrorCode(rawValue: error.code) ?? .internalError, error.message, field: field)
    }
}
