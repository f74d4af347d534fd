import GeoCore
import Routing

/// The nodes of walkways and doors, with their levels.
struct InsideNodes: Sendable {
    /// A node that may lie beside a wall, or inside a room.
    struct Candidate: Sendable {
        let node: UInt32
        let point: PointE7
        let levels: [Level]
        /// Whether it leads through a wall beside it: a door, or the end of a path.
        let leadsIn: Bool
    }

    /// Doors and entrances, with the levels that their tags state.
    let doors: [UInt32: [Level]]
    /// The levels of the paths through nodes.
    private(set) var ofPaths: [UInt32: [Level]] = [:]
    /// The levels of stairs and slopes that are drawn as lines.
    private(set) var ofSlopes: [UInt32: [Level]] = [:]
    /// The nodes of walkways without a level.
    private var others: Set<UInt32> = []
    /// By latitude.
    private var candidates: [Candidate] = []

    init(_ data: OSMData, _ things: InsideThings) {
        doors = things.doors
        var uses: [UInt32: Int] = [:], ends: Set<UInt32> = []
        func nodes(_ way: Int) -> Set<UInt32> {
            let refs = data.ways.refs(of: way), nodes = Set(refs.filter { $0 != OSMData.missing })
            for node in nodes { uses[node, default: 0] += 1 }
            for end in [refs[refs.startIndex], refs[refs.endIndex - 1]] where refs.first != refs.last {
                ends.insert(end)
            }
            return nodes
        }
        for path in things.paths {
            for node in nodes(path.way) { Self.add([path.level], to: &ofPaths[node, default: []]) }
        }
        for slope in things.slopes {
            for node in nodes(slope.way) { Self.add(slope.levels, to: &ofSlopes[node, default: []]) }
        }
        for way in things.otherWays { others.formUnion(nodes(way)) }
        for node in Set(doors.keys).union(ofPaths.keys) {
            let isDoor = doors[node] != nil
            let levels = isDoor ? levels(ofDoor: node) : ofPaths[node] ?? []
            guard !levels.isEmpty else { continue }
            candidates.append(
                Candidate(
                    node: node, point: data.nodes.points[Int(node)], levels: levels,
                    leadsIn: isDoor || ends.contains(node) && uses[node] == 1))
        }
        candidates.sort { ($0.point.latitudeE7, $0.node) < ($1.point.latitudeE7, $1.node) }
    }

    private static func add(_ levels: [Level], to known: inout [Level]) {
        for level in levels where !known.contains(level) { known.append(level) }
    }

    /// Returns the levels of a door: those in its tags, else those of the lines through it; outside is the ground.
    private func levels(ofDoor node: UInt32) -> [Level] {
        let stated = doors[node] ?? []
        return stated.isEmpty ? levels(ofLinesAt: node) : stated
    }

    /// Returns the levels of the walkways through a node. A walkway without a level is on the ground.
    func levels(ofLinesAt node: UInt32) -> [Level] {
        let levels = Set((ofPaths[node] ?? []) + (ofSlopes[node] ?? []))
        return levels.isEmpty && others.contains(node) ? [.ground] : levels.sorted()
    }

    /// Whether people may enter a room on a level at this node of its border.
    func leadsThroughWall(_ node: UInt32, on level: Level) -> Bool {
        if let stated = doors[node], stated.isEmpty || stated.contains(level) { return true }
        return levels(ofLinesAt: node).contains(level)
    }

    /// Whether the node is a door on a level.
    func isDoor(_ node: UInt32, on level: Level) -> Bool {
        doors[node].map { $0.isEmpty || $0.contains(level) } ?? false
    }

    /// Returns the candidates in a box, by latitude.
    func candidates(in box: IntBox) -> [Candidate] {
        let first = candidates.partition { $0.point.latitudeE7 >= box.minY }
        return candidates[first...].prefix { $0.point.latitudeE7 <= box.maxY }
            .filter { $0.point.longitudeE7 >= box.minX && $0.point.longitudeE7 <= box.maxX }
    }
}

extension [InsideNodes.Candidate] {
    /// Returns the first index whose element satisfies `isIn`, by binary search: all later ones satisfy it, too.
    fileprivate func partition(_ isIn: (Element) -> Bool) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = (low + high) / 2
            if isIn(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
