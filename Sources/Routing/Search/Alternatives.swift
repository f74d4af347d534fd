import Atlas

extension Metric {
    /// Returns the quickest path and up to `count` others worth choosing between.
    ///
    /// Another way takes at most 40 % longer, shares at most three quarters of its time with each one before it, passes nothing twice,
    /// and is itself the quickest around the place for which it was found, so that it makes no needless detour.
    func alternatives(
        _ count: Int, from starts: [SnappedPosition], to ends: [SnappedPosition], _ search: inout HierarchySearch
    ) -> [FoundPath] {
        guard let best = quickest(from: starts, to: ends, &search) else { return [] }
        let departures = accesses(starts, graph.departures), arrivals = accesses(ends, graph.arrivals)
        let ways = search.ways(
            in: hierarchy, from: seeds(departures), to: seeds(arrivals), upTo: Self.slack, count: Self.considered)
        var paths = [best]
        for way in ways where paths.count <= count {
            guard let path = path(way, departures, arrivals), !passesTwice(path),
                paths.allSatisfy({ shared(path, with: $0) <= Self.mostShared * Double(best.timeMillis) }),
                isQuickestInParts(way.ranks, of: best.timeMillis, &search)
            else { continue }
            paths.append(path)
        }
        return paths
    }

    private static let slack = 0.4
    private static let mostShared = 0.75
    private static let considered = 48

    private func passesTwice(_ path: FoundPath) -> Bool {
        let edges = path.arcs.map { $0.edge.rawValue }.sorted()
        return zip(edges, edges.dropFirst()).contains { $0 == $1 }
    }

    /// The milliseconds that two paths spend on the same arcs.
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

    /// Whether each stretch of the way that takes a quarter of the whole time is the quickest between its ends, looked at from an eighth
    /// to the next.
    private func isQuickestInParts(_ ranks: [UInt32], of whole: UInt32, _ search: inout HierarchySearch) -> Bool {
        let states = ranks.map { hierarchy.order.states[$0] }
        var passed: [UInt32] = [0]
        for (state, next) in zip(states, states.dropFirst()) {
            var millis: UInt32 = .max
            graph.forEachStep(from: state) { reached, time, _ in if reached == next { millis = min(millis, time) } }
            passed.append(passed[passed.count - 1] &+ millis)
        }
        let stretch = max(1, whole / 4), total = passed[passed.count - 1]
        var from: UInt32 = 0
        while true {
            let first = passed.firstIndex { $0 >= from } ?? 0
            let last = passed.firstIndex { $0 >= from &+ stretch } ?? passed.count - 1
            if first < last {
                let quickest = search.weight(
                    in: hierarchy, from: [Seed(rank: ranks[first], weight: 0)], to: [Seed(rank: ranks[last], weight: 0)]
                )
                if quickest != passed[last] - passed[first] { return false }
            }
            if from &+ stretch >= total { return true }
            from += stretch / 2 + 1
        }
    }
}
