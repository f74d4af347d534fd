import Atlas
package import GeoCore

/// A recorded track, to be laid on the streets.
package struct MatchQuestion: Sendable {
    package var points: [TracePoint]
    package var profile: Profile
    package var language: Language = .english
    /// Whether a pause of more than a minute ends a matching and begins another.
    package var splitsAtGaps = true
    /// Positions of the points at which legs begin and end, besides the ends of pieces: none makes each piece one leg.
    /// All when `nil`.
    package var stops: [Int]?
    /// More points than one track may have.
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

/// A track on the streets: in one piece, or several where it could not be joined.
package struct MatchedTrack: Sendable {
    package struct Piece: Sendable {
        /// One leg between each two points that were matched, unless `stops` are others.
        package var route: PlannedRoute
        /// The points of the question that the route's waypoints are.
        package var points: [Int]
        /// Positions in `points` at which its legs begin and end.
        package var stops: [Int]
        /// How well it fits, 0...1: the likelihood of each step beside that of a perfect one, as a geometric mean.
        package var confidence: Double
    }

    package var pieces: [Piece]
    /// For each point of the question how many other streets it could have been on; `nil` when it was left out.
    package var alternatives: [Int?]
}

/// A place on the streets where a fix may have been taken, and the way one was going.
struct MatchCandidate {
    var position: SnappedPosition
    var departures: [TravelGraph.Access]
    var arrivals: [TravelGraph.Access]
    /// The arc that one goes along; `nil` on foot, where one may turn anywhere.
    var arc: ArcID?
}

/// Fixes that were joined, and where they were taken.
struct MatchedRun {
    struct Choice {
        var candidate: MatchCandidate
        /// The millimetres of the way on from it, to the next one.
        var onward: UInt32
    }

    var points: [Int]
    var chosen: [Choice]
    /// See `MatchedTrack.Piece`.
    var confidence: Double
    /// The ways from each of the points to the next, once they are known (`joined`).
    var paths: [FoundPath] = []
}

/// Finds the likeliest way that a track was recorded on: a hidden Markov model whose states are streets near each fix,
/// with Gaussian errors of position and ways that are seldom much longer than the straight line (Newson and Krumm,
/// *Hidden Markov Map Matching Through Noise and Sparseness*, ACM GIS 2009), solved by Viterbi's algorithm.
struct TraceMatching {
    private let metric: Metric
    private let question: MatchQuestion
    private let candidates: [[MatchCandidate]]

    /// Streets farther away than this many deviations are not looked at.
    private static let searchedDeviations = 3.0
    private static let maximumCandidates = 10
    /// The mean excess of a way over the straight line, in metres.
    private static let excess = 10.0
    /// Ways on that are less likely by this logarithm than the likeliest known so far are not looked for: as unlikely
    /// as 250 m of detour.
    private static let beam = 25.0
    /// Seconds without a fix after which a track is cut.
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

    /// How the likeliest way to a candidate came there.
    private struct Label {
        var logarithm: Double
        /// The candidate of the point before it that was kept, `nil` where a piece begins.
        var before: Int?
        /// The millimetres of the way from there.
        var length: UInt32 = 0
    }

    /// A run of points that are joined: their candidates' labels, in order.
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

    /// The logarithm of the likelihood of a fix taken at the candidate, 0 without any error.
    private func likelihood(of candidate: MatchCandidate, at point: Int) -> Double {
        let deviations = candidate.position.distanceInMetres / max(0.1, question.points[point].deviationInMetres)
        return -0.5 * deviations * deviations
    }

    /// The likeliest ways on to the next point's candidates. The likelier a label, the earlier it is looked at: what is
    /// left then has mostly nothing to better, as no way makes a label likelier.
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
            // How long a way to the end may be that is worth looking for, in metres.
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
        // A point without error, and then a step and a point: what a perfect track would multiply.
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

    /// How many streets beside the chosen one a point could have been on; `nil` when there was none at all.
    func alternatives(at point: Int) -> Int? {
        var streets: [EdgeID] = []
        for candidate in candidates[point] where !streets.contains(candidate.position.edge) {
            streets.append(candidate.position.edge)
        }
        return streets.isEmpty ? nil : streets.count - 1
    }
}

// MARK: - Ways between two fixes

extension TraceMatching {
    /// The millimetres of the quickest way from a candidate to each of others among those no longer than so many
    /// metres; `nil` where there is none.
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

    /// A run with the ways between its points: cut, as where points cannot be joined, wherever a way should not be
    /// found again.
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

    /// The quickest way from one candidate to the next, of points that were joined.
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

    /// The millimetres from one candidate to another without leaving their street.
    private func along(_ start: MatchCandidate, _ end: MatchCandidate) -> UInt32? {
        guard start.position.edge == end.position.edge, start.arc == end.arc else { return nil }
        let length = metric.graph.network.edges[start.position.edge.rawValue].lengthMillimetres
        let from = start.position.partFromTail(of: length), to = end.position.partFromTail(of: length)
        // Parts may round to the same length on either side of each other.
        let isForward = start.position.fraction <= end.position.fraction
        let arc = isForward ? start.position.edge.forward : start.position.edge.backward
        guard start.position.fraction == end.position.fraction || start.arc ?? arc == arc,
            metric.graph.times[arc.rawValue] != .max
        else { return nil }
        return isForward ? to - from : from - to
    }

    /// Explores until the quickest way to each end is known, or too long, or so many states were looked at, and calls
    /// `found` with each end's best arrival. Returns how many were looked at.
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
                // The other ends are of no use beyond this one by as much.
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
                // A state that was come to, but not looked at, may be come to by another way.
                guard settled <= latest, !overflow, time < best?.time ?? .max,
                    UInt64(exploration.length(access.state)) + UInt64(access.millimetres) <= UInt64(longest)
                else { continue }
                best = (access, time)
            }
            if let best, !isLonger(best.time, than: start, ends[index]) { found(index, best.access, exploration) }
        }
        return states - left
    }

    /// Whether the way along one street is quicker than one that takes so long.
    private func isLonger(_ time: UInt32, than start: MatchCandidate, _ end: MatchCandidate) -> Bool {
        guard along(start, end) != nil else { return false }
        let direct = FoundPath.withinOneEdge(from: [start.position], to: [end.position], in: metric.graph)
        return direct.map { $0.timeMillis <= time } ?? false
    }

    /// Milliseconds for four times the straight line and half a kilometre.
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
