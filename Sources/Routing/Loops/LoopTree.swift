import Atlas
import GeoCore

/// The streets of a round walk, and the unit of its length.
struct LoopStreets {
    let graph: TravelGraph
    let isByLength: Bool

    var network: RoadNetwork { graph.network }

    /// Returns the milliseconds or millimetres of an arc, in the goal's unit.
    @inline(__always)
    func amount(of arc: ArcID, _ millis: UInt32) -> UInt32 {
        isByLength ? network.edges[arc.edge.rawValue].lengthMillimetres : millis
    }

    func amount(of access: TravelGraph.Access) -> UInt32 { isByLength ? access.millimetres : access.millis }

    /// Returns the milliseconds of an amount at a constant pace.
    func millis(ofAmount amount: UInt32) -> Double {
        // 5 and 4 km an hour.
        isByLength ? Double(amount) * (graph.profile == .wheelchair ? 0.9 : 0.72) : Double(amount)
    }
}

/// The paths with the least penalised time from a place to all junctions around it, or from them to the place
/// (Dijkstra's algorithm).
///
/// Its memory is kept between requests; a label is valid only if it has the stamp of the last growth.
struct LoopTree {
    private struct Label {
        var stamp: UInt32 = 0
        /// Milliseconds with penalties, which decide between paths.
        var cost: UInt32 = 0
        /// Milliseconds or millimetres without penalties.
        var amount: UInt32 = 0
        /// The arc that leads here, or onward from here; `root` at a junction next to the place.
        var via = root
    }

    private static let root = UInt32.max
    private var labels: [Label] = []
    private var stamp: UInt32 = 0
    /// The junctions reached, in the order of their costs.
    private(set) var settled: [UInt32] = []
    private var isBackward = false

    /// Grows a new tree from `roots` up to `mostAmount`, through junctions that `isOfUse` accepts with their amount.
    mutating func grow(
        _ streets: LoopStreets, from roots: [TravelGraph.Access], backward: Bool, upTo mostAmount: UInt32,
        _ burden: LoopBurden, _ queue: inout TimeQueue, until stop: StopRequest,
        while isOfUse: (UInt32, UInt64) -> Bool = { _, _ in true }
    ) {
        reset(nodeCount: streets.network.points.count)
        isBackward = backward
        queue.removeAll()
        for root in roots {
            let amount = streets.amount(of: root)
            if amount <= mostAmount { reach(root.state, root.millis, amount, Self.root, &queue) }
        }
        let network = streets.network, profile = streets.graph.profile
        var steps = StepCounter(stop)
        while !queue.isEmpty {
            let (cost, node) = queue.pop()
            let label = labels[Int(node)]
            guard label.cost == cost else { continue }  // Reached at a lower cost since it was queued.
            if steps.mustStop() { return }
            settled.append(node)
            for slot in network.arcs(leaving: node) {
                let arc = ArcID(backward ? network.outArcs[slot] ^ 1 : network.outArcs[slot])
                let millis = streets.graph.times[arc.rawValue], next = network.heads[slot]
                guard millis != .max, !network.isBlocked(next, for: profile) else { continue }
                let amount = UInt64(label.amount) + UInt64(streets.amount(of: arc, millis))
                guard amount <= UInt64(mostAmount), isOfUse(next, amount) else { continue }
                let burdened = UInt64(cost) + burden.cost(of: arc, millis, towards: network.points[next])
                guard burdened < UInt64(UInt32.max) else { continue }
                reach(next, UInt32(burdened), UInt32(amount), arc.rawValue, &queue)
            }
        }
    }

    private mutating func reset(nodeCount: Int) {
        if labels.count < nodeCount { labels = [Label](repeating: Label(), count: nodeCount) }
        settled.removeAll(keepingCapacity: true)
        stamp &+= 1
        guard stamp == 0 else { return }
        // After four thousand million growths the stamps repeat, so old labels must go.
        labels = [Label](repeating: Label(), count: labels.count)
        stamp = 1
    }

    private mutating func reach(
        _ node: UInt32, _ cost: UInt32, _ amount: UInt32, _ via: UInt32, _ queue: inout TimeQueue
    ) {
        let label = labels[Int(node)]
        guard label.stamp != stamp || cost < label.cost else { return }
        labels[Int(node)] = Label(stamp: stamp, cost: cost, amount: amount, via: via)
        queue.push(time: cost, node: node)
    }

    /// Returns the milliseconds or millimetres between the place and a junction; `nil` if the junction was not reached.
    func amount(_ node: UInt32) -> UInt32? {
        let label = labels[Int(node)]
        return label.stamp == stamp ? label.amount : nil
    }

    /// Returns the milliseconds with penalties; the junction must have been reached.
    func cost(_ node: UInt32) -> UInt32 { labels[Int(node)].cost }

    /// Returns the arc next to a reached junction on its path; `nil` if the place itself is next.
    func via(_ node: UInt32) -> ArcID? {
        let via = labels[Int(node)].via
        return via == Self.root ? nil : ArcID(via)
    }

    /// Returns the arcs between the place and a reached junction, in the order of travel, and the junction next to the
    /// place.
    func path(_ node: UInt32, _ network: RoadNetwork) -> (arcs: [ArcID], root: UInt32) {
        var arcs: [ArcID] = [], node = node
        while let arc = via(node) {
            arcs.append(arc)
            node = isBackward ? network.head(of: arc) : network.tail(of: arc)
        }
        return (isBackward ? arcs : arcs.reversed(), node)
    }
}
