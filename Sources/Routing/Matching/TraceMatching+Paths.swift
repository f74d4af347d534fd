import Atlas
import GeoCore

/// The paths between two fixes.
extension TraceMatching {
    /// Returns the millimetres of the quickest path from a candidate to each of the others, up to the given lengths in
    /// metres; `nil` if there is none.
    func lengths(
        from start: MatchCandidate, to ends: [MatchCandidate], _ straight: Double, noLongerThan longest: Double,
        _ effort: inout MatchEffort, _ exploration: inout SearchSide, until stop: StopRequest
    ) -> [UInt32?] {
        var lengths = ends.map { along(start, $0) }
        let states = effort.share
        effort.spend {
            explore(
                from: start, to: ends, straight, noLongerThan: UInt32(min(4e9, max(0, longest) * 1000)), states,
                &exploration, until: stop
            ) { end, access, exploration in
                lengths[end] = exploration.length(access.state) + access.millimetres
            }
        }
        return lengths
    }

    /// Returns a run with the paths between its points. Splits it, as at points that cannot be joined, if a path should
    /// not be found again.
    func joined(_ run: MatchedRun, _ workspace: inout RouteWorkspace) -> [MatchedRun] {
        var parts: [MatchedRun] = []
        var part = MatchedRun(points: [run.points[0]], chosen: [run.chosen[0]], confidence: run.confidence)
        for index in run.points.indices.dropFirst() where !workspace.stop.isMade {
            let choice = run.chosen[index], points = (run.points[index - 1], run.points[index])
            if let path = path(from: run.chosen[index - 1], to: choice.candidate, of: points, &workspace) {
                part.paths.append(path)
            } else {
                parts.append(part)
                part = MatchedRun(points: [], chosen: [], confidence: run.confidence)
            }
            part.points.append(run.points[index])
            part.chosen.append(choice)
        }
        parts.append(part)
        return parts.filter { $0.points.count > 1 }
    }

    /// Returns the quickest path from one candidate to the next, for joined points.
    private func path(
        from choice: MatchedRun.Choice, to end: MatchCandidate, of points: (Int, Int),
        _ workspace: inout RouteWorkspace
    ) -> FoundPath? {
        let start = choice.candidate
        var direct: FoundPath?
        if along(start, end) != nil {
            direct = FoundPath.withinOneEdge(from: [start.position], to: [end.position], in: metric.graph)
        }
        var path = direct
        _ = explore(
            from: start, to: [end], straight(points.0, points.1), noLongerThan: choice.onward, .max,
            &workspace.exploration, until: workspace.stop
        ) { _, access, exploration in
            let states = exploration.path(to: access.state), time = exploration.time(access.state) + access.millis
            guard time < direct?.timeMillis ?? .max,
                let first = start.departures.first(where: { $0.state == states[0] })
            else { return }
            path = FoundPath(
                start: 0, end: 0, arcs: [first.arc] + metric.graph.arcs(along: states) + [access.arc], timeMillis: time)
        }
        return path
    }

    /// Returns the millimetres from one candidate to another on the same street.
    private func along(_ start: MatchCandidate, _ end: MatchCandidate) -> UInt32? {
        guard start.position.edge == end.position.edge, start.arc == end.arc else { return nil }
        let length = metric.graph.network.edges[start.position.edge.rawValue].lengthMillimetres
        let from = start.position.partFromTail(of: length), to = end.position.partFromTail(of: length)
        // Both parts may round to the same length.
        let isForward = start.position.fraction <= end.position.fraction
        let arc = isForward ? start.position.edge.forward : start.position.edge.backward
        guard start.position.fraction == end.position.fraction || start.arc ?? arc == arc,
            metric.graph.times[arc.rawValue] != .max
        else { return nil }
        return isForward ? to - from : from - to
    }

    /// Explores until the quickest path to each end is known or too long, or until the limit of states, and calls
    /// `found` with each end's best arrival. Returns the number of states explored.
    private func explore(
        from start: MatchCandidate, to ends: [MatchCandidate], _ straight: Double, noLongerThan longest: UInt32,
        _ states: Int, _ exploration: inout SearchSide, until stop: StopRequest,
        _ found: (Int, TravelGraph.Access, borrowing SearchSide) -> Void
    ) -> Int {
        var awaited: [UInt32] = []
        for access in ends.lazy.flatMap({ $0.arrivals }) where !awaited.contains(access.state) {
            awaited.append(access.state)
        }
        var left = states, longestNow = longest, latest: UInt32 = 0
        exploration.exploreShort(
            metric.graph, from: start.departures, within: limit(straight), noLongerThan: longest, until: stop
        ) { state, time, length in
            latest = time
            if let index = awaited.firstIndex(of: state) {
                awaited.remove(at: index)
                // Other ends are useless if they are farther than this one by that much.
                let useful = max(Double(length), straight * 1000) + Self.beam * Self.excess * 1000
                longestNow = UInt32(min(Double(longestNow), useful))
            }
            left -= 1
            return awaited.isEmpty || left <= 0 ? 0 : longestNow
        }
        for (index, end) in ends.enumerated() {
            var best: (access: TravelGraph.Access, time: UInt32)?
            for access in end.arrivals {
                let settled = exploration.time(access.state)
                let (time, overflow) = settled.addingReportingOverflow(access.millis)
                // A state that was reached but not settled may have another path.
                guard settled <= latest, !overflow, time < best?.time ?? .max,
                    UInt64(exploration.length(access.state)) + UInt64(access.millimetres) <= UInt64(longest)
                else { continue }
                best = (access, time)
            }
            if let best, !isLonger(best.time, than: start, ends[index]) { found(index, best.access, exploration) }
        }
        return states - left
    }

    /// Whether the path along one street is quicker than a given time.
    private func isLonger(_ time: UInt32, than start: MatchCandidate, _ end: MatchCandidate) -> Bool {
        guard along(start, end) != nil else { return false }
        let direct = FoundPath.withinOneEdge(from: [start.position], to: [end.position], in: metric.graph)
        return direct.map { $0.timeMillis <= time } ?? false
    }

    /// Returns the milliseconds for four times the straight line plus half a kilometre.
    private func limit(_ straight: Double) -> UInt32 {
        let kilometresAnHour =
            switch question.profile {
            case .foot, .wheelchair: 4.0
            case .bicycle: 10.0
            case .car: 20.0
            }
        return UInt32(min(1e9, (straight * 4 + 500) * 3600 / kilometresAnHour))
    }
}
