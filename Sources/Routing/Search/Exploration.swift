import Atlas
import GeoCore

extension SearchSide {
    /// Settles the states reachable from `departures` within `limit` milliseconds, earliest first, and calls `visit`
    /// with each and its time (Dijkstra's algorithm). Ends early on a stop request.
    mutating func explore(
        _ graph: TravelGraph, from departures: [TravelGraph.Access], within limit: UInt32, until stop: StopRequest,
        _ visit: (UInt32, UInt32) -> Void
    ) {
        explore(graph, from: departures, within: limit, until: stop, visit) { _, _, _, _ in }
    }

    /// Does the same, and calls `setOut` with each arc that may follow a state, the junction at its end, the time in
    /// the state, and the cost of the turn onto the arc.
    mutating func explore(
        _ graph: TravelGraph, from departures: [TravelGraph.Access], within limit: UInt32, until stop: StopRequest,
        _ visit: (UInt32, UInt32) -> Void, setOut: (ArcID, UInt32, UInt32, UInt32) -> Void
    ) {
        begin(graph, departures, within: limit)
        var steps = StepCounter(stop)
        while !queue.isEmpty {
            let (time, state) = queue.pop()
            guard time == self.time(state) else { continue }  // Reached earlier by another path since it was queued.
            if steps.mustStop() { return }
            visit(state, time)
            graph.forEachArc(from: state) { arc, head, turn, next in
                setOut(arc, head, time, turn)
                if let next { relax(next, turn + graph.times[arc.rawValue], from: state, time, within: limit) }
            }
        }
    }

    /// Does the same backwards: settles the states from which `arrivals` are reachable within `limit` milliseconds.
    mutating func exploreBack(
        _ graph: TravelGraph, to arrivals: [TravelGraph.Access], within limit: UInt32, until stop: StopRequest,
        _ visit: (UInt32, UInt32) -> Void
    ) {
        begin(graph, arrivals, within: limit)
        var steps = StepCounter(stop)
        while !queue.isEmpty {
            let (time, state) = queue.pop()
            guard time == self.time(state) else { continue }
            if steps.mustStop() { return }
            visit(state, time)
            graph.forEachStep(into: state) { before, millis in relax(before, millis, from: state, time, within: limit) }
        }
    }

    /// Does the same for paths up to a length in millimetres: `visit` gets each state, its time and the length of its
    /// path, and returns the new length limit, 0 to end.
    mutating func exploreShort(
        _ graph: TravelGraph, from departures: [TravelGraph.Access], within limit: UInt32, noLongerThan longest: UInt32,
        until stop: StopRequest, _ visit: (UInt32, UInt32, UInt32) -> UInt32
    ) {
        begin(graph, departures, within: limit, noLongerThan: longest)
        var longest = longest, steps = StepCounter(stop)
        while !queue.isEmpty {
            let (time, state) = queue.pop()
            guard time == self.time(state) else { continue }
            if steps.mustStop() { return }
            let length = self.length(state)
            longest = min(longest, visit(state, time, length))
            guard longest > 0 else { return }
            graph.forEachStep(from: state) { next, millis, arc in
                let (whole, isTooLong) = length.addingReportingOverflow(
                    graph.network.edges[arc.edge.rawValue].lengthMillimetres)
                guard !isTooLong, whole <= longest else { return }
                relax(next, millis, from: state, time, within: limit, length: whole)
            }
        }
    }

    private mutating func begin(
        _ graph: TravelGraph, _ accesses: [TravelGraph.Access], within limit: UInt32,
        noLongerThan longest: UInt32 = .max
    ) {
        if nodeCount < graph.stateCount { self = SearchSide(nodeCount: graph.stateCount) }
        reset()
        for access in accesses
        where access.millis <= limit && access.millis < time(access.state) && access.millimetres <= longest {
            reach(access.state, time: access.millis, via: Self.origin, length: access.millimetres)
        }
    }

    @inline(__always)
    private mutating func relax(
        _ next: UInt32, _ millis: UInt32, from state: UInt32, _ time: UInt32, within limit: UInt32, length: UInt32 = 0
    ) {
        let (reached, overflow) = time.addingReportingOverflow(millis)
        guard !overflow, reached <= limit, reached < self.time(next) else { return }
        reach(next, time: reached, via: state, length: length)
    }

    /// Returns the states of the path to `state`, which must have been reached, from its first.
    func path(to state: UInt32) -> [UInt32] {
        var path = [state]
        while case let before = via(path[path.count - 1]), before != Self.origin { path.append(before) }
        return path.reversed()
    }
}
