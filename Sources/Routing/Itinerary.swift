import Atlas
import GeoCore

/// The path from one point of a question to the next.
struct LegPath {
    /// The positions where it may begin and end, with those that it uses.
    let starts: [SnappedPosition]
    let ends: [SnappedPosition]
    let path: FoundPath

    var start: SnappedPosition { starts[path.start] }
    var end: SnappedPosition { ends[path.end] }
}

/// The points of a question on the network, in the order of travel, and whether U-turns are allowed at each.
struct Itinerary {
    private let stops: [[SnappedPosition]]
    /// By point, whether the route must leave it in the direction of arrival.
    private let mustGoStraight: [Bool]
    /// Whether a U-turn is allowed anyway if there is no other route.
    private let mayTurnRound: Bool

    init(_ stops: [[SnappedPosition]], _ question: RouteQuestion) {
        self.stops = stops
        let isUsual = question.goesStraight ?? (question.profile == .car)
        mustGoStraight = stops.indices.map { $0 > 0 && $0 < stops.count - 1 && (isUsual || !question.isStop($0)) }
        mayTurnRound = question.goesStraight == nil && question.stops == nil
    }

    enum Result {
        /// The paths from point to point, quickest choice first.
        case found([[LegPath]])
        /// There is no path from the point with this index to the next.
        case noPath(leg: Int)
    }

    /// Returns the quickest paths from point to point; between two points, also up to `alternatives` others.
    func legPaths(
        alternatives: Int, _ metric: Metric, _ search: inout HierarchySearch, until stop: StopRequest
    ) -> Result {
        if alternatives > 0, stops.count == 2 {
            let found = metric.alternatives(alternatives, from: stops[0], to: stops[1], &search, until: stop)
            return found.isEmpty
                ? .noPath(leg: 0) : .found(found.map { [LegPath(starts: stops[0], ends: stops[1], path: $0)] })
        }
        guard mustGoStraight.contains(true) else { return legPaths(through: stops, metric, &search, stop) }
        switch straight(metric, &search, stop) {
        case .success(let chosen): return legPaths(through: chosen, metric, &search, stop)
        case .failure(let failure):
            return mayTurnRound ? legPaths(through: stops, metric, &search, stop) : .noPath(leg: failure.leg)
        }
    }

    private func legPaths(
        through stops: [[SnappedPosition]], _ metric: Metric, _ search: inout HierarchySearch, _ stop: StopRequest
    ) -> Result {
        var legPaths: [LegPath] = []
        for (leg, (starts, ends)) in zip(stops, stops.dropFirst()).enumerated() {
            guard !stop.isMade, let path = metric.quickest(from: starts, to: ends, &search) else {
                return .noPath(leg: leg)
            }
            legPaths.append(LegPath(starts: starts, ends: ends, path: path))
        }
        return .found([legPaths])
    }

    private struct NoPath: Error {
        let leg: Int
    }

    /// Chooses the position and direction at each point so that the whole route is quickest: tables from each point's
    /// choices to those of the next, and the quickest path through them (dynamic programming).
    private func straight(
        _ metric: Metric, _ search: inout HierarchySearch, _ stop: StopRequest
    ) -> Swift.Result<[[SnappedPosition]], NoPath> {
        let choices = zip(stops, mustGoStraight).map { $1 ? Self.directed($0) : [$0] }
        var times: [[UInt64?]] = [choices[0].map { _ in 0 }], before: [[Int]] = [[]]
        for (leg, (sources, targets)) in zip(choices, choices.dropFirst()).enumerated() {
            let table = metric.table(from: sources, to: targets, withLengths: false, &search, until: stop)
            var best = [UInt64?](repeating: nil, count: targets.count), from = [Int](repeating: 0, count: targets.count)
            for source in sources.indices {
                guard let time = times[leg][source] else { continue }
                for target in targets.indices {
                    let millis = table.millis[source * targets.count + target]
                    guard millis != .max, time + UInt64(millis) < best[target] ?? .max else { continue }
                    best[target] = time + UInt64(millis)
                    from[target] = source
                }
            }
            guard best.contains(where: { $0 != nil }) else { return .failure(NoPath(leg: leg)) }
            times.append(best)
            before.append(from)
        }
        let last = choices.count - 1
        var choice = times[last].indices.min { times[last][$0] ?? .max < times[last][$1] ?? .max } ?? 0
        var chosen: [[SnappedPosition]] = []
        for point in choices.indices.reversed() {
            chosen.append(choices[point][choice])
            if point > 0 { choice = before[point][choice] }
        }
        return .success(chosen.reversed())
    }

    /// Returns each direction of each position separately.
    private static func directed(_ positions: [SnappedPosition]) -> [[SnappedPosition]] {
        positions.prefix(fewPositions).flatMap { position in
            [
                [position.narrowed(forward: true, backward: false)],
                [position.narrowed(forward: false, backward: true)],
            ]
        }
    }

    /// The maximum number of streets to try at a point where streets meet: each costs a search.
    private static let fewPositions = 8
}

extension RouteQuestion {
    /// Whether a leg begins at the point with this index.
    func isStop(_ point: Int) -> Bool { stops?.contains(point) ?? true }
}

extension [RouteSpan] {
    /// Appends the spans of a route that continues straight where this one ends.
    mutating func `continue`(with spans: [RouteSpan]) {
        guard let last, let next = spans.first, last.arc == next.arc else {
            append(contentsOf: spans)
            return
        }
        self[count - 1].lengthMillimetres += next.lengthMillimetres
        self[count - 1].timeMillis += next.timeMillis
        self[count - 1].lastPoint = next.lastPoint
        append(contentsOf: spans.dropFirst())
    }
}
