import Atlas

/// The streets as one profile uses them now, with the hierarchy that finds quickest paths.
struct Metric: Sendable {
    let graph: TravelGraph
    let hierarchy: Hierarchy

    /// Returns the quickest path from any of `starts` to any of `ends`, or `nil` if there is none.
    func quickest(
        from starts: [SnappedPosition], to ends: [SnappedPosition], _ search: inout HierarchySearch
    ) -> FoundPath? {
        let departures = accesses(starts, graph.departures), arrivals = accesses(ends, graph.arrivals)
        let direct = FoundPath.withinOneEdge(from: starts, to: ends, in: graph)
        guard let found = search.path(in: hierarchy, from: seeds(departures), to: seeds(arrivals)),
            found.weight < direct?.timeMillis ?? .max
        else { return direct }
        return path(found, departures, arrivals) ?? direct
    }

    /// Returns the arcs of a path that a search found between accesses, with the quickest access at each end.
    func path(
        _ way: (weight: UInt32, ranks: [UInt32]), _ departures: [Numbered], _ arrivals: [Numbered]
    ) -> FoundPath? {
        var states = way.ranks.map { hierarchy.order.states[$0] }[...]
        guard var start = best(departures, at: states.first), var end = best(arrivals, at: states.last) else {
            return nil
        }
        // A start at a junction uses the path's own first arc, and not a zero-length part of another street; the end
        // likewise.
        if start.access.millimetres == 0, let next = best(departures, at: states.dropFirst().first),
            graph.arcs(along: Array(states.prefix(2))) == [next.access.arc]
        {
            start = next
            states.removeFirst()
        }
        if end.access.millimetres == 0, let before = best(arrivals, at: states.dropLast().last),
            graph.arcs(along: Array(states.suffix(2))) == [before.access.arc]
        {
            end = before
            states.removeLast()
        }
        return FoundPath(
            start: start.index, end: end.index,
            arcs: [start.access.arc] + graph.arcs(along: Array(states)) + [end.access.arc], timeMillis: way.weight)
    }

    /// Returns the milliseconds of the quickest path between states; `nil` if there is none.
    func millis(
        from starts: [TravelGraph.Access], to ends: [TravelGraph.Access], _ search: inout HierarchySearch
    ) -> UInt32? {
        search.weight(in: hierarchy, from: starts.compactMap { seed($0) }, to: ends.compactMap { seed($0) })
    }

    /// An access to the graph, with the index of its position.
    typealias Numbered = (index: Int, access: TravelGraph.Access)

    func accesses(
        _ positions: [SnappedPosition], _ accesses: (SnappedPosition) -> [TravelGraph.Access]
    ) -> [Numbered] {
        positions.enumerated().flatMap { index, position in accesses(position).map { (index, $0) } }
    }

    func seeds(_ accesses: [Numbered]) -> [Seed] { accesses.compactMap { seed($0.access) } }

    func seed(_ access: TravelGraph.Access) -> Seed? {
        let rank = hierarchy.order.ranks[Int(access.state)]
        return rank == .max ? nil : Seed(rank: rank, weight: access.millis)
    }

    private func best(_ accesses: [Numbered], at state: UInt32?) -> Numbered? {
        var best: Numbered?
        for access in accesses where access.access.state == state {
            if access.access.millis < best?.access.millis ?? .max { best = access }
        }
        return best
    }
}
