import Atlas
import GeoCore

/// Finds the most likely route of a recorded track by a hidden Markov model, solved with Viterbi's algorithm.
///
/// The states are streets near each fix, with Gaussian position errors, and with paths that are rarely much longer than
/// the straight line (Newson and Krumm, *Hidden Markov Map Matching Through Noise and Sparseness*, ACM GIS 2009).
struct TraceMatching {
    let metric: Metric
    let question: MatchQuestion
    private let candidates: [[MatchCandidate]]

    /// Streets farther than this many deviations from a fix are not candidates.
    private static let searchedDeviations = 3.0
    private static let maximumCandidates = 10
    /// The mean excess of a path over the straight line, in metres.
    static let excess = 10.0
    /// The beam width: paths that are less likely than the best known so far by more than this logarithm are not
    /// searched. It corresponds to a detour of 250 m.
    static let beam = 25.0
    /// After this many seconds without a fix, a track is split.
    private static let gap = 60.0

    init(_ metric: Metric, _ question: MatchQuestion, until stop: StopRequest) {
        self.metric = metric
        self.question = question
        let graph = metric.graph, snapper = Snapper(graph)
        // Tracks know no level, and lead over skywalks, too.
        var options = SnapOptions()
        options.mayLeaveGround = true
        candidates = question.points.map { point in
            stop.isMade
                ? []
                : snapper.nearest(
                    Self.maximumCandidates, to: point.coordinate,
                    withinMetres: point.deviationInMetres * Self.searchedDeviations, options
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
        /// The candidate of the kept point before it, `nil` at the beginning of a run.
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

    /// Returns the distance between two fixes, in metres.
    func straight(_ point: Int, _ next: Int) -> Double {
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
