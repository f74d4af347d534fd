extension SearchSide {
    /// Settles the states that can be reached from `departures` within `limit` milliseconds, earliest first, and calls `visit` with
    /// each and its time, until that returns `false` (Dijkstra's algorithm).
    mutating func explore(
        _ graph: TravelGraph, from departures: [TravelGraph.Access], within limit: UInt32,
        _ visit: (UInt32, UInt32) -> Bool
    ) {
        if nodeCount < graph.stateCount { self = SearchSide(nodeCount: graph.stateCount) }
        reset()
        for departure in departures where departure.millis <= limit && departure.millis < time(departure.state) {
            reach(departure.state, time: departure.millis, via: Self.origin)
        }
        while !queue.isEmpty {
            let (time, state) = queue.pop()
            guard time == self.time(state) else { continue }  // Reached earlier by another way since it was queued.
            guard visit(state, time) else { return }
            graph.forEachStep(from: state) { next, millis, _ in
                let (reached, overflow) = time.addingReportingOverflow(millis)
                guard !overflow, reached <= limit, reached < self.time(next) else { return }
                reach(next, time: reached, via: state)
            }
        }
    }

    /// The states from one that the start leads to, up to `state`, which was reached.
    func path(to state: UInt32) -> [UInt32] {
        var path = [state]
        while case let before = via(path[path.count - 1]), before != Self.origin { path.append(before) }
        return path.reversed()
    }
}
