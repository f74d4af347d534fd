import Atlas
import GeoCore

/// How long, and how far, it is from each of several places to each of others.
package struct TravelTable: Sendable {
    package let sourceCount: Int
    package let targetCount: Int
    /// Milliseconds, row by row for each source; `UInt32.max` where there is no way.
    package fileprivate(set) var millis: [UInt32]
    /// Millimetres of the quickest ways, `Int64.max` where there is none; empty unless asked for.
    package fileprivate(set) var millimetres: [Int64] = []

    init(sourceCount: Int, targetCount: Int) {
        self.sourceCount = sourceCount
        self.targetCount = targetCount
        millis = [UInt32](repeating: .max, count: sourceCount * targetCount)
    }
}

extension Metric {
    /// Returns the quickest ways between all pairs (buckets: Knopp, Sanders, Schultes, Schulz and Wagner, *Computing
    /// Many-to-Many Shortest Paths Using Highway Hierarchies*, ALENEX 2007).
    ///
    /// What climbing from each target finds is laid out in rows, one for each node, a column for each target; climbing
    /// from a source then passes all of its meetings. Targets are taken some at a time, so that rows stay short.
    func table(
        from sources: [[SnappedPosition]], to targets: [[SnappedPosition]], withLengths: Bool,
        _ search: inout HierarchySearch, until stop: StopRequest
    ) -> TravelTable {
        var table = TravelTable(sourceCount: sources.count, targetCount: targets.count)
        if withLengths { table.millimetres = [Int64](repeating: .max, count: table.millis.count) }
        let departures = sources.map { $0.flatMap { graph.departures(from: $0) } }
        let climbs = departures.map {
            stop.isMade ? [] : search.above($0.compactMap { seed($0) }, in: hierarchy, hierarchy.up)
        }
        var before = sources.indices.map { ClimbLengths(self, climbs[$0], departures[$0], isUp: true) }
        for first in stride(from: 0, to: targets.count, by: Self.columns) where !stop.isMade {
            let some = targets[first..<min(first + Self.columns, targets.count)].map { $0 }
            let arrivals = some.map { $0.flatMap { graph.arrivals(at: $0) } }
            let rows = MeetingRows(
                arrivals.map {
                    stop.isMade ? [] : search.above($0.compactMap { seed($0) }, in: hierarchy, hierarchy.down)
                },
                nodeCount: hierarchy.nodeCount)
            var behind = some.indices.map { ClimbLengths(self, rows.climbs[$0], arrivals[$0], isUp: false) }
            for source in sources.indices where !stop.isMade {
                let found = rows.meet(climbs[source], wantsNodes: withLengths)
                let cell = source * targets.count + first
                for column in some.indices where found.weights[column] < HierarchyWeights.unreachable {
                    table.millis[cell + column] = found.weights[column]
                    guard withLengths else { continue }
                    let meeting = found.nodes[column]
                    table.millimetres[cell + column] =
                        before[source].millimetres(to: meeting) + behind[column].millimetres(to: meeting)
                }
            }
        }
        addDirectWays(sources, targets, &table, until: stop)
        return table
    }

    private static let columns = 64

    /// Ways along one street need not pass any junction.
    private func addDirectWays(
        _ sources: [[SnappedPosition]], _ targets: [[SnappedPosition]], _ table: inout TravelTable,
        until stop: StopRequest
    ) {
        for (row, starts) in sources.enumerated() where !stop.isMade {
            for (column, ends) in targets.enumerated() {
                let cell = row * targets.count + column
                guard let direct = FoundPath.withinOneEdge(from: starts, to: ends, in: graph),
                    direct.timeMillis < table.millis[cell]
                else { continue }
                table.millis[cell] = direct.timeMillis
                guard !table.millimetres.isEmpty else { continue }
                let length = graph.network.edges[direct.arcs[0].edge.rawValue].lengthMillimetres
                let parts = [starts[direct.start], ends[direct.end]].map { $0.partFromTail(of: length) }
                table.millimetres[cell] = Int64(max(parts[0], parts[1]) - min(parts[0], parts[1]))
            }
        }
    }
}

/// The lengths of the ways that a climb from one place found, each worked out when it is first asked for.
private struct ClimbLengths {
    private let metric: Metric
    private let climb: [HierarchySearch.Above]
    private let accesses: [TravelGraph.Access]
    /// Whether the ways lead from the place, not to it.
    private let isUp: Bool
    /// Millimetres by position in the climb, `unknown` until asked for.
    private var known: [Int64]
    private static let unknown: Int64 = -1

    init(_ metric: Metric, _ climb: [HierarchySearch.Above], _ accesses: [TravelGraph.Access], isUp: Bool) {
        self.metric = metric
        self.climb = climb
        self.accesses = accesses
        self.isUp = isUp
        known = [Int64](repeating: Self.unknown, count: climb.count)
    }

    /// The millimetres between the place and a node that the climb found.
    mutating func millimetres(to node: UInt32) -> Int64 {
        var open: [Int] = [], node = node
        while let index = climb.index(of: node), known[index] == Self.unknown {
            open.append(index)
            if climb[index].from == node { break }
            node = climb[index].from
        }
        for index in open.reversed() {
            let found = climb[index]
            guard found.from != found.rank, let before = climb.index(of: found.from) else {
                known[index] = startLength(at: found.rank)
                continue
            }
            known[index] = known[before] + arcLength(between: found.from, and: found.rank)
        }
        return climb.index(of: open.first.map { climb[$0].rank } ?? node).map { known[$0] } ?? 0
    }

    private func startLength(at rank: UInt32) -> Int64 {
        let state = metric.hierarchy.order.states[rank]
        let access = accesses.filter { $0.state == state }.min { $0.millis < $1.millis }
        return Int64(access?.millimetres ?? 0)
    }

    private func arcLength(between lower: UInt32, and higher: UInt32) -> Int64 {
        let (tail, head) = isUp ? (lower, higher) : (higher, lower)
        let ranks = metric.hierarchy.unpack(along: [tail, head])
        var total: Int64 = 0
        for (one, next) in zip(ranks, ranks.dropFirst()) {
            let arc = metric.graph.arc(
                from: metric.hierarchy.order.states[one], to: metric.hierarchy.order.states[next])
            total += Int64(metric.graph.network.edges[arc.edge.rawValue].lengthMillimetres)
        }
        return total
    }
}

extension [HierarchySearch.Above] {
    /// The position of a node; the list ascends.
    fileprivate func index(of rank: UInt32) -> Int? {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].rank < rank { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].rank == rank ? low : nil
    }
}

/// What climbing from several targets found, by node: a row of weights, a column for each target.
private struct MeetingRows {
    let climbs: [[HierarchySearch.Above]]
    /// By rank, `UInt32.max` without one.
    private var row: [UInt32]
    private var weights: [UInt32]

    init(_ climbs: [[HierarchySearch.Above]], nodeCount: Int) {
        self.climbs = climbs
        row = [UInt32](repeating: .max, count: nodeCount)
        var rows: UInt32 = 0
        for found in climbs.joined() where row[Int(found.rank)] == .max {
            row[Int(found.rank)] = rows
            rows += 1
        }
        weights = [UInt32](repeating: HierarchyWeights.unreachable, count: Int(rows) * climbs.count)
        for (column, climb) in climbs.enumerated() {
            for found in climb { weights[Int(row[Int(found.rank)]) * climbs.count + column] = found.weight }
        }
    }

    /// The weights of the quickest ways by column, and where they meet the climb from a source.
    func meet(_ climb: [HierarchySearch.Above], wantsNodes: Bool) -> (weights: [UInt32], nodes: [UInt32]) {
        var best = [UInt32](repeating: HierarchyWeights.unreachable, count: climbs.count)
        var nodes = [UInt32](repeating: .max, count: wantsNodes ? climbs.count : 0)
        for found in climb where row[Int(found.rank)] != .max {
            let first = Int(row[Int(found.rank)]) * climbs.count
            for column in best.indices {
                let total = found.weight &+ weights[first &+ column]
                guard total < best[column] else { continue }
                best[column] = total
                if wantsNodes { nodes[column] = found.rank }
            }
        }
        return (best, nodes)
    }
}
