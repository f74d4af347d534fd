import GeoCore
import Tiles

/// The sea inside the extract's box, closed along its sides from the extract's coast.
///
/// A path along a coast with the water on the right, and then along the box clockwise to the next stretch of coast,
/// leads around a piece of sea. That is valid only if coasts alternately leave and enter along the box; otherwise there
/// is no sea at all, rather than a wrong one.
struct Ocean {
    /// Pieces of sea over the nodes of `points`.
    private(set) var polygons: [Area.Polygon] = []
    /// The positions of nodes, followed by those of the sea alone.
    private(set) var points: [GridPoint]
    /// A coastline way to report, if the coast cannot be closed.
    private(set) var looseWay: Int?

    private struct Crossing {
        var position: Int64
        var run: Int
        var isEntry: Bool
    }

    /// From this share of tested streets in the water on, the coast was misread.
    private static let highestShareOfWetStreets = 0.1
    private static let samples = 2_000

    init(_ data: OSMData, points: [GridPoint]) {
        self.points = points
        let coast = Coastline(data)
        guard let first = coast.chains.first, data.cutBox.isArea else { return }
        for part in data.cutBox.partsBesideAntimeridian where looseWay == nil { looseWay = addSea(in: part, coast) }
        if looseWay == nil, shareOfWetStreets(data) > Self.highestShareOfWetStreets { looseWay = first.way }
        if looseWay != nil { polygons = [] }
    }

    /// Adds the sea inside a box of E7 degrees; returns a way of a coast that cannot be closed.
    private mutating func addSea(in part: IntBox, _ coast: Coastline) -> Int? {
        let northWest = NodeGrid.project(PointE7(latitudeE7: part.maxY, longitudeE7: part.minX))
        let southEast = NodeGrid.project(PointE7(latitudeE7: part.minY, longitudeE7: part.maxX))
        let box = IntBox(minX: northWest.x, minY: northWest.y, maxX: southEast.x, maxY: southEast.y)
        guard box.minX < box.maxX, box.minY < box.maxY else { return nil }
        var clipping = CoastClipping(coast, to: box, points: points)
        guard clipping.looseWay == nil, let outers = Self.close(&clipping) else {
            return clipping.looseWay ?? coast.chains[0].way
        }
        points = clipping.points
        nest(outers, clipping.rings, in: box)
        return nil
    }

    /// Joins stretches of coast along the box to rings; `nil` if they do not alternately leave and enter.
    private static func close(_ clipping: inout CoastClipping) -> [[UInt32]]? {
        var crossings: [Crossing] = []
        for (index, run) in clipping.runs.enumerated() {
            crossings.append(Crossing(position: run.entry, run: index, isEntry: true))
            crossings.append(Crossing(position: run.exit, run: index, isEntry: false))
        }
        crossings.sort { ($0.position, $0.run, $0.isEntry ? 1 : 0) < ($1.position, $1.run, $1.isEntry ? 1 : 0) }
        for (index, crossing) in crossings.enumerated()
        where crossing.isEntry == crossings[(index + 1) % crossings.count].isEntry { return nil }

        var exits = [Int](repeating: 0, count: clipping.runs.count),
            isDone = [Bool](repeating: false, count: exits.count)
        for (index, crossing) in crossings.enumerated() where !crossing.isEntry { exits[crossing.run] = index }
        var rings: [[UInt32]] = []
        for start in clipping.runs.indices where !isDone[start] {
            var ring: [UInt32] = [], run = start
            while !isDone[run] {
                isDone[run] = true
                ring += clipping.runs[run].nodes
                let next = crossings[(exits[run] + 1) % crossings.count]
                ring += clipping.corners(from: clipping.runs[run].exit, to: next.position)
                run = next.run
            }
            rings.append(ring)
        }
        return rings
    }

    /// Sorts rings into sea and islands. Islands without sea around them mean that the whole box is sea.
    private mutating func nest(_ closed: [[UInt32]], _ rings: [[UInt32]], in box: IntBox) {
        var outers = closed, islands: [[UInt32]] = []
        for ring in rings { if doubledArea(ring) > 0 { outers.append(ring) } else { islands.append(ring) } }
        if outers.isEmpty, !islands.isEmpty {
            var clipping = CoastClipping(to: box, points: points)
            outers = [clipping.outline()]
            points = clipping.points
        }
        outers.sort { doubledArea($0) < doubledArea($1) }
        let first = polygons.count
        polygons += outers.map { Area.Polygon(outer: $0) }
        let searchers = outers.map { RingSearcher($0.map(place)) }
        for island in islands {
            let place = place(island[0])
            // The smallest ring around it, because islands may have lagoons that are sea again.
            guard let sea = searchers.indices.first(where: { searchers[$0].side(ofX: place.x, y: place.y) == .inside })
            else { continue }
            polygons[first + sea].holes.append(island)
        }
    }

    private func place(_ node: UInt32) -> (x: Double, y: Double) {
        (Double(points[Int(node)].x), Double(points[Int(node)].y))
    }

    private func doubledArea(_ ring: [UInt32]) -> Int64 {
        guard let last = ring.last else { return 0 }
        var sum: Int64 = 0, from = points[Int(last)]
        for node in ring {
            let to = points[Int(node)]
            sum &+= Int64(from.x) * Int64(to.y) - Int64(to.x) * Int64(from.y)
            from = to
        }
        return sum
    }

    /// Returns the share of streets in the water that should be on land.
    private func shareOfWetStreets(_ data: OSMData) -> Double {
        guard !polygons.isEmpty else { return 0 }
        let outers = polygons.map { RingSearcher($0.outer.map(place)) }
        let holes = polygons.map { $0.holes.map { RingSearcher($0.map(place)) } }
        var seen = 0, wet = 0
        for way in stride(from: 0, to: data.ways.count, by: max(1, data.ways.count / (8 * Self.samples))) {
            let tags = data.tags(ofWay: way)
            guard tags["highway"] != nil, tags["bridge"] == nil, tags["tunnel"] == nil,
                let node = data.ways.refs(of: way).first, node != OSMData.missing
            else { continue }
            let place = place(node)
            func isInside(_ searcher: RingSearcher) -> Bool { searcher.side(ofX: place.x, y: place.y) == .inside }
            seen += 1
            if outers.indices.contains(where: { isInside(outers[$0]) && !holes[$0].contains(where: isInside) }) {
                wet += 1
            }
        }
        return seen > 0 ? Double(wet) / Double(seen) : 0
    }
}
