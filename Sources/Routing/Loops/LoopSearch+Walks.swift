import Atlas
import GeoCore

/// Walks with a turning point: out to it, on to a middle junction, and back.
extension LoopSearch {
    /// The number of considered middle junctions, in addition to those of each direction.
    private static let considered = 80

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
