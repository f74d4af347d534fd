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
    private let wanted: UInt32
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
    /// The number of considered middle junctions, in addition to those of each direction.
    private static let considered = 80

    private func share(_ share: Double) -> UInt32 { UInt32(Double(wanted) * share) }

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

    // MARK: - Walks

    /// Returns walks with a turning point whose length may be right, most promising first; otherwise the walk nearest
    /// to that.
    func walks(
        by turn: Turn, core: [Bool], _ memory: inout LoopMemory, _ queue: inout TimeQueue, until stop: StopRequest
    ) -> [Walk] {
        let (out, root) = memory.out.path(turn.junction, network)
        guard let departure = departure(at: root) else { return [] }
        memory.burden.clear(network, around: starts[0].point)
        memory.burden.add(out + [turn.arrival?.arc].compactMap { $0 }, network)
        let roots =
            turn.positions.isEmpty
            ? [TravelGraph.Access(state: turn.junction, millis: 0, arc: ArcID(.max))]
            : turn.positions.flatMap { graph.departures(from: $0) }
        // Excludes junctions that are too far from home or from the turning point.
        let home = memory.out, most = UInt64(share(1 + LoopQuestion.widestTolerance)),
            left = most - min(most, UInt64(turn.amount))
        memory.on.grow(
            streets, from: roots, backward: false, upTo: share(0.6), memory.burden, &queue, until: stop
        ) { node, amount in
            home.amount(node).map { amount + UInt64($0) <= left } ?? false
        }
        memory.back.grow(
            streets, from: starts.flatMap { graph.arrivals(at: $0) }, backward: true, upTo: share(0.6), memory.burden,
            &queue, until: stop
        ) { node, amount in
            home.amount(node).map { amount + (UInt64($0) > turn.amount ? UInt64($0) - UInt64(turn.amount) : 0) <= left }
                ?? false
        }
        if stop.isMade { return [] }
        var walks: [Walk] = [], firstBack: Walk?
        for middle in middles(of: turn, core, memory) where walks.count < Self.measured {
            let on = memory.on.path(middle, network), back = memory.back.path(middle, network)
            guard let arrival = arrival(at: back.root) else { continue }
            let isGood = shareTwice(out + on.arcs + back.arcs) <= LoopQuestion.mostWalkedTwice
            guard isGood || firstBack == nil,
                let walk = walk(
                    turn, out: [departure.arc] + out, on: on, back: back.arcs + [arrival.arc], departure, arrival)
            else { continue }
            if isGood { walks.append(walk) } else { firstBack = walk }
        }
        return walks.isEmpty ? [firstBack].compactMap { $0 } : walks
    }

    /// Returns the share of a path's length on streets that it has used before: quick to compute, and near the final
    /// measure.
    private func shareTwice(_ arcs: [ArcID]) -> Double {
        let edges = arcs.map { $0.edge.rawValue }.sorted()
        var total = 0.0, twice = 0.0
        for (index, edge) in edges.enumerated() {
            let length = Double(network.edges[edge].lengthMillimetres)
            total += length
            if index > 0, edges[index - 1] == edge { twice += length }
        }
        return total > 0 ? twice / total : 0
    }

    /// Returns middle junctions: the best of each direction, then others, from near and far.
    private func middles(of turn: Turn, _ core: [Bool], _ memory: LoopMemory) -> [UInt32] {
        typealias Middle = (node: UInt32, price: Double)
        var fitting: [Middle] = [], nearest: Middle?
        for node in memory.on.settled where core[Int(node)] {
            guard let on = memory.on.amount(node), let back = memory.back.amount(node),
                // Otherwise the walk would turn back there.
                memory.on.via(node)?.edge != memory.back.via(node)?.edge
            else { continue }
            let amount = UInt64(turn.amount) + UInt64(on) + UInt64(back), deviation = deviation(amount)
            if deviation < nearest?.price ?? .infinity { nearest = (node, deviation) }
            guard deviation <= LoopQuestion.tolerance else { continue }
            let burdened = Double(memory.on.cost(node)) + Double(memory.back.cost(node))
            let bare = streets.millis(ofAmount: on) + streets.millis(ofAmount: back)
            let price = max(0, burdened - bare) / max(1, streets.millis(ofAmount: wanted)) + deviation
            fitting.append((node, price))
        }
        guard !fitting.isEmpty else { return [nearest?.node].compactMap { $0 } }
        fitting.sort { ($0.price, $0.node) < ($1.price, $1.node) }
        var isSeen = [Bool](repeating: false, count: Self.sectors), firsts: [UInt32] = [], others: [UInt32] = []
        for middle in fitting {
            let sector = sector(middle.node)
            if isSeen[sector] { others.append(middle.node) } else { firsts.append(middle.node) }
            isSeen[sector] = true
        }
        let step = max(1, others.count / Self.considered)
        return firsts + stride(from: 0, to: others.count, by: step).map { others[$0] }
    }

    /// Returns the start position and the arc of the quickest departure to a state.
    func departure(at state: UInt32) -> (start: Int, arc: ArcID)? {
        access(at: state) { graph.departures(from: $0) }
    }

    func arrival(at state: UInt32) -> (start: Int, arc: ArcID)? {
        access(at: state) { graph.arrivals(at: $0) }
    }

    private func access(
        at state: UInt32, _ accesses: (SnappedPosition) -> [TravelGraph.Access]
    ) -> (start: Int, arc: ArcID)? {
        var best: (start: Int, access: TravelGraph.Access)?
        for (start, position) in starts.enumerated() {
            for access in accesses(position) where access.state == state {
                if access.millis < best?.access.millis ?? .max { best = (start, access) }
            }
        }
        return best.map { ($0.start, $0.access.arc) }
    }

    private func walk(
        _ turn: Turn, out: [ArcID], on: (arcs: [ArcID], root: UInt32), back: [ArcID],
        _ departure: (start: Int, arc: ArcID), _ arrival: (start: Int, arc: ArcID)
    ) -> Walk? {
        guard let reached = turn.arrival else {
            let path = FoundPath(
                start: departure.start, end: arrival.start, arcs: out + on.arcs + back, timeMillis: 0)
            return Walk(place: nil, legPaths: [LegPath(starts: starts, ends: starts, path: path)])
        }
        var left: (place: Int, access: TravelGraph.Access)?, came = 0
        for (place, position) in turn.positions.enumerated() {
            if graph.arrivals(at: position).contains(reached) { came = place }
            for access in graph.departures(from: position) where access.state == on.root {
                if access.millis < left?.access.millis ?? .max { left = (place, access) }
            }
        }
        guard let left else { return nil }
        let there = FoundPath(start: departure.start, end: came, arcs: out + [reached.arc], timeMillis: 0)
        let home = FoundPath(
            start: left.place, end: arrival.start, arcs: [left.access.arc] + on.arcs + back, timeMillis: 0)
        return Walk(
            place: turn.place,
            legPaths: [
                LegPath(starts: starts, ends: turn.positions, path: there),
                LegPath(starts: turn.positions, ends: starts, path: home),
            ])
    }
}
