import Atlas

/// The arrays that a search of one profile touches, and its inner loops.
struct SearchGraph {
    let network: RoadNetwork
    let profile: Profile
    private let firstOut: Packed<UInt32>
    private let outArcs: Packed<UInt32>
    private let heads: Packed<UInt32>
    private let nodeFlags: Packed<UInt8>
    private let times: Packed<UInt32>
    private let blockedMask: UInt8

    init(_ network: RoadNetwork, _ profile: Profile) {
        self.network = network
        self.profile = profile
        firstOut = network.firstOut
        outArcs = network.outArcs
        heads = network.heads
        nodeFlags = network.nodeFlags
        times = network.layer(profile).times
        blockedMask = ProfileSet(profile).rawValue
    }

    /// Labels the junctions that a start leads to.
    func depart(_ start: SnappedPosition, _ index: Int, _ side: inout SearchSide) {
        let edge = network.edges[start.edge.rawValue], mark = SearchSide.origin | UInt32(index) << 1
        let times = PartialTimes(start, network, profile)
        if let forward = times.forward { seed(edge.head, forward.toHead, mark, &side) }
        if let backward = times.backward { seed(edge.tail, backward.toTail, mark | 1, &side) }
    }

    /// Labels the junctions that lead to an end.
    func arrive(_ end: SnappedPosition, _ index: Int, _ side: inout SearchSide) {
        let edge = network.edges[end.edge.rawValue], mark = SearchSide.origin | UInt32(index) << 1
        let times = PartialTimes(end, network, profile)
        if let forward = times.forward { seed(edge.tail, forward.fromTail, mark, &side) }
        if let backward = times.backward { seed(edge.head, backward.fromHead, mark | 1, &side) }
    }

    private func seed(_ node: UInt32, _ time: UInt32, _ via: UInt32, _ side: inout SearchSide) {
        guard nodeFlags[node] & blockedMask == 0, time < side.time(node) else { return }
        side.reach(node, time: time, via: via)
    }

    /// Settles nodes from both sides, always the earlier one, until no better meeting is possible.
    func meet(_ forward: inout SearchSide, _ backward: inout SearchSide, _ meeting: inout Meeting) {
        while !forward.queue.isEmpty, !backward.queue.isEmpty {
            let ahead = forward.queue.earliest, behind = backward.queue.earliest
            if ahead + behind >= UInt64(meeting.time) { return }
            if ahead <= behind {
                settle(&forward, against: backward, direction: 0, &meeting)
            } else {
                settle(&backward, against: forward, direction: 1, &meeting)
            }
        }
    }

    /// Takes the earliest node of `side` and relaxes its arcs; `direction` 1 follows them from head to tail.
    @inline(__always)
    private func settle(
        _ side: inout SearchSide, against other: borrowing SearchSide, direction: UInt32, _ meeting: inout Meeting
    ) {
        let (time, node) = side.queue.pop()
        guard time == side.time(node) else { return }  // Reached earlier by another way since it was queued.
        for slot in Int(firstOut[node])..<Int(firstOut[Int(node) &+ 1]) {
            let arc = outArcs[slot] ^ direction, travel = times[arc], head = heads[slot]
            let (reached, overflow) = time.addingReportingOverflow(travel)
            // Impassable arcs take UInt32.max: the sum overflows, or is not less than an unreached node's time.
            guard !overflow, reached < side.time(head), nodeFlags[head] & blockedMask == 0 else { continue }
            side.reach(head, time: reached, via: arc)
            meeting.consider(head, reached, other.time(head))
        }
    }
}
