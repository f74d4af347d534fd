import Fairness
import GeoCore
import HereaboutsAPI
import Hummingbird
import Routing

extension Routes {
    /// Adds trips, and the matching of tracks to streets, in our own form.
    mutating func addTours(_ engines: Engines, _ authentication: Authentication) {
        on(TripRequest.self) { request, exchange in
            try exchange.spendAnswer()
            var question = TripQuestion(request.points, profile: Profile(request.profile))
            question.language = Language(wire: request.language)
            question.ends = Trip.Ends(
                isRoundTrip: request.isRoundTrip, startsAtFirst: request.start == .first,
                endsAtLast: request.end == .last)
            let generation = engines.atlas.current, format = request.format
            let answer = try await engines.compute(costing: .trip(request.points.count)) { [question] workspace in
                do throws(RouteError) {
                    let plan = try generation.routes.trips(question, workspace: &workspace.route)
                    return format.write(plan.trips.map(\.route), generation.routes) {
                        RouteJSON.write(plan, generation.routes)
                    }
                } catch {
                    throw ErrorBody(error, field: "points")
                }
            }
            return try await exchange.routes(answer, format)
        }
        on(MatchRequest.self) { request, exchange in
            try exchange.spendAnswer()
            let fixes = request.points.enumerated().map { index, point in
                var fix = TrackFile.Fix(
                    coordinate: point, seconds: request.times.isEmpty ? nil : Double(request.times[index]))
                fix.index = index
                return fix
            }
            let answer = try await engines.match(fixes, request.options, field: "points")
            return try await exchange.routes(answer, request.options.format)
        }
        on(MatchTrackRequest.self) { request, exchange in
            try exchange.spendAnswer()
            try authentication.spendUpload(exchange)
            let content = try await exchange.file(upTo: MatchTrackRequest.maximumLength), options = request.options
            let (kept, leftOut) = try await engines.workers.run(costing: .expensive) {
                do throws(TrackFile.Fault) {
                    let trace = try TrackFile(sent: content).trace()
                    return (trace.thinned(toMetres: 2 * Double(options.accuracyInMetres)), trace.refused)
                } catch {
                    throw ErrorBody(.invalidBody, error.reason)
                }
            }
            let answer = try await engines.match(kept, leftOut: leftOut, options, field: nil)
            return try await exchange.routes(answer, request.options.format)
        }
    }
}

extension Engines {
    /// Matches positions to streets. The answer lists the points of `leftOut`, unless that is `nil`.
    fileprivate func match(
        _ fixes: [TrackFile.Fix], leftOut: [TrackFile.Refusal]? = nil, _ options: MatchOptions, field: String?
    ) async throws -> [UInt8] {
        let question = MatchQuestion(fixes, options)
        let generation = atlas.current
        return try await compute(costing: .match(fixes.count)) { workspace in
            var track: MatchedTrack
            do throws(RouteError) {
                track = try generation.routes.match(question, workspace: &workspace.route)
            } catch {
                throw ErrorBody(ErrorCode(rawValue: error.code) ?? .internalError, error.message, field: field)
            }
            guard !track.matchings.isEmpty else {
                throw ErrorBody(
                    .noMatch,
                    "no two positions of the track are near connected streets; give their accuracy in metres with accuracy",
                    field: field)
            }
            for index in track.matchings.indices {
                track.matchings[index].points = track.matchings[index].points.map { fixes[$0].index }
            }
            return options.format.write(track.matchings.map(\.route), generation.routes) {
                RouteJSON.write(track, leftOut: leftOut.map { LeftOutPoints($0) }, generation.routes)
            }
        }
    }
}

extension LeftOutPoints {
    fileprivate init(_ refused: [TrackFile.Refusal]) {
        self.init(
            count: refused.count,
            named: refused.prefix(RefusalLimit.mostNamed).map { (index: $0.index, reason: $0.sentence) })
    }
}

extension MatchQuestion {
    fileprivate init(_ fixes: [TrackFile.Fix], _ options: MatchOptions) {
        self.init(
            fixes.map {
                TracePoint($0.coordinate, time: $0.seconds, deviationInMetres: Double(options.accuracyInMetres))
            }, profile: Profile(options.profile))
        language = Language(wire: options.language)
        stops = []
    }
}
