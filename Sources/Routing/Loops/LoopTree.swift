import Atlas
import GeoCore

/// What a round walk is measured in, and on which streets.
struct LoopStreets {
    let graph: TravelGraph
    let isByLength: Bool

    var network: RoadNetwork { graph.network }

    /// Milliseconds or millimetres of an arc, as the goal counts.
    @inline(__always)
    func amount(of arc: ArcID, _ millis: UInt32) -> UInt32 {
        isByLength ? network.edges[arc.edge.rawValue].lengthMillimetres : millis
    }

    func amount(of access: TravelGraph.Access) -> UInt32 { isByLength ? access.millimetres : access.millis }

    /// Milliseconds of an amount at an even pace.
    func millis(ofAmount amount: UInt32) -> Double {
        // 5 and 4 km an hour.
        isByLength ? Double(amount) * (graph.profile == .wheelchair ? 0.9 : 0.72) : Double(amount)
    }
}

/// The least burdened ways from a place to all junctions around it, or from them to the place (Dijkstra's algorithm).
///
/// Its memory is kept between questions; a label counts only when it carries the stamp of the last growth.
struct LoopTree {
    private struct Label {
        var stamp: UInt32 = 0
        /// Milliseconds with the burden on them, by which ways are chosen.
        var cost: UInt32 = 0
        /// Milliseconds or millimetres without it.
        var amount: UInt32 = 0
        /// The arc that led here, or leads on from here; `root` for those that the place leads to.
        var via = root
    }

    private static let root = UInt32.max
    private var labels: [Label] = []
    private var stamp: UInt32 = 0
    /// The junctions reached, in the order of their costs.
    private(set) var settled: [UInt32] = []
    private var isBackward = false

    /// Grows anew from `roots` as far as `mostAmount`, over junctions that `isOfUse` with such an amount.
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
            guard label.cost == cost else { continue }  // Reached with less since it was queued.
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
        // Once in four thousand million growths, old stamps would come alive again.
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

    /// Milliseconds or millimetres between the place and a junction; `nil` for one that was not reached.
    func amount(_ node: UInt32) -> UInt32? {
        let label = labels[Int(node)]
        return label.stamp == stamp ? label.amount : nil
    }

    /// Milliseconds with the burden. The junction was reached.
    func cost(_ node: UInt32) -> UInt32 { labels[Int(node)].cost }

    /// The arc next to a junction that was reached on its way; `nil` where the place itself is next.
    func via(_ node: UInt32) -> ArcID? {
        let via = labels[Int(node)].via
        return via == Self.root ? nil : ArcID(via)
    }

    /// The arcs between the place and a junction that was reached, in the order of travel, and the junction next to the
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
