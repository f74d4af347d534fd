import GeoCore
import HereaboutsAPI
import Hummingbird
import Routing
import Search

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
                    throw ErrorBody(.noLoop, shortfall.message(question.goal), field: shortfall.field)
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
        if let kind = request.kind {
            places = search.places(of: kind, near: start, request.language, &workspace).map {
                Place($0.point, id: $0.id, name: $0.name)
            }
        }
    }
}
