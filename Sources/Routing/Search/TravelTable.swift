import Atlas
import GeoCore

/// The times, and the lengths, of routes from each of several places to each of others.
package struct TravelTable: Sendable {
    package let sourceCount: Int
    package let targetCount: Int
    /// Milliseconds, in a row for each source; `UInt32.max` if there is no route.
    package fileprivate(set) var millis: [UInt32]
    /// Millimetres of the quickest routes, `Int64.max` if there is none; empty unless requested.
    package fileprivate(set) var millimetres: [Int64] = []

    init(sourceCount: Int, targetCount: Int) {
        self.sourceCount = sourceCount
        self.targetCount = targetCount
        millis = [UInt32](repeating: .max, count: sourceCount * targetCount)
    }
}

extension Metric {
    /// Returns the quickest paths between all pairs (buckets: Knopp, Sanders, Schultes, Schulz and Wagner, *Computing
    /// Many-to-Many Shortest Paths Using Highway Hierarchies*, ALENEX 2007).
    ///
    /// The search spaces of the targets become rows, one for each node, with a column for each target. The upward
    /// search from a source then meets all of them. Targets are processed in groups, so that rows stay short.
    func table(
        from sources: [[SnappedPosition]], to targets: [[SnappedPosition]], withLengths: Bool,
        _ search: inout HierarchySearch, until stop: StopRequest
    ) -> TravelTable {
        var table = TravelTable(sourceCount: sources.count, targetCount: targets.count)
        if withLengths { table.millimetres = [Int64](repeating: .max, count: table.millis.count) }
        let departures = sources.map { $0.flatMap { graph.departures(from: $0) } }
        let spaces = departures.map {
            stop.isMade ? [] : search.searchSpace($0.compactMap { seed($0) }, in: hierarchy, hierarchy.up)
        }
        var before = sources.indices.map { SearchSpaceLengths(self, spaces[$0], departures[$0], isUp: true) }
        for first in stride(from: 0, to: targets.count, by: Self.columns) where !stop.isMade {
            let some = targets[first..<min(first + Self.columns, targets.count)].map { $0 }
            let arrivals = some.map { $0.flatMap { graph.arrivals(at: $0) } }
            let rows = MeetingRows(
                arrivals.map {
                    stop.isMade ? [] : search.searchSpace($0.compactMap { seed($0) }, in: hierarchy, hierarchy.down)
                },
                nodeCount: hierarchy.nodeCount)
            var behind = some.indices.map { SearchSpaceLengths(self, rows.spaces[$0], arrivals[$0], isUp: false) }
            for source in sources.indices where !stop.isMade {
                let found = rows.meet(spaces[source], wantsNodes: withLengths)
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

    /// Paths along a single street need not pass any junction.
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

/// The path lengths in one search space, each computed on first use.
private struct SearchSpaceLengths {
    private let metric: Metric
    private let space: [HierarchySearch.ReachedNode]
    private let accesses: [TravelGraph.Access]
    /// Whether the paths lead from the place, rather than to it.
    private let isUp: Bool
    /// Millimetres by index in the search space, `unknown` until computed.
    private var known: [Int64]
    private static let unknown: Int64 = -1

    init(_ metric: Metric, _ space: [HierarchySearch.ReachedNode], _ accesses: [TravelGraph.Access], isUp: Bool) {
        self.metric = metric
        self.space = space
        self.accesses = accesses
        self.isUp = isUp
        known = [Int64](repeating: Self.unknown, count: space.count)
    }

    /// Returns the millimetres between the place and a node of the search space.
    mutating func millimetres(to node: UInt32) -> Int64 {
        var open: [Int] = [], node = node
        while let index = space.index(of: node), known[index] == Self.unknown {
            open.append(index)
            if space[index].from == node { break }
            node = space[index].from
        }
        for index in open.reversed() {
            let found = space[index]
            guard found.from != found.rank, let before = space.index(of: found.from) else {
                known[index] = startLength(at: found.rank)
                continue
            }
            known[index] = known[before] + arcLength(between: found.from, and: found.rank)
        }
        return space.index(of: open.first.map { space[$0].rank } ?? node).map { known[$0] } ?? 0
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

extension [HierarchySearch.ReachedNode] {
    /// Returns the index of a node; the list ascends.
    fileprivate func index(of rank: UInt32) -> Int? {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].rank < rank { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low].rank == rank ? low : nil
    }
}

/// The search spaces of several targets, by node: a row of weights, with a column for each target.
private struct MeetingRows {
    let spaces: [[HierarchySearch.ReachedNode]]
    /// By rank, `UInt32.max` without a row.
    private var row: [UInt32]
    private var weights: [UInt32]

    init(_ spaces: [[HierarchySearch.ReachedNode]], nodeCount: Int) {
        self.spaces = spaces
        row = [UInt32](repeating: .max, count: nodeCount)
        var rows: UInt32 = 0
        for found in spaces.joined() where row[Int(found.rank)] == .max {
            row[Int(found.rank)] = rows
            rows += 1
        }
        weights = [UInt32](repeating: HierarchyWeights.unreachable, count: Int(rows) * spaces.count)
        for (column, space) in spaces.enumerated() {
            for found in space { weights[Int(row[Int(found.rank)]) * spaces.count + column] = found.weight }
        }
    }

    /// Returns the weights of the quickest paths by column, and their meeting nodes with a source's search space.
    func meet(_ space: [HierarchySearch.ReachedNode], wantsNodes: Bool) -> (weights: [UInt32], nodes: [UInt32]) {
        var best = [UInt32](repeating: HierarchyWeights.unreachable, count: spaces.count)
        var nodes = [UInt32](repeating: .max, count: wantsNodes ? spaces.count : 0)
        for found in space where row[Int(found.rank)] != .max {
            let first = Int(row[Int(found.rank)]) * spaces.count
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
