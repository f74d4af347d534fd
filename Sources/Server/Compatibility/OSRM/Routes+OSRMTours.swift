import Fairness
import GeoCore
import HereaboutsAPI
import Hummingbird
import Routing

extension Routes {
    /// Adds OSRM's `trip` and `match`.
    mutating func addOSRMTours(_ engines: Engines) {
        on(OSRMTripRequest.self, isBrief: true, refusal: OSRM.response) { request, exchange in
            try exchange.spendAnswer()
            return try await OSRM.answer(exchange) { try await engines.trip(request) }
        }
        on(OSRMMatchRequest.self, isBrief: true, refusal: OSRM.response) { request, exchange in
            try exchange.spendAnswer()
            return try await OSRM.answer(exchange) { try await engines.match(request) }
        }
        on(OSRMMatchBodyRequest.self, refusal: OSRM.response) { request, exchange in
            try exchange.spendAnswer()
            let question = try await exchange.completed(request).question
            return try await OSRM.answer(exchange) { try await engines.match(question) }
        }
    }
}

extension Engines {
    fileprivate func trip(_ request: OSRMTripRequest) async throws -> [UInt8] {
        var options = try request.line.options(request.common)
        let coordinates = try OSRM.coordinates(request.coordinates)
        try OSRM.limit(coordinates, to: Trip.maximumPoints)
        let isRoundTrip = request.roundtrip == .true
        guard isRoundTrip || request.source == .first || request.destination == .last else {
            throw OSRM.Refusal(.notImplemented, "This request is not supported")
        }
        var question = TripQuestion(coordinates, profile: try OSRM.profile(request.profile))
        question.snapLimitInMetres = RouteQuestion.unlimitedInMetres
        question.snapOptions = try request.common.snapOptions(forCoordinates: coordinates.count)
        question.ends = Trip.Ends(
            isRoundTrip: isRoundTrip, startsAtFirst: request.source == .first,
            endsAtLast: request.destination == .last)
        let generation = try await generation(request.common, question.profile)
        options.dataVersion = generation.dataVersion
        return try await compute(costing: .trip(coordinates.count)) { [question, options] workspace in
            do throws(RouteError) {
                let plan = try generation.routes.trips(question, workspace: &workspace.route)
                return OSRMRouteJSON.write(plan, options, generation.routes)
            } catch {
                guard case .noRoute = error else { throw OSRM.refusal(error) }
                throw OSRM.Refusal(.noTrips, "No trip visiting all destinations possible.")
            }
        }
    }

    fileprivate func match(_ request: OSRMMatchRequest) async throws -> [UInt8] {
        var options = try request.line.options(request.common)
        let coordinates = try OSRM.coordinates(request.coordinates)
        try OSRM.limit(coordinates, to: Self.maximumTrack)
        let snapOptions = try request.common.snapOptions(forCoordinates: coordinates.count)
        let times = try request.times(forCoordinates: coordinates.count)
        let stops = try OSRM.stops(request.waypoints, of: coordinates.count)
        let points = coordinates.indices.map { index in
            TracePoint(
                coordinates[index], time: times[index],
                deviationInMetres: min(snapOptions[index].limitInMetres ?? Self.usualError, Self.largestError))
        }
        var question = MatchQuestion(points, profile: try OSRM.profile(request.profile))
        question.splitsAtGaps = request.gaps == .split
        question.stops = stops
        let generation = try await generation(request.common, question.profile)
        options.dataVersion = generation.dataVersion
        return try await compute(costing: .match(coordinates.count)) { [question, options] workspace in
            let track: MatchedTrack
            do throws(RouteError) {
                track = try generation.routes.match(question, workspace: &workspace.route)
            } catch {
                throw OSRM.refusal(error)
            }
            guard !track.matchings.isEmpty else {
                throw OSRM.Refusal(.noMatch, "Could not match the trace.")
            }
            guard question.stops?.allSatisfy({ track.alternatives[$0] != nil }) ?? true else {
                throw OSRM.Refusal(.noMatch, "Requested waypoint parameter could not be matched.")
            }
            return OSRMRouteJSON.write(track, options, generation.routes)
        }
    }

    /// The most coordinates of a track, as in OSRM.
    private static let maximumTrack = 100
    /// OSRM's default standard deviation of a fix, in metres.
    private static let usualError = 5.0
    /// The largest deviation in metres: beyond it, the engine would examine every street of a town.
    private static let largestError = 100.0
}

extension OSRMMatchRequest {
    /// Returns the time of each coordinate in seconds, ascending; `nil` for each without timestamps.
    fileprivate func times(forCoordinates count: Int) throws(OSRM.Refusal) -> [Double?] {
        guard let timestamps else { return Array(repeating: nil, count: count) }
        var times: [Double?] = []
        for item in timestamps.split(separator: ";", omittingEmptySubsequences: false) {
            guard let time = Decimal.read(item), time >= 0 else { throw OSRM.unreadable("timestamps") }
            guard time >= times.last.flatMap({ $0 }) ?? 0 else {
                throw OSRM.Refusal(.invalidValue, "Timestamps need to be monotonically increasing.")
            }
            times.append(time)
        }
        guard times.count == count else {
            throw OSRM.Refusal(.invalidOptions, "Number of timestamps does not match number of coordinates")
        }
        return times
    }
}
