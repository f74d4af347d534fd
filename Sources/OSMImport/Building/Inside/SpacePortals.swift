import Atlas
import GeoCore

/// Finds the portals of rooms, corridors and areas, level by level: the nodes through which people enter them.
///
/// Portals are doors on the border or beside it, nodes of paths on the border, and, of corridors and areas, the borders
/// with other corridors and areas and with open stairs and lifts.
struct SpacePortals: Sendable {
    struct Corner: Sendable {
        var node: UInt32
        var isPortal: Bool
    }

    /// A space on one of its levels.
    struct Surface: Sendable {
        /// The index in `InsideThings.spaces`.
        let space: Int
        let level: Level
        /// The space's rings, with the doors beside its walls.
        var rings: [[Corner]]
        /// A node of a path inside, if there is no portal.
        var inner: UInt32?

        /// Without the node of a path inside.
        var portals: [UInt32] { rings.joined().filter(\.isPortal).map(\.node) }
    }

    private(set) var surfaces: [Surface] = []

    private let data: OSMData
    private let things: InsideThings
    private let nodes: InsideNodes
    /// Corridors and areas by each piece of their borders, and shafts.
    private var spacesAtBorder: [UInt64: [Int]] = [:]
    private var shaftsAtBorder: [UInt64: [Int]] = [:]
    /// The levels of shafts with a door there, by shaft.
    private var doorLevels: [[Level]] = []

    init(_ data: OSMData, _ things: InsideThings, _ nodes: InsideNodes) {
        self.data = data
        self.things = things
        self.nodes = nodes
        for (index, space) in things.spaces.enumerated() where !space.isRoom {
            for ring in space.rings { Self.forEachBorder(ring) { spacesAtBorder[$0, default: []].append(index) } }
        }
        for (index, shaft) in things.shafts.enumerated() {
            if shaft.way != nil { Self.forEachBorder(shaft.corners) { shaftsAtBorder[$0, default: []].append(index) } }
            doorLevels.append(levelsWithDoor(shaft))
        }
        let finding = self
        surfaces = Array(
            Parallel.mapRanges(of: things.spaces.count, length: 256) { range in
                range.flatMap { finding.surfaces(of: $0) }
            }.joined())
    }

    private static func forEachBorder(_ ring: Area.Ring, _ visit: (UInt64) -> Void) {
        for (one, other) in zip(ring, ring[1...] + ring[..<1]) { visit(border(one, other)) }
    }

    private static func border(_ one: UInt32, _ other: UInt32) -> UInt64 {
        UInt64(min(one, other)) << 32 | UInt64(max(one, other))
    }

    private func points(_ ring: Area.Ring) -> [PointE7] { ring.map { data.nodes.points[Int($0)] } }

    private func levelsWithDoor(_ shaft: InsideThings.Shaft) -> [Level] {
        guard shaft.way != nil else { return [] }
        let wall = NearWall([points(shaft.corners)])
        let beside = nodes.candidates(in: wall.box)
            .filter { nodes.doors[$0.node] != nil && wall.place(of: $0.point) != nil }
        return shaft.levels.filter { level in
            shaft.corners.contains { nodes.isDoor($0, on: level) } || beside.contains { $0.levels.contains(level) }
        }
    }

    /// More doors beside its walls than any corridor has; on the campus of Milwaukee, one has 97. `InsideThings` bounds
    /// the corners; these come on top of them.
    private static let mostBeside = 256

    private func surfaces(of index: Int) -> [Surface] {
        let space = things.spaces[index], wall = NearWall(space.rings.map { points($0) })
        let candidates = nodes.candidates(in: wall.box), corners = Set(space.rings.joined())
        let beside = candidates.lazy.filter { $0.leadsIn && !corners.contains($0.node) }
            .compactMap { candidate in wall.place(of: candidate.point).map { (candidate, $0) } }
            .prefix(max(corners.count, Self.mostBeside))
        return space.levels.map { level in
            var surface = Surface(
                space: index, level: level,
                rings: space.rings.map { ring in
                    ring.map { Corner(node: $0, isPortal: nodes.leadsThroughWall($0, on: level)) }
                })
            if !space.isRoom { open(&surface) }
            insert(beside.filter { $0.0.levels.contains(level) }, into: &surface)
            if !surface.rings.joined().contains(where: \.isPortal) {
                surface.inner = inner(of: space, level, candidates)
            }
            return surface
        }
    }

    /// Makes portals of the borders with other corridors and areas, and with shafts without a door.
    private func open(_ surface: inout Surface) {
        for (number, ring) in surface.rings.enumerated() {
            for (corner, one) in ring.enumerated() {
                let next = corner + 1 < ring.count ? corner + 1 : 0, border = Self.border(one.node, ring[next].node)
                let isOpen =
                    spacesAtBorder[border]?.contains {
                        $0 != surface.space && things.spaces[$0].levels.contains(surface.level)
                    } ?? false
                    || shaftsAtBorder[border]?.contains {
                        things.shafts[$0].levels.contains(surface.level) && !doorLevels[$0].contains(surface.level)
                    } ?? false
                guard isOpen else { continue }
                surface.rings[number][corner].isPortal = true
                surface.rings[number][next].isPortal = true
            }
        }
    }

    /// Bends the walls to the doors beside them.
    private func insert(_ doors: [(InsideNodes.Candidate, NearWall.Place)], into surface: inout Surface) {
        // From the last place to the first, so that the numbers of corners stay.
        let places = doors.sorted {
            ($0.1.ring, $0.1.corner, $0.1.share, $0.0.node) > ($1.1.ring, $1.1.corner, $1.1.share, $1.0.node)
        }
        for (door, place) in places {
            let ring = surface.rings[place.ring], next = place.corner + 1 < ring.count ? place.corner + 1 : 0
            let new = Corner(node: door.node, isPortal: true)
            // A door at a corner takes its place.
            let same = [place.corner, next].first {
                !ring[$0].isPortal && data.nodes.points[Int(ring[$0].node)] == door.point
            }
            if let same {
                surface.rings[place.ring][same] = new
            } else {
                surface.rings[place.ring].insert(new, at: place.corner + 1)
            }
        }
    }

    /// Returns the node of a path on the level that is nearest to the middle of the space, of those inside.
    private func inner(
        of space: InsideThings.Space, _ level: Level, _ candidates: [InsideNodes.Candidate]
    ) -> UInt32? {
        let inside = candidates.filter { candidate in
            candidate.levels.contains(level)
                && RingGeometry.contains(space.rings[0], candidate.point, in: data)
                && !space.rings[1...].contains { RingGeometry.contains($0, candidate.point, in: data) }
        }
        return inside.min { one, other in
            let (a, b) = (one.point.distance(inMetresTo: space.middle), other.point.distance(inMetresTo: space.middle))
            return a == b ? one.node < other.node : a < b
        }?.node
    }
}
