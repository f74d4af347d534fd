import GeoCore
import Routing

/// The lines across a room, corridor or area on one level, and from its doors to its middle.
struct SpaceCrossing {
    private let surface: SpacePortals.Surface
    private let corners: [SpacePortals.Corner]
    private let points: [PointE7]
    private let level: Level

    init(_ surface: SpacePortals.Surface, _ data: OSMData) {
        self.surface = surface
        corners = Array(surface.rings.joined())
        points = corners.map { data.nodes.points[Int($0.node)] }
        level = surface.level
    }

    /// Returns the pieces; adds the nodes that they need to `copies`.
    ///
    /// People walk along lines of sight between portals, and around corners. Doors in one straight wall do not see each
    /// other: there, they walk along the wall.
    func pieces(of space: InsideThings.Space, _ copies: inout LevelCopies) -> [StreetPiece] {
        let portals = corners.indices.filter { corners[$0].isPortal }
        var pieces: [StreetPiece] = []
        if portals.count > 1 {
            var rings: [[PointE7]] = [], first = 0
            for ring in surface.rings {
                rings.append(Array(points[first..<(first + ring.count)]))
                first += ring.count
            }
            let isSmall = points.count * points.count * space.levels.count <= Self.mostWork
            let sight = isSmall ? SquareSight(rings) : nil
            let lines = sight?.lines(portals: portals, most: Self.fewPoints) ?? []
            var nodes: [Int: UInt32] = [:]
            for line in lines.map({ [$0.0, $0.1] }) + borders(Set(portals), lines) {
                pieces.append(
                    StreetPiece(
                        nodes: line.map { node(of: $0, &nodes, &copies) }, level: EdgeLevel(.space, level)))
            }
        }
        guard space.isRoom || portals.count < 2 else { return pieces }
        let doors = portals.isEmpty ? surface.inner.map { [$0] } ?? [] : portals.map { corners[$0].node }
        // Each line has an end of its own: they may cross walls, so that no route leads from one to another.
        for door in doors {
            let middle = copies.add(space.middle, of: door)
            pieces.append(StreetPiece(nodes: [copies.node(door, on: level), middle], level: EdgeLevel(.door, level)))
        }
        return pieces
    }

    /// With more doors and corners, each is joined to the nearest ones only. A corridor with 100 doors would otherwise
    /// have thousands of lines.
    private static let fewPoints = 16
    /// The maximum square of the number of corners, times the number of levels: 1 000 corners on one level. In others,
    /// people walk along the walls. A small file could otherwise take any amount of time.
    private static let mostWork = 1_000_000

    /// Returns the node of a corner: of a portal on this level, of others one of this space alone.
    private func node(of corner: Int, _ nodes: inout [Int: UInt32], _ copies: inout LevelCopies) -> UInt32 {
        if let known = nodes[corner] { return known }
        let original = corners[corner].node
        let node =
            corners[corner].isPortal ? copies.node(original, on: level) : copies.add(points[corner], of: original)
        nodes[corner] = node
        return node
    }

    /// Returns the stretches of border between neighbouring ends of lines that do not see each other.
    private func borders(_ portals: Set<Int>, _ lines: [(Int, Int)]) -> [[Int]] {
        let ends = portals.union(lines.flatMap { [$0.0, $0.1] }), pairs = Set(lines.map { [$0.0, $0.1] })
        var borders: [[Int]] = [], first = 0
        for ring in surface.rings {
            let along = (first..<(first + ring.count)).filter { ends.contains($0) }
            var ofRing: [[Int]] = []
            for (index, one) in along.enumerated() where along.count > 1 {
                let other = along[(index + 1) % along.count]
                guard !pairs.contains([min(one, other), max(one, other)]) else { continue }
                let steps = (other - one + ring.count) % ring.count
                ofRing.append((0...steps).map { first + (one - first + $0) % ring.count })
            }
            // Of the two ways around a ring, the shorter is enough.
            if along.count == 2, ofRing.count == 2 {
                ofRing.remove(at: length(ofRing[0]) <= length(ofRing[1]) ? 1 : 0)
            }
            borders += ofRing
            first += ring.count
        }
        return borders
    }

    private func length(_ corners: [Int]) -> Double {
        zip(corners, corners.dropFirst()).reduce(0) { $0 + points[$1.0].distance(inMetresTo: points[$1.1]) }
    }
}
