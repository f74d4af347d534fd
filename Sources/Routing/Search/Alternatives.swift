import Atlas
import GeoCore

extension Metric {
    /// Returns the quickest path and up to `count` worthwhile alternatives, quickest first.
    ///
    /// An alternative takes at most a quarter longer, shares at most four fifths of its time with each path before it,
    /// passes nothing twice, and does not run beside another path nearly all the time. It is locally optimal: each
    /// stretch of up to a quarter of the quickest path's time is itself a quickest path, so there are no needless
    /// detours (Abraham, Delling, Goldberg and Werneck, *Alternative Routes in Road Networks*, ACM JEA 18, 2013,
    /// section 3). The choice prefers quick and different paths. `RouteLabels` then removes routes that people could
    /// not distinguish.
    func alternatives(
        _ count: Int, from starts: [SnappedPosition], to ends: [SnappedPosition], _ search: inout HierarchySearch,
        until stop: StopRequest
    ) -> [FoundPath] {
        guard let best = quickest(from: starts, to: ends, &search) else { return [] }
        let departures = accesses(starts, graph.departures), arrivals = accesses(ends, graph.arrivals)
        let ways = search.viaPaths(
            in: hierarchy, from: seeds(departures), to: seeds(arrivals), upTo: Self.slack, count: Self.considered)
        let most = Self.mostShared * Double(best.timeMillis)
        var others: [(way: ViaPath, path: FoundPath, price: Double)] = []
        for way in ways where !stop.isMade {
            guard let path = path((way.weight, way.ranks), departures, arrivals), !passesTwice(path) else { continue }
            let shared = shared(path, with: best)
            if shared <= most { others.append((way, path, 2 * Double(way.weight) + shared)) }
        }
        others.sort { $0.price < $1.price }
        var chosen: [FoundPath] = [], beside = [cells(of: best)]
        for other in others where chosen.count < count && !stop.isMade {
            guard chosen.allSatisfy({ shared(other.path, with: $0) <= most }),
                !runsBeside(other.path, beside),
                isLocallyOptimal(other.way, within: best.timeMillis / 4, &search, stop)
            else { continue }
            chosen.append(other.path)
            beside.append(cells(of: other.path))
        }
        chosen.sort { $0.timeMillis < $1.timeMillis }
        return [best] + chosen
    }

    private static let slack = 0.25
    private static let mostShared = 0.8
    private static let considered = 100
    /// Two paths this near to each other, such as on the two sidewalks of a street, are one path. In metres.
    private static let sideInMetres = 25.0
    private static let mostBeside = 0.85
    /// The maximum number of cells of a path: longer paths are compared more coarsely.
    private static let mostCells = 4000.0

    /// Whether nearly all of a path lies beside one of the others.
    private func runsBeside(_ path: FoundPath, _ others: [LineCells]) -> Bool {
        let line = line(of: path)
        return others.contains { $0.share(of: line) > Self.mostBeside }
    }

    private func cells(of path: FoundPath) -> LineCells {
        let line = line(of: path)
        guard let home = line.first else { return LineCells() }
        let metres = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(inMetresTo: $1.1) }
        var cells = LineCells(
            around: home, sideInMetres: max(Self.sideInMetres, metres / Self.mostCells), homeInMetres: 0)
        cells.mark(line)
        return cells
    }

    /// Returns the points of a path's streets, with the whole streets at its ends.
    private func line(of path: FoundPath) -> [PointE7] {
        path.arcs.flatMap { arc in
            let points = graph.network.points(of: arc.edge)
            return arc.isBackward ? Array(points.reversed()) : Array(points)
        }
    }

    private func passesTwice(_ path: FoundPath) -> Bool {
        let edges = path.arcs.map { $0.edge.rawValue }.sorted()
        return zip(edges, edges.dropFirst()).contains { $0 == $1 }
    }

    /// Returns the milliseconds that two paths spend on the same arcs.
    private func shared(_ path: FoundPath, with other: FoundPath) -> Double {
        let arcs = other.arcs.map { $0.rawValue }.sorted()
        var millis = 0.0
        for arc in path.arcs {
            var low = 0, high = arcs.count
            while low < high {
                let middle = (low + high) / 2
                if arcs[middle] < arc.rawValue { low = middle + 1 } else { high = middle }
            }
            if low < arcs.count, arcs[low] == arc.rawValue { millis += Double(graph.times[arc.rawValue]) }
        }
        return millis
    }

    /// Whether each stretch of up to `millis` is the quickest path between its ends. Stretches that do not include the
    /// via node always are.
    private func isLocallyOptimal(
        _ way: ViaPath, within millis: UInt32, _ search: inout HierarchySearch, _ stop: StopRequest
    ) -> Bool {
        let passed = passed(way.ranks), via = way.via
        func isQuickest(_ first: Int, _ last: Int) -> Bool {
            let quickest = search.weight(
                in: hierarchy, from: [Seed(rank: way.ranks[first], weight: 0)],
                to: [Seed(rank: way.ranks[last], weight: 0)])
            return quickest == passed[last] - passed[first]
        }
        /// Returns the last node within `millis` after another.
        func end(from first: Int, _ millis: UInt32) -> Int {
            var last = first
            while last + 1 < passed.count, passed[last + 1] - passed[first] <= millis { last += 1 }
            return last
        }
        // A stretch of twice the length around the via node includes all of them.
        var first = via
        while first > 0, passed[via] - passed[first] < millis { first -= 1 }
        if isQuickest(first, min(passed.count - 1, end(from: via, millis) + 1)) { return true }
        // A detour usually shows in the middle, so begin there.
        let starts = first..<via, middle = starts.first { passed[via] - passed[$0] <= millis / 2 } ?? via
        for start in starts.sorted(by: { abs($0 - middle) < abs($1 - middle) }) {
            let last = end(from: start, millis)
            if stop.isMade || last > via && !isQuickest(start, last) { return false }
        }
        return true
    }

    /// Returns the milliseconds from the first node of a path to each.
    private func passed(_ ranks: [UInt32]) -> [UInt32] {
        let states = ranks.map { hierarchy.order.states[$0] }
        var passed: [UInt32] = [0]
        for (state, next) in zip(states, states.dropFirst()) {
            var millis: UInt32 = .max
            graph.forEachStep(from: state) { reached, time, _ in if reached == next { millis = min(millis, time) } }
            passed.append(passed[passed.count - 1] &+ millis)
        }
        return passed
    }
}
