import GeoCore
import Atlas
package import Routing

/// The same streets once more, in the plainest form: every node of every way, seconds as floating-point numbers straight from
/// the tags. Slow and large; it exists to check the packed network and its searches against.
///
/// It shares the profiles' rules with the network, and nothing else: no junctions, no edges, no rounding.
package struct PlainNetwork {
    private struct Arc {
        let head: UInt32
        let seconds: Double
        /// Lost at the head by those who go on.
        let delay: Double
    }

    private var arcs: [[Arc]]
    private var isBlocked: [Bool]
    /// Nodes that the profile can reach or leave, ascending.
    package private(set) var nodes: [UInt32] = []

    package init(_ data: OSMData, _ profile: Profile) {
        arcs = Array(repeating: [], count: data.nodes.count)
        isBlocked = Array(repeating: false, count: data.nodes.count)
        let keys = RoadKeyTable(data.tags.strings)
        var tags = RoadTags(strings: data.tags.strings, keys: keys)
        var delays: [UInt32: (forward: Double, backward: Double)] = [:]
        for (position, node) in data.nodes.tagged.enumerated() {
            tags.load(data.tags.pairs[data.nodes.tags[position].indices])
            let facts = RoadNodeFacts(tags)
            isBlocked[Int(node)] = facts.blocked.contains(profile)
            delays[node] = Self.delays(facts, profile)
        }
        for way in 0..<data.ways.count {
            tags.load(data.tags.pairs[data.ways.tags[way].indices])
            let refs = Array(data.ways.refs(of: way))
            guard refs.count > 1, let facts = RoadFacts(tags, isClosed: refs.first == refs.last) else { continue }
            add(refs, facts.uses[Int(profile.rawValue)], facts.duration, delays, data)
        }
        nodes = arcs.indices.filter { !arcs[$0].isEmpty }.map { UInt32($0) }
    }

    private static func delays(_ facts: RoadNodeFacts, _ profile: Profile) -> (forward: Double, backward: Double) {
        let gate = profile == .car && facts.delaysCars ? 60.0 : 0
        let hasSignal = facts.signalsForward || facts.signalsBackward
        return (
            gate + ((profile.isVehicle ? facts.signalsForward : hasSignal) ? 2 : 0),
            gate + ((profile.isVehicle ? facts.signalsBackward : hasSignal) ? 2 : 0)
        )
    }

    private mutating func add(
        _ refs: [UInt32], _ use: WayUse, _ duration: Double?, _ delays: [UInt32: (forward: Double, backward: Double)],
        _ data: OSMData
    ) {
        let present = refs.filter { $0 != OSMData.missing }.map { data.nodes.points[Int($0)] }
        let whole = zip(present, present.dropFirst()).reduce(0) { $0 + $1.0.distance(inMetresTo: $1.1) }
        for (from, to) in zip(refs, refs.dropFirst())
        where from != OSMData.missing && to != OSMData.missing && from != to {
            let metres = data.nodes.points[Int(from)].distance(inMetresTo: data.nodes.points[Int(to)])
            func seconds(_ speed: Double) -> Double {
                if let duration, whole > 0 { return duration * metres / whole }
                return metres * 3.6 / speed
            }
            if let speed = use.forward {
                arcs[Int(from)].append(Arc(head: to, seconds: seconds(speed), delay: delays[to]?.forward ?? 0))
            }
            if let speed = use.backward {
                arcs[Int(to)].append(Arc(head: from, seconds: seconds(speed), delay: delays[from]?.backward ?? 0))
            }
        }
    }

    /// Returns the seconds from `source` to every node, infinity where there is no way: Dijkstra's algorithm, nothing more.
    package func seconds(from source: UInt32) -> [Double] {
        // When one is there, and when one has passed it.
        var arrived = [Double](repeating: .infinity, count: arcs.count), passed = arrived
        var queue = MinimumHeap()
        arrived[Int(source)] = 0
        passed[Int(source)] = 0
        queue.push(key: 0, value: UInt64(source))
        while let (time, node) = queue.pop().map({ ($0.key, Int($0.value)) }) {
            guard time == passed[node], !isBlocked[node] || node == Int(source) else { continue }
            for arc in arcs[node] {
                let head = Int(arc.head)
                arrived[head] = min(arrived[head], time + arc.seconds)
                guard time + arc.seconds + arc.delay < passed[head] else { continue }
                passed[head] = time + arc.seconds + arc.delay
                queue.push(key: passed[head], value: UInt64(arc.head))
            }
        }
        return arrived
    }
}
