import Atlas
import GeoCore

/// The memory of searches for round walks.
struct LoopMemory {
    /// The trees from the start, from a turning point, and back to the start.
    var out = LoopTree()
    var on = LoopTree()
    var back = LoopTree()
    var burden = LoopBurden()
}

/// Finds round walks of three paths: out to a turning point, on to a middle junction, and back. Each avoids the paths
/// before it.
///
/// It follows the partial shortest paths of Gemsa, Pajor, Wagner and Zündorf (*Efficient Computation of Jogging
/// Routes*, SEA 2013). Turning points lie on a ring around the start, and middle junctions on the onward paths with the
/// right length. Only promising walks are measured exactly.
struct LoopSearch {
    let streets: LoopStreets
    let starts: [SnappedPosition]
    /// Milliseconds or millimetres.
    let wanted: UInt32
    var network: RoadNetwork { streets.network }
    var graph: TravelGraph { streets.graph }

    /// A turning point: a junction, or a place that the walk passes.
    struct Turn {
        /// The index of the place; `nil` for a junction.
        var place: Int?
        /// The place's positions on the streets; empty for a junction.
        var positions: [SnappedPosition]
        /// The junction next to the place, seen from the start; the junction itself.
        var junction: UInt32
        /// The last arc to the place; `nil` for a junction.
        var arrival: TravelGraph.Access?
        /// The amount from the start, and the sector of its direction.
        var amount: UInt32
        var sector: Int
    }

    /// A round walk.
    struct Walk {
        /// The index of the place that it passes.
        var place: Int?
        var legPaths: [LegPath]
    }

    init(_ graph: TravelGraph, _ starts: [SnappedPosition], _ goal: LoopQuestion.Goal) {
        self.starts = starts
        switch goal {
        case .time(let millis):
            wanted = millis
            streets = LoopStreets(graph: graph, isByLength: false)
        case .length(let millimetres):
            wanted = millimetres
            streets = LoopStreets(graph: graph, isByLength: true)
        }
    }

    static let sectors = 12
    /// The number of measured walks of one turning point.
    static let measured = 4

    /// Returns a share of the wanted length.
    func share(_ share: Double) -> UInt32 { UInt32(Double(wanted) * share) }

    /// Returns the deviation of a length from the wanted length, as a share.
    func deviation(_ amount: UInt64) -> Double { (Double(amount) / Double(wanted) - 1).magnitude }

    func sector(_ node: UInt32) -> Int {
        let bearing = Coordinate(starts[0].point).bearing(to: Coordinate(network.points[node])) ?? 0
        return min(Self.sectors - 1, Int(bearing / (360 / Double(Self.sectors))))
    }

    // MARK: - Turning points

    /// Explores the streets around the start.
    func goOut(_ memory: inout LoopMemory, _ queue: inout TimeQueue, until stop: StopRequest) {
        memory.burden.clear(network, around: starts[0].point)
        memory.out.grow(
            streets, from: starts.flatMap { graph.departures(from: $0) }, backward: false, upTo: share(0.55),
            memory.burden, &queue, until: stop)
    }

    /// Returns the junctions outside dead ends: those that remain when the ends of dead ends are removed again and
    /// again. Streets at the rim of the explored area may lead on.
    func core(_ memory: LoopMemory) -> [Bool] {
        let out = memory.out
        var streetCount = [Int32](repeating: 0, count: network.points.count)
        var isCore = [Bool](repeating: false, count: network.points.count), ends: [UInt32] = []
        for node in out.settled {
            isCore[Int(node)] = true
            for slot in network.arcs(leaving: node) where isWalked(network.outArcs[slot], to: network.heads[slot]) {
                if network.heads[slot] != node { streetCount[Int(node)] += 1 }
            }
            if streetCount[Int(node)] < 2 { ends.append(node) }
        }
        while let end = ends.popLast() {
            guard isCore[Int(end)] else { continue }
            isCore[Int(end)] = false
            for slot in network.arcs(leaving: end) where isWalked(network.outArcs[slot], to: network.heads[slot]) {
                let next = Int(network.heads[slot])
                guard isCore[next] else { continue }
                streetCount[next] -= 1
                if streetCount[next] < 2 { ends.append(network.heads[slot]) }
            }
        }
        return isCore
    }

    private func isWalked(_ arc: UInt32, to head: UInt32) -> Bool {
        graph.times[arc] != .max && !network.isBlocked(head, for: graph.profile)
    }

    /// The distances of turning points from the start, as shares of the wanted length, best first: later ones are tried
    /// if earlier ones give no walk.
    static let turningShares = [1.0 / 3, 0.2, 0.45]

    /// Returns turning junctions: in each direction the one nearest to a share of the length, which may be far from it
    /// if there are few. Opposite directions follow each other.
    func turns(_ memory: LoopMemory, core: [Bool], at turning: Double) -> [Turn] {
        let ring = share(0.02)...share(0.55), goal = Int64(share(turning))
        var best = [Turn?](repeating: nil, count: Self.sectors)
        for node in memory.out.settled where core[Int(node)] {
            guard let amount = memory.out.amount(node), ring.contains(amount) else { continue }
            let sector = sector(node)
            if let known = best[sector],
                (Int64(known.amount) - goal).magnitude <= (Int64(amount) - goal).magnitude
            {
                continue
            }
            best[sector] = Turn(
                place: nil, positions: [], junction: node, arrival: nil, amount: amount, sector: sector)
        }
        return best.indices.compactMap { best[$0 * 5 % Self.sectors] }
    }

    /// Returns turning points at places that can be passed: in each direction those nearest to a third of the length
    /// first. They are in groups; later groups are tried if the first gives no walk.
    func turns(_ memory: LoopMemory, at places: [[SnappedPosition]]) -> [[Turn]] {
        var turns: [Turn] = []
        for (place, positions) in places.enumerated() where !positions.isEmpty {
            // A place on the start's own street is passed anyway, or cannot be distinguished.
            guard !positions.contains(where: { place in starts.contains { $0.edge == place.edge } }) else { continue }
            var best: Turn?
            for arrival in positions.flatMap({ graph.arrivals(at: $0) }) {
                guard let amount = memory.out.amount(arrival.state) else { continue }
                let total = amount + streets.amount(of: arrival)
                if total < best?.amount ?? share(0.55) {
                    best = Turn(
                        place: place, positions: positions, junction: arrival.state, arrival: arrival, amount: total,
                        sector: sector(arrival.state))
                }
            }
            if let best { turns.append(best) }
        }
        let third = Int64(wanted / 3)
        turns.sort { one, two in
            let distances = [one, two].map { (Int64($0.amount) - third).magnitude }
            return (distances[0], one.place ?? 0) < (distances[1], two.place ?? 0)
        }
        // The first of each direction, then the second of each, and so on.
        var rounds: [[Turn]] = [], seen = [Int](repeating: 0, count: Self.sectors)
        for turn in turns {
            if seen[turn.sector] == rounds.count { rounds.append([]) }
            rounds[seen[turn.sector]].append(turn)
            seen[turn.sector] += 1
        }
        let order = rounds.flatMap { $0 }.prefix(Self.sectors * Self.turningShares.count)
        return stride(from: 0, to: order.count, by: Self.sectors).map {
            Array(order.dropFirst($0).prefix(Self.sectors))
        }
    }
}
