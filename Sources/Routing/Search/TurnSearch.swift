import Atlas

/// Dijkstra's algorithm over the states of `TurnRules` instead of junctions: the quickest way that keeps to the
/// restrictions.
///
/// Several times the work of a search over junctions, so it runs only when that one's path breaks a rule. A path that
/// breaks none is the quickest anyway.
struct TurnSearch {
    let network: RoadNetwork
    let profile: Profile
    let rules: TurnRules

    /// The end of a path, so far the best.
    private struct Arrival {
        var time: UInt32
        var state: UInt32?
        var arc: UInt32 = 0
        var end = 0
    }

    /// Returns the quickest path from any of `starts` to any of `ends`; `nil` when there is none.
    func quickest(
        from starts: [SnappedPosition], to ends: [SnappedPosition], _ workspace: inout RouteWorkspace
    ) -> FoundPath? {
        workspace.prepareTurns(stateCount: rules.stateCount)
        for (index, start) in starts.enumerated() {
            let times = PartialTimes(start, network, profile), mark = SearchSide.origin | UInt32(index) << 1
            for (arc, time) in [
                (start.edge.forward, times.forward?.toHead), (start.edge.backward, times.backward?.toTail),
            ] {
                guard let time, time < workspace.turns.time(arc.rawValue) else { continue }
                workspace.turns.reach(arc.rawValue, time: time, via: mark | arc.rawValue & 1)
            }
        }
        let direct = FoundPath.withinOneEdge(from: starts, to: ends, of: network, profile)
        var arrival = Arrival(time: direct?.timeMillis ?? .max)
        while !workspace.turns.queue.isEmpty, workspace.turns.queue.earliest < UInt64(arrival.time) {
            let (time, state) = workspace.turns.queue.pop()
            guard time == workspace.turns.time(state) else { continue }
            settle(state, time, ends, &workspace.turns, &arrival)
        }
        guard let last = arrival.state else { return direct }
        return unpack(last, arrival, starts, workspace)
    }

    private func settle(
        _ state: UInt32, _ time: UInt32, _ ends: [SnappedPosition], _ side: inout SearchSide, _ arrival: inout Arrival
    ) {
        let arc = rules.arc(of: state), node = network.head(of: ArcID(arc)), times = network.layer(profile).times
        guard !network.isBlocked(node, for: profile) else { return }
        // One turns round where nothing else is left to do, and nowhere else.
        let isDeadEnd = !network.arcs(leaving: node).contains { slot in
            network.outArcs[slot] != arc ^ 1 && times[network.outArcs[slot]] != .max
        }
        for slot in network.arcs(leaving: node) {
            let next = network.outArcs[slot], travel = times[next]
            guard travel != .max, next != arc ^ 1 || isDeadEnd, rules.allow(next, after: state) else { continue }
            for (index, end) in ends.enumerated() where end.edge == ArcID(next).edge {
                let parts = PartialTimes(end, network, profile)
                guard let part = ArcID(next).isBackward ? parts.backward?.fromHead : parts.forward?.fromTail else {
                    continue
                }
                let (total, overflow) = time.addingReportingOverflow(part)
                if !overflow, total < arrival.time {
                    arrival = Arrival(time: total, state: state, arc: next, end: index)
                }
            }
            let (reached, overflow) = time.addingReportingOverflow(travel)
            let following = rules.next(next, after: state)
            guard !overflow, reached < side.time(following) else { continue }
            side.reach(following, time: reached, via: state)
        }
    }

    private func unpack(
        _ last: UInt32, _ arrival: Arrival, _ starts: [SnappedPosition], _ workspace: borrowing RouteWorkspace
    ) -> FoundPath {
        var arcs = [ArcID(arrival.arc)], state = last
        while true {
            arcs.append(ArcID(rules.arc(of: state)))
            let via = workspace.turns.via(state)
            if via & SearchSide.origin != 0 {
                arcs.reverse()
                return FoundPath(
                    start: Int((via & ~SearchSide.origin) >> 1), end: arrival.end, arcs: arcs, timeMillis: arrival.time)
            }
            state = via
        }
    }
}
