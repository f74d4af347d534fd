import Atlas
import GeoCore

extension Metric {
    /// Returns the streets within each of `limits` millimetres along the quickest paths from `starts`, or to them.
    ///
    /// - Complexity: an exploration of the area that a slow walker reaches within the largest limit.
    func reach(
        _ direction: ReachDirection = .from, _ starts: [SnappedPosition], withinMillimetres limits: [UInt32],
        _ workspace: inout RouteWorkspace
    ) -> [Reach] {
        let slowest = UInt32(clamping: Int64(Double(limits.max() ?? 0) * Self.slowestPace))
        var settled: [UInt32] = []
        let accesses: [TravelGraph.Access], stop = workspace.stop
        switch direction {
        case .from:
            accesses = starts.flatMap { graph.departures(from: $0) }
            workspace.exploration.explore(graph, from: accesses, within: slowest, until: stop) { state, _ in
                settled.append(state)
            }
        case .to:
            accesses = starts.flatMap { graph.arrivals(at: $0) }
            workspace.exploration.exploreBack(graph, to: accesses, within: slowest, until: stop) { state, _ in
                settled.append(state)
            }
        }
        if stop.isMade { return [] }
        let lengths = lengths(direction, of: settled, accesses, workspace.exploration)
        workspace.cover.prepare(edgeCount: graph.network.edges.count)
        return limits.map { limit in
            var steps = StepCounter(stop)
            for (state, length) in zip(settled, lengths) where length <= UInt64(limit) {
                if steps.mustStop() { break }
                let left = UInt64(limit) - length
                switch direction {
                case .from: graph.forEachArc(from: state) { arc, _, _, _ in cover(arc, with: left, &workspace.cover) }
                case .to: graph.forEachArc(into: state) { cover($0.reversed, with: left, &workspace.cover) }
                }
            }
            var pieces = workspace.cover.collect()
            for start in starts { pieces.unite(around: start, millimetres: limit, graph, direction) }
            return Reach(limit: limit, pieces: pieces)
        }
    }

    /// Milliseconds for a millimetre at 1 km an hour, the slowest pace of any long stretch.
    private static let slowestPace = 3.6

    /// Returns the millimetres of the quickest paths to states, or from them; the states are in the order of their
    /// times.
    private func lengths(
        _ direction: ReachDirection, of settled: [UInt32], _ accesses: [TravelGraph.Access],
        _ exploration: borrowing SearchSide
    ) -> [UInt64] {
        var known = [UInt64](repeating: .max, count: graph.stateCount)
        return settled.map { state in
            let before = exploration.via(state)
            if before == SearchSide.origin {
                var quickest: TravelGraph.Access?
                for access in accesses where access.state == state {
                    if access.millis < quickest?.millis ?? .max { quickest = access }
                }
                known[Int(state)] = UInt64(quickest?.millimetres ?? 0)
            } else {
                let arc = direction == .from ? graph.arc(from: before, to: state) : graph.arc(from: state, to: before)
                known[Int(state)] =
                    known[Int(before)] + UInt64(graph.network.edges[arc.edge.rawValue].lengthMillimetres)
            }
            return known[Int(state)]
        }
    }

    /// Covers as much of an arc as the remaining length allows.
    private func cover(_ arc: ArcID, with left: UInt64, _ cover: inout ReachCover) {
        let whole = UInt64(graph.network.edges[arc.edge.rawValue].lengthMillimetres)
        let share = whole == 0 ? 65_535 : min(65_535, left * 65_535 / whole)
        if share > 0 { cover.cover(arc, upTo: UInt16(share)) }
    }
}

extension [ReachPiece] {
    /// Adds the covered part of a start's own edge.
    fileprivate mutating func unite(
        around start: SnappedPosition, millimetres limit: UInt32, _ graph: TravelGraph, _ direction: ReachDirection
    ) {
        let whole = UInt64(graph.network.edges[start.edge.rawValue].lengthMillimetres)
        let here = UInt64(start.fraction), parts = PartialTimes(start, graph)
        let share = whole == 0 ? 65_535 : UInt64(limit) * 65_535 / whole
        let mayForward = parts.forward != nil, mayBackward = parts.backward != nil
        let reachesTail = direction == .from ? mayBackward : mayForward
        let reachesHead = direction == .from ? mayForward : mayBackward
        let from = reachesTail ? here - Swift.min(here, share) : here
        let to = reachesHead ? Swift.min(65_535, here + share) : here
        if from < to { unite(with: ReachPiece(edge: start.edge, from: UInt16(from), to: UInt16(to))) }
    }
}
