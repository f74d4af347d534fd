extension RouteEngine {
    /// Matches a recorded track to the streets; the result has no matching if no two of its points can be joined.
    package func match(
        _ question: MatchQuestion, workspace: inout RouteWorkspace
    ) throws(RouteError) -> MatchedTrack {
        guard question.points.count >= 2 else { throw .tooFewPoints }
        guard question.points.count <= MatchQuestion.maximumPoints else {
            throw .tooManyPoints(count: question.points.count, limit: MatchQuestion.maximumPoints)
        }
        let metric = metric(question.profile), matcher = TraceMatching(metric, question, until: workspace.stop)
        var track = MatchedTrack(matchings: [], alternatives: question.points.map { _ in nil })
        let runs = matcher.match(&workspace).flatMap { matcher.joined($0, &workspace) }
        for run in runs {
            try workspace.stop.check()
            var assembly = PathAssembly(metric.graph), spans: [[RouteSpan]] = [], stops = [0]
            for (start, path) in run.paths.enumerated() {
                let (from, to) = (run.chosen[start].candidate.position, run.chosen[start + 1].candidate.position)
                let some = assembly.append(path, from: from, to: to)
                if stops[stops.count - 1] == start {
                    spans.append(some)
                } else {
                    spans[spans.count - 1].continue(with: some)
                }
                let isStop = question.stops?.contains(run.points[start + 1]) ?? true
                guard isStop || start + 1 == run.paths.count else { continue }
                stops.append(start + 1)
                assembly.endLeg(&spans[spans.count - 1])
            }
            let ends = stops.dropFirst().map { run.points[$0] }
            let steps = StepBuilder(network: network, profile: question.profile, geometry: assembly.geometry)
            let route = PlannedRoute(
                profile: question.profile, language: question.language, geometry: assembly.geometry,
                legs: zip(spans, ends).map { spans, point in
                    let goal = question.points[point].coordinate
                    return RouteLeg(steps: steps.steps(for: spans, goal: goal), spans: spans)
                },
                waypoints: run.chosen.map { waypoint($0.candidate.position) }, notices: [])
            track.matchings.append(
                MatchedTrack.Matching(route: route, points: run.points, stops: stops, confidence: run.confidence))
            for point in run.points { track.alternatives[point] = matcher.alternatives(at: point) }
        }
        try workspace.stop.check()
        return track
    }
}
