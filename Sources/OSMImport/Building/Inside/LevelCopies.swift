import GeoCore
import Routing

/// The nodes that things on different levels share, as one node for each level.
///
/// Mappers draw a door of stairs once for all floors. As one junction it would lead wheelchairs from floor to floor.
struct LevelCopies {
    private let data: OSMData
    private let nodes: InsideNodes
    /// By node, ascending, of those with things on more than one level.
    private var levels: [UInt32: [Level]] = [:]
    private var portals: Set<UInt32> = []
    private var atShafts: Set<UInt32> = []
    /// Nodes of paths on several levels, in a space on one of these: floors lie above each other there.
    private var onFloors: Set<UInt32> = []
    private var known: [UInt64: UInt32] = [:]
    /// The new nodes: where each lies, the node that it copies, and whether it stands for that node with its tags.
    private(set) var new: [(point: PointE7, of: UInt32, hasTags: Bool)] = []

    init(_ data: OSMData, _ things: InsideThings, _ nodes: InsideNodes, _ surfaces: [SpacePortals.Surface]) {
        self.data = data
        self.nodes = nodes
        var all: [UInt32: Set<Level>] = [:]
        for (node, levels) in nodes.ofPaths { all[node, default: []].formUnion(levels) }
        for surface in surfaces {
            for node in surface.portals {
                all[node, default: []].insert(surface.level)
                portals.insert(node)
            }
        }
        levels = all.mapValues { $0.sorted() }
        for shaft in things.shafts { atShafts.formUnion(shaft.corners) }
        for space in things.spaces {
            for candidate in nodes.candidates(in: RingGeometry.box(space.rings[0], in: data)) {
                guard let paths = nodes.ofPaths[candidate.node], paths.count > 1,
                    paths.contains(where: { space.levels.contains($0) }),
                    RingGeometry.contains(space.rings[0], candidate.point, in: data)
                else { continue }
                onFloors.insert(candidate.node)
            }
        }
    }

    /// Returns the levels on which something leads to the node.
    func levels(at node: UInt32) -> [Level] { levels[node] ?? nodes.levels(ofLinesAt: node) }

    /// Whether the node is one for each level. Two paths on different levels that meet elsewhere are a slope.
    private func isSplit(_ node: UInt32) -> Bool {
        nodes.doors[node] != nil || portals.contains(node) || atShafts.contains(node) || onFloors.contains(node)
            || nodes.ofSlopes[node] != nil
    }

    /// Returns the level on which streets without a level meet the things at a node; `nil` if nothing there has a level.
    func ground(at node: UInt32) -> Level? { levels[node].map { ground(node, of: $0) } }

    /// Returns the level of the streets without a level: that of the door, or else the nearest to the ground.
    private func ground(_ node: UInt32, of levels: [Level]) -> Level {
        if let stated = nodes.doors[node], stated.count == 1, levels.contains(stated[0]) { return stated[0] }
        return levels.min { one, other in
            let (a, b) = (one.hundredths.magnitude, other.hundredths.magnitude)
            return a == b ? one > other : a < b
        } ?? .ground
    }

    /// Returns the node that stands for a node on a level; the node itself if nothing there is on another level.
    mutating func node(_ node: UInt32, on level: Level) -> UInt32 {
        guard let all = levels[node], all.count > 1, all.contains(level), isSplit(node),
            level != ground(node, of: all)
        else { return node }
        let key = UInt64(node) << 32 | UInt64(UInt32(bitPattern: level.hundredths))
        if let copy = known[key] { return copy }
        let copy = add(data.nodes.points[Int(node)], of: node, hasTags: true)
        known[key] = copy
        return copy
    }

    /// Adds a node at a point, for answers with the id of node `original`.
    mutating func add(_ point: PointE7, of original: UInt32, hasTags: Bool = false) -> UInt32 {
        new.append((point, original, hasTags))
        return UInt32(data.nodes.count + new.count - 1)
    }

    /// Returns the data with the new nodes.
    func applied() -> OSMData {
        var data = self.data
        for (index, copy) in new.enumerated() {
            data.nodes.ids.append(data.nodes.ids[Int(copy.of)])
            data.nodes.points.append(copy.point)
            guard copy.hasTags,
                let position = self.data.nodes.tagged.ascendingIndex(of: copy.of, in: self.data.nodes.tagged.indices)
            else { continue }
            data.nodes.tagged.append(UInt32(self.data.nodes.count + index))
            data.nodes.tags.append(data.nodes.tags[position])
        }
        data.nodes.copies = new.count
        return data
    }
}
