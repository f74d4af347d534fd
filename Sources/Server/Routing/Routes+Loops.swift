import Atlas
package import GeoCore
import HereaboutsAPI
import Hummingbird
package import Routing
package import Search

extension Routes {
    /// Adds the route for round walks.
    mutating func addLoops(_ engines: Engines) {
        on(LoopRequest.self) { request, exchange in
            try exchange.spendAnswer()
            let generation = engines.atlas.current, format = request.format
            let answer = try await engines.compute(costing: .loops) { workspace in
                let question = LoopQuestion(request, generation.search, &workspace.search)
                let plan: LoopPlan
                do throws(RouteError) {
                    plan = try generation.routes.loops(question, workspace: &workspace.route)
                } catch {
                    throw ErrorBody(error, field: "lat")
                }
                switch plan {
                case .walks(let walks):
                    return format.write(walks.map(\.route), generation.routes) {
                        RouteJSON.write(walks, generation.routes)
                    }
                case .none(let shortfall):
                    throw ErrorBody(
                        .noLoop, shortfall.message(question.goal),
                        field: shortfall == .noPlaceInReach ? "kind" : nil)
                }
            }
            return try await exchange.routes(answer, format)
        }
    }
}

extension LoopQuestion {
    /// Makes the engine's question; it searches for places of the requested kind.
    fileprivate init(_ request: LoopRequest, _ search: SearchEngine, _ workspace: inout SearchWorkspace) {
        let goal: Goal =
            switch request.length {
            case .minutes(let minutes): .time(millis: UInt32(minutes) * 60_000)
            case .metres(let metres): .length(millimetres: UInt32(metres) * 1000)
            case .steps(let steps): .steps(steps)
            }
        self.init(request.start, goal, profile: request.profile == .wheelchair ? .wheelchair : .foot)
        language = Language(wire: request.language)
        count = request.alternatives + 1
        if let kind = request.kind { places = search.places(of: kind, near: start, request.language, &workspace) }
    }
}

extension SearchEngine {
    /// Returns the places that a search for a kind finds, nearest and best first.
    package func places(
        of kind: String, near: Coordinate, _ language: String?, _ workspace: inout SearchWorkspace
    ) -> [LoopQuestion.Place] {
        let request = SearchRequest(text: kind, near: near, limit: 50, language: language)
        return places(request, workspace: &workspace).hits.compactMap { hit in
            guard case .place(let place) = hit.subject, !hit.isPartial, places.type(place) == .place else { return nil }
            let label = label(of: place, language: language)
            return LoopQuestion.Place(Coordinate(hit.point), id: label.id, name: label.name)
        }
    }
}

extension LoopPlan.Shortfall {
    /// Returns the message when no round walk of the requested length exists.
    package func message(_ goal: LoopQuestion.Goal) -> String {
        switch (self, goal) {
        case (.runsBack, _): "no round walk starts here: every walk would return by the same streets"
        case (.noPlaceInReach, _):
            "no walk of this length passes such a place; ask for a longer walk, or another kind"
        case (.otherLength(let millis), .time):
            "no round walk of this length starts here; the nearest takes \(max(1, (millis + 30_000) / 60_000)) min"
        case (.otherLength(let millimetres), .length):
            "no round walk of this length starts here; the nearest has \(millimetres / 1000) m"
        }
    }
}
