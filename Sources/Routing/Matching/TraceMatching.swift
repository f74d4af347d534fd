import Atlas
package import GeoCore

/// A recorded track to match to the streets.
package struct MatchQuestion: Sendable {
    package var points: [TracePoint]
    package var profile: Profile
    package var language: Language = .english
    /// Whether a pause of more than a minute splits the matching.
    package var splitsAtGaps = true
    /// The indices of points where legs begin and end, apart from the ends of pieces: an empty array makes each piece
    /// one leg. `nil` for all points.
    package var stops: [Int]?
    /// The maximum number of points of a track.
    package static let maximumPoints = 2000

    package init(_ points: [TracePoint], profile: Profile) {
        self.points = points
        self.profile = profile
    }
}

/// One fix of a track.
package struct TracePoint: Sendable {
    package var coordinate: Coordinate
    /// Seconds since any moment, the same for all points.
    package var time: Double?
    /// The standard deviation of the error, in metres.
    package var deviationInMetres: Double

    package init(_ coordinate: Coordinate, time: Double? = nil, deviationInMetres: Double = 5) {
        self.coordinate = coordinate
        self.time = time
        self.deviationInMetres = deviationInMetres
    }
}

/// A track on the streets: one piece, or several if it could not be joined.
package struct MatchedTrack: Sendable {
    package struct Piece: Sendable {
        /// The route, with one leg between each two matched points, unless `stops` says otherwise.
        package var route: PlannedRoute
        /// The points of the request that are the route's waypoints.
        package var points: [Int]
        /// The indices in `points` where its legs begin and end.
        package var stops: [Int]
        /// The quality of the match, 0...1: the geometric mean of each step's likelihood relative to that of a perfect
        /// step.
        package var confidence: Double
    }

    package var pieces: [Piece]
    /// For each point of the request, how many other streets it could have been on; `nil` if it was left out.
    package var alternatives: [Int?]
}

/// A position on the streets where a fix may have been taken, and the direction of travel.
struct MatchCandidate {
    var position: SnappedPosition
    var departures: [TravelGraph.Access]
    var arrivals: [TravelGraph.Access]
    /// The arc of travel; `nil` on foot, where walkers may turn anywhere.
    var arc: ArcID?
}

/// Joined fixes, with their positions on the streets.
struct MatchedRun {
    struct Choice {
        var candidate: MatchCandidate
        /// The length of the path to the next fix, in millimetres.
        var onward: UInt32
    }

    var points: [Int]
    var chosen: [Choice]
    /// See `MatchedTrack.Piece`.
    var confidence: Double
    /// The paths from each of the points to the next, once they are computed (`joined`).
    var paths: [FoundPath] = []
}

/// Finds the most likely route of a recorded track by a hidden Markov model, solved with Viterbi's algorithm.
///
/// The states are streets near each fix, with Gaussian position errors, and with paths that are rarely much longer than
/// the straight line (Newson and Krumm, *Hidden Markov Map Matching Through Noise and Sparseness*, ACM GIS 2009).
struct TraceMatching {
    private let metric: Metric
    private let question: MatchQuestion
    private let candidates: [[MatchCandidate]]

    /// Streets farther than this many deviations from a fix are not candidates.
    private static let searchedDeviations = 3.0
    private static let maximumCandidates = 10
    /// The mean excess of a path over the straight line, in metres.
    private static let excess = 10.0
    /// The beam width: paths that are less likely than the best known so far by more than this logarithm are not
    /// searched. It corresponds to a detour of 250 m.
    private static let beam = 25.0
    /// After this many seconds without a fix, a track is split.
    private static let gap = 60.0

    init(_ metric: Metric, _ question: MatchQuestion, until stop: StopRequest) {
        self.metric = metric
        self.question = question
        let graph = metric.graph, snapper = Snapper(graph)
        candidates = question.points.map { point in
            stop.isMade
                ? []
                : snapper.nearest(
                    Self.maximumCandidates, to: point.coordinate,
                    withinMetres: point.deviationInMetres * Self.searchedDeviations
                ).flatMap { Self.candidates(at: $0, graph) }
        }
    }

    private static func candidates(at position: SnappedPosition, _ graph: TravelGraph) -> [MatchCandidate] {
        let departures = graph.departures(from: position), arrivals = graph.arrivals(at: position)
        guard graph.profile.isVehicle else {
            return [MatchCandidate(position: position, departures: departures, arrivals: arrivals, arc: nil)]
        }
        return [position.edge.forward, position.edge.backward].compactMap { arc in
            guard graph.times[arc.rawValue] != .max else { return nil }
            return MatchCandidate(
                position: position, departures: departures.filter { $0.arc == arc },
                arrivals: arrivals.filter { $0.arc == arc }, arc: arc)
        }
    }

    /// The step by which the most likely path reaches a candidate.
    private struct Label {
        var logarithm: Double
        /// The candidate of the kept point before it, `nil` at the beginning of a piece.
        var before: Int?
        /// The length of the path from there, in millimetres.
        var length: UInt32 = 0
    }

    /// A run of joined points, with their candidates' labels in order.
    private struct Run {
        var points: [Int] = []
        var labels: [[Label]] = []
    }

    func match(_ workspace: inout RouteWorkspace) -> [MatchedRun] {
        var runs: [Run] = [], run = Run(), effort = MatchEffort(candidates: candidates.reduce(0) { $0 + $1.count })
        for point in candidates.indices where !candidates[point].isEmpty {
            if workspace.stop.isMade { return [] }
            guard let last = run.points.last, !isGap(from: last, to: point) else {
                runs.append(run)
                run = begin(at: point)
                continue
            }
            let labels = advance(run.labels[run.labels.count - 1], from: last, to: point, &effort, &workspace)
            guard labels.contains(where: { $0.logarithm > -.infinity }) else {
                runs.append(run)
                run = begin(at: point)
                continue
            }
            run.points.append(point)
            run.labels.append(labels)
        }
        runs.append(run)
        return runs.filter { $0.points.count > 1 }.map { trace($0) }
    }

    private func isGap(from point: Int, to next: Int) -> Bool {
        guard question.splitsAtGaps, let from = question.points[point].time, let to = question.points[next].time else {
            return false
        }
        return to - from > Self.gap
    }

    private func begin(at point: Int) -> Run {
        let labels = candidates[point].map { Label(logarithm: likelihood(of: $0, at: point), before: nil) }
        return Run(points: [point], labels: [labels])
    }

    /// Returns the log likelihood of a fix taken at the candidate, 0 without any error.
    private func likelihood(of candidate: MatchCandidate, at point: Int) -> Double {
        let deviations = candidate.position.distanceInMetres / max(0.1, question.points[point].deviationInMetres)
        return -0.5 * deviations * deviations
    }

    /// Finds the most likely paths to the next point's candidates. Likelier labels come first: later ones then rarely
    /// improve anything, because no path makes a label likelier.
    private func advance(
        _ labels: [Label], from point: Int, to next: Int, _ effort: inout MatchEffort,
        _ workspace: inout RouteWorkspace
    ) -> [Label] {
        let straight = straight(point, next), ends = candidates[next]
        var found = [Label](repeating: Label(logarithm: -.infinity, before: nil), count: ends.count)
        func isBetter(_ logarithm: Double, _ index: Int, _ target: Int) -> Bool {
            let known = found[target]
            return logarithm != known.logarithm ? logarithm > known.logarithm : index < known.before ?? 0
        }
        let fits = ends.map { likelihood(of: $0, at: next) }
        var best = -Double.infinity
        for index in labels.indices.sorted(by: { (labels[$1].logarithm, $0) < (labels[$0].logarithm, $1) }) {
            let logarithm = labels[index].logarithm
            // Returns the maximum useful length of a path to the end, in metres.
            func longest(to target: Int) -> Double {
                min(straight * 4 + 500, straight + (logarithm + fits[target] + Self.beam - best) * Self.excess)
            }
            let targets = found.indices.filter { isBetter(logarithm, index, $0) && longest(to: $0) > 0 }
            guard !targets.isEmpty else {
                effort.skip()
                continue
            }
            let lengths = lengths(
                from: candidates[point][index], to: targets.map { ends[$0] }, straight,
                noLongerThan: targets.map(longest).max() ?? 0, &effort, &workspace.exploration, until: workspace.stop)
            for (target, length) in zip(targets, lengths) {
                guard let length else { continue }
                let reached = logarithm - (Double(length) / 1000 - straight).magnitude / Self.excess
                guard isBetter(reached, index, target) else { continue }
                found[target] = Label(logarithm: reached, before: index, length: length)
                best = max(best, reached + fits[target])
            }
        }
        for target in found.indices { found[target].logarithm += fits[target] }
        return found
    }

    private func straight(_ point: Int, _ next: Int) -> Double {
        question.points[point].coordinate.distance(inMetresTo: question.points[next].coordinate)
    }

    private func trace(_ run: Run) -> MatchedRun {
        let last = run.labels[run.labels.count - 1]
        var index = last.indices.max { last[$0].logarithm < last[$1].logarithm } ?? 0
        // The likelihood of a perfect track: a point without error, then a step and a point each time.
        let confidence = Elementary.exponential(max(-700, last[index].logarithm / Double(run.points.count)))
        var chosen: [MatchedRun.Choice] = [], onward: UInt32 = 0
        for position in run.points.indices.reversed() {
            let label = run.labels[position][index]
            chosen.append(MatchedRun.Choice(candidate: candidates[run.points[position]][index], onward: onward))
            index = label.before ?? 0
            onward = label.length
        }
        return MatchedRun(points: run.points, chosen: chosen.reversed(), confidence: confidence)
    }

    /// Returns how many streets besides the chosen one a point could have been on; `nil` if there was none at all.
    func alternatives(at point: Int) -> Int? {
        var streets: [EdgeID] = []
        for candidate in candidates[point] where !streets.contains(candidate.position.edge) {
            streets.append(candidate.position.edge)
        }
        return streets.isEmpty ? nil : streets.count - 1
    }
}

// MARK: - Paths between two fixes

extension TraceMatching {
    /// Returns the millimetres of the quickest path from a candidate to each of the others, up to the given lengths in
    /// metres; `nil` if there is none.
    private func lengths(
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
        var pieces: [MatchedRun] = []
        var piece = MatchedRun(points: [run.points[0]], chosen: [run.chosen[0]], confidence: run.confidence)
        for index in run.points.indices.dropFirst() where !workspace.stop.isMade {
            let choice = run.chosen[index], points = (run.points[index - 1], run.points[index])
            if let path = path(from: run.chosen[index - 1], to: choice.candidate, of: points, &workspace) {
                piece.paths.append(path)
            } else {
                pieces.append(piece)
                piece = MatchedRun(points: [], chosen: [], confidence: run.confidence)
            }
            piece.points.append(run.points[index])
            piece.chosen.append(choice)
        }
        pieces.append(piece)
        return pieces.filter { $0.points.count > 1 }
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
