import Atlas
import GeoCore

/// Walks without a turning point: out by the quickest path to one end of a street, along it, and home from its other
/// end.
///
/// Where streets are few, such as in villages and on slopes, there are no other walks.
extension LoopSearch {
    private struct Round {
        /// The street, in the direction of the walk.
        var arc: ArcID
        var price: Double
        var sector: Int
        /// Whether it may meet all requirements.
        var isGood: Bool
    }

    /// Returns walks whose length may be right, most promising first: good ones in all directions, then some with parts
    /// walked twice.
    func rounds(core: [Bool], _ memory: LoopMemory) -> [Walk] {
        var rounds: [Round] = []
        for node in memory.out.settled where core[Int(node)] {
            for slot in network.arcs(leaving: node) {
                let arc = ArcID(network.outArcs[slot])
                // Each street once, because the direction of the walk does not matter.
                guard node < network.heads[slot], let round = round(from: node, arc, core, memory) else { continue }
                rounds.append(round)
            }
        }
        rounds.sort { ($0.price, $0.arc.rawValue) < ($1.price, $1.arc.rawValue) }
        var counts = [Int](repeating: 0, count: Self.sectors), backs = 0, walks: [Walk] = []
        for round in rounds {
            guard round.isGood ? counts[round.sector] < Self.roundsOfSector : backs < Self.measured,
                let walk = walk(round, memory)
            else { continue }
            if round.isGood { counts[round.sector] += 1 } else { backs += 1 }
            walks.append(walk)
        }
        return walks
    }

    private static let roundsOfSector = 3

    private func round(from node: UInt32, _ arc: ArcID, _ core: [Bool], _ memory: LoopMemory) -> Round? {
        let head = network.head(of: arc), millis = graph.times[arc.rawValue], out = memory.out
        guard millis != .max, core[Int(head)], let before = out.amount(node), let behind = out.amount(head),
            out.via(node)?.edge != arc.edge, out.via(head)?.edge != arc.edge
        else { return nil }
        let total = UInt64(before) + UInt64(streets.amount(of: arc, millis)) + UInt64(behind)
        let deviation = deviation(total)
        guard deviation <= LoopQuestion.widestTolerance, total > 0 else { return nil }
        let twice = Double(out.amountToFork(node, head, network)) / Double(total)
        guard twice < 0.5 else { return nil }
        return Round(
            arc: arc, price: 2 * twice + 0.5 * deviation, sector: sector(node),
            isGood: twice <= LoopQuestion.mostWalkedTwice && deviation <= LoopQuestion.tolerance)
    }

    private func walk(_ round: Round, _ memory: LoopMemory) -> Walk? {
        let there = memory.out.path(network.tail(of: round.arc), network)
        let home = memory.out.path(network.head(of: round.arc), network),
            back = home.arcs.reversed().map { $0.reversed }
        guard back.allSatisfy({ graph.times[$0.rawValue] != .max }), let departure = departure(at: there.root),
            let arrival = arrival(at: home.root)
        else { return nil }
        let path = FoundPath(
            start: departure.start, end: arrival.start,
            arcs: [departure.arc] + there.arcs + [round.arc] + back + [arrival.arc], timeMillis: 0)
        return Walk(place: nil, legPaths: [LegPath(starts: starts, ends: starts, path: path)])
    }
}

extension LoopTree {
    /// Returns the amount from the root to the fork of the paths to two junctions.
    fileprivate func amountToFork(_ one: UInt32, _ other: UInt32, _ network: RoadNetwork) -> UInt32 {
        var (one, other) = (one, other)
        while one != other {
            let isOne = cost(one) >= cost(other)
            guard let via = via(isOne ? one : other) else { return 0 }
            if isOne { one = network.tail(of: via) } else { other = network.tail(of: via) }
        }
        return amount(one) ?? 0
    }
}
