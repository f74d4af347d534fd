import Atlas
package import GeoCore

/// A recorded track, to be laid on the streets.
package struct MatchQuestion: Sendable {
    package var points: [TracePoint]
    package var profile: Profile
    package var language: Language = .english
    /// Whether a pause of more than a minute ends a matching and begins another.
    package var splitsAtGaps = true
    /// Whether a piece is one leg from its first point to its last, told as one way; otherwise there is a leg from point to point.
    package var makesOneLeg = false
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
        /// One leg between each two points that were matched.
        package var route: PlannedRoute
        /// The points of the question that the route's waypoints are.
        package var points: [Int]
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

/// Finds the likeliest way that a track was recorded on: a hidden Markov model whose states are streets near each fix, with Gaussian
/// errors of position and ways that are seldom much longer than the straight line (Newson and Krumm, *Hidden Markov Map Matching
/// Through Noise and Sparseness*, ACM GIS 2009), solved by Viterbi's algorithm.
struct TraceMatching {
    private let metric: Metric
    private let question: MatchQuestion
    private let candidates: [[MatchCandidate]]

    /// Streets farther away than this many deviations are not looked at.
    private static let searchedDeviations = 3.0
    private static let maximumCandidates = 10
    /// More states than lie between two fixes of any record worth matching, for one candidate and for all of a track together: bounds
    /// what a hostile one costs.
    private static let mostStates = 5000
    private static let mostStatesOfAll = 10_000_000
    private let mostStates: Int
    /// The mean excess of a way over the straight line, in metres.
    private static let excess = 10.0
    /// Seconds without a fix after which a track is cut.
    private static let gap = 60.0

    init(_ metric: Metric, _ question: MatchQuestion) {
        self.metric = metric
        self.question = question
        let graph = metric.graph, snapper = Snapper(graph)
        candidates = question.points.map { point in
            snapper.nearest(
                Self.maximumCandidates, to: point.coordinate,
                withinMetres: point.deviationInMetres * Self.searchedDeviations
            ).flatMap { Self.candidates(at: $0, graph) }
        }
        mostStates = min(Self.mostStates, Self.mostStatesOfAll / max(1, candidates.reduce(0) { $0 + $1.count }))
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
    }

    /// A run of points that are joined: their candidates' labels, in order.
    private struct Run {
        var points: [Int] = []
        var labels: [[Label]] = []
    }

    func match(_ workspace: inout RouteWorkspace) -> [(points: [Int], chosen: [MatchCandidate], confidence: Double)] {
        var runs: [Run] = [], run = Run()
        for point in candidates.indices where !candidates[point].isEmpty {
            guard let last = run.points.last, !isGap(from: last, to: point) else {
                runs.append(run)
                run = begin(at: point)
                continue
            }
            let labels = advance(run.labels[run.labels.count - 1], from: last, to: point, &workspace)
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

    private func advance(
        _ labels: [Label], from point: Int, to next: Int, _ workspace: inout RouteWorkspace
    ) -> [Label] {
        let straight = straight(point, next)
        var found = [Label](repeating: Label(logarithm: -.infinity, before: nil), count: candidates[next].count)
        for (index, label) in labels.enumerated() where label.logarithm > -.infinity {
            let start = candidates[point][index]
            let lengths = lengths(from: start, to: candidates[next], straight, &workspace.exploration)
            for (target, length) in lengths.enumerated() {
                guard let length else { continue }
                let logarithm = label.logarithm - (length - straight).magnitude / Self.excess
                if logarithm > found[target].logarithm { found[target] = Label(logarithm: logarithm, before: index) }
            }
        }
        for target in found.indices { found[target].logarithm += likelihood(of: candidates[next][target], at: next) }
        return found
    }

    private func straight(_ point: Int, _ next: Int) -> Double {
        question.points[point].coordinate.distance(inMetresTo: question.points[next].coordinate)
    }

    private func trace(_ run: Run) -> (points: [Int], chosen: [MatchCandidate], confidence: Double) {
        let last = run.labels[run.labels.count - 1]
        var index = last.indices.max { last[$0].logarithm < last[$1].logarithm } ?? 0
        // A point without error, and then a step and a point: what a perfect track would multiply.
        let confidence = Elementary.exponential(max(-700, last[index].logarithm / Double(run.points.count)))
        var chosen: [MatchCandidate] = []
        for position in run.points.indices.reversed() {
            chosen.append(candidates[run.points[position]][index])
            index = run.labels[position][index].before ?? 0
        }
        return (run.points, chosen.reversed(), confidence)
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
    /// The metres of the quickest way from a candidate to each of others; `nil` when it is much longer than the straight line, or there
    /// is none.
    private func lengths(
        from start: MatchCandidate, to ends: [MatchCandidate], _ straight: Double, _ exploration: inout SearchSide
    ) -> [Double?] {
        var lengths = ends.map { along(start, $0).map { Double($0) / 1000 } }
        explore(from: start, to: ends, straight, &exploration) { end, access, exploration in
            let states = exploration.path(to: access.state)
            var millimetres = Int64(access.millimetres)
            millimetres += Int64(start.departures.first { $0.state == states[0] }?.millimetres ?? 0)
            for (state, next) in zip(states, states.dropFirst()) {
                let arc = metric.graph.arc(from: state, to: next)
                millimetres += Int64(metric.graph.network.edges[arc.edge.rawValue].lengthMillimetres)
            }
            lengths[end] = Double(millimetres) / 1000
        }
        return lengths
    }

    /// The quickest way from one candidate to the next, of points that were joined.
    func path(
        from start: MatchCandidate, to end: MatchCandidate, of points: (Int, Int), _ workspace: inout RouteWorkspace
    ) -> FoundPath? {
        var direct: FoundPath?
        if along(start, end) != nil {
            direct = FoundPath.withinOneEdge(from: [start.position], to: [end.position], in: metric.graph)
        }
        var path = direct
        explore(from: start, to: [end], straight(points.0, points.1), &workspace.exploration) {
            _, access, exploration in
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
    private func along(_ start: MatchCandidate, _ end: MatchCandidate) -> Int64? {
        guard start.position.edge == end.position.edge, start.arc == end.arc else { return nil }
        let length = metric.graph.network.edges[start.position.edge.rawValue].lengthMillimetres
        let from = start.position.partFromTail(of: length), to = end.position.partFromTail(of: length)
        let isForward = from <= to
        let arc = isForward ? start.position.edge.forward : start.position.edge.backward
        guard from == to || start.arc ?? arc == arc, metric.graph.times[arc.rawValue] != .max else { return nil }
        return Int64(isForward ? to - from : from - to)
    }

    /// Explores until the quickest way to each end is known, or too long, and calls `found` with each end's best arrival.
    private func explore(
        from start: MatchCandidate, to ends: [MatchCandidate], _ straight: Double, _ exploration: inout SearchSide,
        _ found: (Int, TravelGraph.Access, borrowing SearchSide) -> Void
    ) {
        var awaited: [UInt32] = []
        for access in ends.lazy.flatMap({ $0.arrivals }) where !awaited.contains(access.state) {
            awaited.append(access.state)
        }
        var left = mostStates
        exploration.explore(metric.graph, from: start.departures, within: limit(straight)) { state, _ in
            if let index = awaited.firstIndex(of: state) { awaited.remove(at: index) }
            left -= 1
            return !awaited.isEmpty && left > 0
        }
        for (index, end) in ends.enumerated() {
            var best: (access: TravelGraph.Access, time: UInt32)?
            for access in end.arrivals {
                let (time, overflow) = exploration.time(access.state).addingReportingOverflow(access.millis)
                if !overflow, time < best?.time ?? .max { best = (access, time) }
            }
            if let best, !isLonger(best.time, than: start, ends[index]) { found(index, best.access, exploration) }
        }
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
