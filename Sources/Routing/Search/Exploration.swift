import Atlas
import GeoCore

extension SearchSide {
    /// Settles the states that can be reached from `departures` within `limit` milliseconds, earliest first, and calls
    /// `visit` with each and its time (Dijkstra's algorithm). Ends early when asked to stop.
    mutating func explore(
        _ graph: TravelGraph, from departures: [TravelGraph.Access], within limit: UInt32, until stop: StopRequest,
        _ visit: (UInt32, UInt32) -> Void
    ) {
        explore(graph, from: departures, within: limit, until: stop, visit) { _, _, _, _ in }
    }

    /// The same, and calls `setOut` with each arc that one may set out on from a state, the junction at its end, the
    /// time at which one is in the state, and the cost of the turn onto the arc.
    mutating func explore(
        _ graph: TravelGraph, from departures: [TravelGraph.Access], within limit: UInt32, until stop: StopRequest,
        _ visit: (UInt32, UInt32) -> Void, setOut: (ArcID, UInt32, UInt32, UInt32) -> Void
    ) {
        begin(graph, departures, within: limit)
        var steps = StepCounter(stop)
        while !queue.isEmpty {
            let (time, state) = queue.pop()
            guard time == self.time(state) else { continue }  // Reached earlier by another way since it was queued.
            if steps.mustStop() { return }
            visit(state, time)
            graph.forEachArc(from: state) { arc, head, turn, next in
                setOut(arc, head, time, turn)
                if let next { relax(next, turn + graph.times[arc.rawValue], from: state, time, within: limit) }
            }
        }
    }

    /// The same from the ends of ways: settles the states from which one comes to `arrivals` within `limit`
    /// milliseconds.
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

    /// The same over ways that are no longer than so many millimetres: `visit` is told each state, its time and the
    /// length of its way, and returns how long ways may be from then on, 0 to end.
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

    /// The states from one that the start leads to, up to `state`, which was reached.
    func path(to state: UInt32) -> [UInt32] {
        var path = [state]
        while case let before = via(path[path.count - 1]), before != Self.origin { path.append(before) }
        return path.reversed()
    }
}
