import Fairness
import GeoCore
import HereaboutsAPI
import Routing

extension OSRMTableRequest {
    /// Returns the options for writing tables; throws for unsupported options.
    func options() throws(OSRM.Refusal) -> OSRMTableJSON.Options {
        var options = OSRMTableJSON.Options()
        let words = Set((annotations ?? "duration").split(separator: ",", omittingEmptySubsequences: false))
        guard words.isSubset(of: ["duration", "distance"]) else { throw OSRM.unreadable("annotations") }
        options.durations = words.contains("duration")
        options.distances = words.contains("distance")
        options.fallbackSpeed = fallbackSpeed
        options.fallsBackFromInput = fallbackCoordinate == .input
        options.scale = scaleFactor
        options.hints = common.generateHints == .true
        options.skipsWaypoints = skipWaypoints == .true
        return options
    }
}

extension Engines {
    /// Answers OSRM's `table`, with at most as many pairs as `limit` coordinates have with each other.
    func table(_ request: OSRMTableRequest, limit: Int) async throws -> [UInt8] {
        var options = try request.options()
        let coordinates = try OSRM.coordinates(request.coordinates)
        var question = TableQuestion(coordinates, profile: try OSRM.profile(request.profile))
        question.snapOptions = try request.common.snapOptions(forCoordinates: coordinates.count)
        question.snapLimitInMetres = RouteQuestion.unlimitedInMetres
        func chosen(_ list: String?, _ name: String) throws(OSRM.Refusal) -> [Int]? {
            guard let list, list != "all" else { return nil }
            return try OSRM.positions(list, name, of: coordinates.count)
        }
        question.sources = try chosen(request.sources, "sources")
        question.targets = try chosen(request.destinations, "destinations")
        question.wantsLengths = options.distances
        guard coordinates.count >= 2 else { throw OSRM.refusal(.tooFewPoints) }
        guard question.pairCount <= limit * limit, coordinates.count <= RouteEngine.maximumPoints else {
            throw OSRM.Refusal(.tooBig, "Too many table coordinates")
        }
        let generation = try await generation(request.common, question.profile)
        options.dataVersion = generation.dataVersion
        let cost = Cost.table(question.rowCount, by: question.columnCount)
        return try await compute(costing: cost) { [question, options] workspace in
            do throws(RouteError) {
                let table = try generation.routes.table(question, workspace: &workspace.route)
                func points(_ positions: [Int]?) -> [Coordinate] {
                    positions.map { $0.map { coordinates[$0] } } ?? coordinates
                }
                return OSRMTableJSON.write(
                    table, from: points(question.sources), to: points(question.targets), options, generation.routes)
            } catch {
                throw OSRM.refusal(error)
            }
        }
    }
}
