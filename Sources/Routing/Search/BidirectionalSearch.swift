import Atlas

/// Dijkstra's algorithm from both ends at once (stopping rule: Nicholson, The Computer Journal 9, 1966).
struct BidirectionalSearch {
    let network: RoadNetwork
    let graph: SearchGraph

    init(_ network: RoadNetwork, _ profile: Profile) {
        self.network = network
        graph = SearchGraph(network, profile)
    }

    /// Returns the quickest path from any of `starts` to any of `ends`, or `nil` when there is none.
    ///
    /// Afterwards the workspace holds the times of the nodes reached from either side.
    func quickest(
        from starts: [SnappedPosition], to ends: [SnappedPosition], _ workspace: inout RouteWorkspace
    ) -> FoundPath? {
        workspace.prepare(nodeCount: network.points.count)
        for (index, start) in starts.enumerated() { graph.depart(start, index, &workspace.forward) }
        for (index, end) in ends.enumerated() { graph.arrive(end, index, &workspace.backward) }
        let direct = FoundPath.withinOneEdge(from: starts, to: ends, of: network, graph.profile)
        var meeting = Meeting(time: direct?.timeMillis ?? .max)
        for end in ends {
            let edge = network.edges[end.edge.rawValue]
            for node in [edge.tail, edge.head] {
                meeting.consider(node, workspace.forward.time(node), workspace.backward.time(node))
            }
        }
        graph.meet(&workspace.forward, &workspace.backward, &meeting)
        guard let node = meeting.node else { return direct }
        return unpack(node, meeting.time, starts, ends, workspace)
    }

    /// Follows the labels from the meeting node to both ends.
    private func unpack(
        _ meeting: UInt32, _ time: UInt32, _ starts: [SnappedPosition], _ ends: [SnappedPosition],
        _ workspace: borrowing RouteWorkspace
    ) -> FoundPath {
        var arcs: [ArcID] = []
        var via = workspace.forward.via(meeting)
        while via & SearchSide.origin == 0 {
            arcs.append(ArcID(via))
            via = workspace.forward.via(network.tail(of: ArcID(via)))
        }
        let start = Int((via & ~SearchSide.origin) >> 1)
        arcs.append(ArcID(starts[start].edge.rawValue << 1 | via & 1))
        arcs.reverse()
        via = workspace.backward.via(meeting)
        while via & SearchSide.origin == 0 {
            arcs.append(ArcID(via))
            via = workspace.backward.via(network.head(of: ArcID(via)))
        }
        let end = Int((via & ~SearchSide.origin) >> 1)
        arcs.append(ArcID(ends[end].edge.rawValue << 1 | via & 1))
        return FoundPath(start: start, end: end, arcs: arcs, timeMillis: time)
    }
}

/// The best node for both sides of a search to meet at, so far.
struct Meeting {
    var time: UInt32
    var node: UInt32?

    @inline(__always)
    mutating func consider(_ node: UInt32, _ ahead: UInt32, _ behind: UInt32) {
        let (total, overflow) = ahead.addingReportingOverflow(behind)
        guard !overflow, total < time else { return }
        time = total
        self.node = node
    }
}
