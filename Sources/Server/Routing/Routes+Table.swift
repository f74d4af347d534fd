import Fairness
import GeoCore
import HereaboutsAPI
import Hummingbird
import Routing

extension Routes {
    /// Adds tables and isochrones in our own form.
    mutating func addTables(_ engines: Engines) {
        on(TableRequest.self, isBrief: true) { request, exchange in
            try exchange.spendAnswer()
            let question = try TableQuestion(request, limit: exchange.settings.tablePoints)
            let generation = engines.atlas.current
            let cost = Cost.table(question.rowCount, by: question.columnCount)
            let answer = try await engines.compute(costing: cost) { workspace in
                do throws(RouteError) {
                    let table = try generation.routes.table(question, workspace: &workspace.route)
                    return TableJSON.write(table, question.profile, generation.routes)
                } catch {
                    throw ErrorBody(error, field: "points")
                }
            }
            return try await exchange.json(answer, cacheControl: Exchange.personal)
        }
        on(ReachRequest.self, isBrief: true) { request, exchange in
            try exchange.spendAnswer()
            let generation = engines.atlas.current, profile = Profile(request.profile)
            let limit = exchange.settings.answerBytes
            let cost = Cost.reach(profile, minutes: request.minutes.map { Double($0) })
            let answer = try await engines.compute(costing: cost) { workspace in
                let found: (start: Waypoint, reaches: [Reach])
                do throws(RouteError) {
                    found = try generation.routes.reach(
                        from: request.from, profile, within: request.minutes.map { UInt32($0) * 60_000 },
                        direction: request.direction == .to ? .to : .from, workspace: &workspace.route)
                } catch {
                    throw ErrorBody(error, field: "from")
                }
                let streets = request.wantsStreets ? ReachJSON.leastBytes(ofStreets: found.reaches) : 0
                guard streets <= limit else { throw ErrorBody(streetsLargerThan: limit) }
                return ReachJSON.write(
                    found.reaches, of: request.minutes, from: found.start, profile, generation.routes,
                    withStreets: request.wantsStreets, until: workspace.route.stop)
            }
            return try await exchange.json(answer, cacheControl: Exchange.personal)
        }
    }
}

extension ErrorBody {
    /// Says that the streets of an isochrone take more than `limit` bytes.
    fileprivate init(streetsLargerThan limit: Int) {
        self.init(
            .answerTooLarge,
            "the streets take more than the \(limit >> 20) MiB of one answer; ask with streets=false, or for shorter times",
            field: "minutes")
    }
}

extension TableQuestion {
    /// Makes the engine's question. Throws for an index that has no point, and for more pairs than `limit` points have
    /// with each other.
    fileprivate init(_ request: TableRequest, limit: Int) throws(ErrorBody) {
        self.init(request.points, profile: Profile(request.profile))
        wantsLengths = true
        for (name, positions) in [("sources", request.sources), ("targets", request.targets)] {
            guard let wrong = positions.first(where: { $0 >= points.count }) else { continue }
            throw ErrorBody(
                .invalidParameter, "\(name) has index \(wrong), but there are \(points.count) points, counted from 0",
                field: name)
        }
        if !request.sources.isEmpty { sources = request.sources }
        if !request.targets.isEmpty { targets = request.targets }
        guard pairCount <= limit * limit else {
            throw ErrorBody(
                .tooManyPoints, "\(pairCount) pairs are too many for one table; ask for up to \(limit * limit)",
                field: "points")
        }
    }

    var rowCount: Int { sources?.count ?? points.count }

    var columnCount: Int { targets?.count ?? points.count }

    /// The number of pairs in the table.
    var pairCount: Int { rowCount * columnCount }
}
