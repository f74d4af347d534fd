import Atlas
package import GeoCore
package import Routing

/// Plain Dijkstra's algorithm over the arcs of a street network: it remembers as many arcs as restrictions need, and
/// tests every restriction at every turn. Slow; it exists to check hierarchies and turn rules to the millisecond.
package struct PlainTurns: RoutingOracle {
    private let network: RoadNetwork
    package let profile: Profile
    private let costs: TravelGraph
    private let times: ArcTimes
    /// The times of ordinary days, which define dead ends.
    private let usualTimes: ArcTimes
    /// The restrictions by the arc before their last one.
    private var chains: [UInt32: [(arcs: [UInt32], isMandatory: Bool)]] = [:]
    /// The prefixes of restrictions, two arcs or longer, without their last arc.
    private var beginnings: Set<[UInt32]> = []
    private var outArcs: [[UInt32]]

    /// Takes the times and the turn costs of a graph.
    package init(_ graph: TravelGraph) {
        network = graph.network
        profile = graph.profile
        times = graph.times
        usualTimes = network.layer(profile).times
        costs = graph
        for index in network.turns.indices
        where profile.isVehicle && network.turns[index].profiles & ProfileSet(profile).rawValue != 0 {
            let turn = network.turns[index], arcs = network.chain(of: turn)
            chains[arcs[arcs.count - 2], default: []].append((arcs, turn.isMandatory == 1))
            for length in stride(from: 2, to: arcs.count, by: 1) { beginnings.insert(Array(arcs.prefix(length))) }
        }
        outArcs = Array(repeating: [], count: network.points.count)
        for arc in 0..<UInt32(network.edges.count * 2) where usualTimes[arc] != .max {
            outArcs[Int(network.tail(of: ArcID(arc)))].append(arc)
        }
    }

    /// The junctions that the profile can leave or reach.
    package var nodes: [UInt32] {
        var isUsed = [Bool](repeating: false, count: outArcs.count)
        for arc in outArcs.joined() {
            isUsed[Int(network.tail(of: ArcID(arc)))] = true
            isUsed[Int(network.head(of: ArcID(arc)))] = true
        }
        return isUsed.indices.filter { isUsed[$0] }.map { UInt32($0) }
    }

    package func point(of node: UInt32) -> PointE7 { network.points[node] }

    package func name(of node: UInt32) -> String { "junction \(node)" }

    package func passes(_ node: UInt32, _ osmID: Int64) -> Bool {
        network.edges(ofWay: osmID)?.contains { network.edges[$0].tail == node || network.edges[$0].head == node }
            ?? false
    }

    /// No tolerance: both count milliseconds. But floating-point seconds of equal milliseconds may differ in their last
    /// digit.
    package func tolerance(of route: PlannedRoute, _ engine: RouteEngine) -> Double { 1e-6 }

    package func seconds(from node: UInt32) -> [Double] {
        millis(from: node).map { $0 == .max ? .infinity : Double($0) / 1000 }
    }

    /// Returns the milliseconds from a junction to every other, `UInt32.max` if there is no path.
    private func millis(from source: UInt32) -> [UInt32] {
        var arrived = [UInt32](repeating: .max, count: outArcs.count)
        arrived[Int(source)] = 0
        // Paths by their necessary memory: only the last arc, or several.
        var best: [[UInt32]: UInt32] = [:], paths: [[UInt32]] = [], queue = MinimumHeap()
        func reach(_ path: [UInt32], _ time: UInt32) {
            guard time < best[path] ?? .max else { return }
            best[path] = time
            paths.append(path)
            queue.push(key: Double(time), value: UInt64(paths.count - 1))
        }
        // Also from junctions that cannot be passed: a path can start there.
        for arc in outArcs[Int(source)] where times[arc] != .max { reach([arc], times[arc]) }
        while let (time, index) = queue.pop().map({ (UInt32($0.key), Int($0.value)) }) {
            let path = paths[index], last = path[path.count - 1], node = network.head(of: ArcID(last))
            guard best[path] == time else { continue }
            let lost = NodeFlags.delayMillis(network.nodeFlags[node], profile, isBackward: ArcID(last).isBackward)
            arrived[Int(node)] = min(arrived[Int(node)], time - lost)
            guard network.nodeFlags[node] & ProfileSet(profile).rawValue == 0 else { continue }
            let onward = outArcs[Int(node)]
            for arc in onward where arc != last ^ 1 || onward == [arc] || !profile.isVehicle {
                guard times[arc] != .max, isAllowed(path, then: arc) else { continue }
                let turn = costs.turnMillis(from: ArcID(last), onto: ArcID(arc))
                reach(remembered(path + [arc]), time + turn + times[arc])
            }
        }
        return arrived
    }

    private func remembered(_ path: [UInt32]) -> [UInt32] {
        for start in path.indices.dropLast() where beginnings.contains(Array(path[start...])) {
            return Array(path[start...])
        }
        return [path[path.count - 1]]
    }

    private func isAllowed(_ path: [UInt32], then arc: UInt32) -> Bool {
        var mandated: [Int: [UInt32]] = [:]
        for (arcs, isMandatory) in chains[path[path.count - 1]] ?? [] {
            let before = arcs.dropLast()
            guard before.count <= path.count, path.suffix(before.count).elementsEqual(before) else { continue }
            if isMandatory {
                mandated[arcs.count, default: []].append(arcs[arcs.count - 1])
            } else if arcs[arcs.count - 1] == arc {
                return false
            }
        }
        return mandated.values.allSatisfy { $0.contains(arc) }
    }
}
