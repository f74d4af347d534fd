import Atlas
import GeoCore
import Routing

/// Finds the walkways that are off the ground. A point without a level is on the ground: routes neither begin nor end
/// on these ways unless they know the level.
///
/// The ground of a building is the levels on which walkways from outside lead in; if there are none, the levels in the
/// tags of its entrances; else 0. Beside buildings, it is 0 and the level on which a walkway from outside meets the
/// way.
struct GroundLevels {
    private let data: OSMData
    private let copies: LevelCopies
    /// The nodes of walkways without a level in the open.
    private let outside: Set<UInt32>
    private let around: BuildingsAround
    /// The levels of the ground, by building.
    private var grounds: [[Level]] = []

    init(_ data: OSMData, _ things: InsideThings, _ copies: LevelCopies, _ around: BuildingsAround) {
        self.data = data
        self.copies = copies
        self.around = around
        var outside: Set<UInt32> = []
        for way in things.otherWays where Self.isInTheOpen(data.tags(ofWay: way)) {
            outside.formUnion(data.ways.refs(of: way))
        }
        self.outside = outside
        grounds = around.buildings.map { building in building.area.map { ground(of: $0, things) } ?? [.ground] }
    }

    /// Whether people walk along a way without a level under the sky, and on the ground. Mappers leave out the level of
    /// stairs and bridges, too.
    private static func isInTheOpen(_ tags: Tags) -> Bool {
        guard let kind = tags["highway"], !["steps", "elevator", "corridor"].contains(kind) else { return false }
        return ["indoor", "bridge", "tunnel"].allSatisfy { ["no", nil].contains(tags[$0]) }
    }

    /// Returns the level on which a walkway from outside meets something on levels at a node; `nil` elsewhere.
    private func entry(at node: UInt32) -> Level? { outside.contains(node) ? copies.ground(at: node) : nil }

    private func ground(of area: Area, _ things: InsideThings) -> [Level] {
        let outline = area.polygons.flatMap { [$0.outer] + $0.holes }.joined()
        let entries = Set(outline.compactMap { entry(at: $0) })
        guard entries.isEmpty else { return entries.sorted() }
        let stated = Set(outline.flatMap { isEntrance($0) ? things.doors[$0] ?? [] : [] })
        return stated.isEmpty ? [.ground] : stated.sorted()
    }

    private func isEntrance(_ node: UInt32) -> Bool {
        guard let position = data.nodes.tagged.ascendingIndex(of: node, in: data.nodes.tagged.indices) else {
            return false
        }
        return !["no", nil].contains(data.tags(ofTagged: position)["entrance"])
    }

    /// Returns the ways of paths and slopes that are off the ground.
    func waysOffGround(_ things: InsideThings) -> Set<Int> {
        let ways = things.paths.map { ($0.way, [$0.level]) } + things.slopes.map { ($0.way, $0.levels) }
        return around.withFinder { buildings in
            let off = ways.filter { way, levels in
                var grounds = buildings(way).flatMap { self.grounds[$0] }
                if grounds.isEmpty {
                    grounds = [.ground] + data.ways.refs(of: way).compactMap { entry(at: $0) }
                }
                return !levels.contains { grounds.contains($0) }
            }
            return Set(off.map(\.0))
        }
    }
}
