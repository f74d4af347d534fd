import GeoCore

/// The edge of a region: closed rings in exact integers. A point is inside if it lies on a ring, or if an odd number of
/// rings surround it; so rings inside others are holes.
struct Outline: Sendable {
    /// A stretch of a ring in E7 degrees, from the lower to the higher latitude. A ring over the antimeridian goes on
    /// beyond ±180°.
    private struct Edge: Sendable {
        let x1: Int64
        let y1: Int64
        let x2: Int64
        let y2: Int64
    }

    /// The smallest box around all rings.
    let box: IntBox
    private let edges: [Edge]
    private let longitudes: ClosedRange<Int64>
    /// The edges that meet each band of latitudes, from the south: `edgesOfBand[starts[i]..<starts[i + 1]]`.
    private var starts: [Int] = []
    private var edgesOfBand: [UInt32] = []
    /// The height of a band in E7 degrees.
    private let bandHeight: Int64

    /// So many edges cross a band, if they are short.
    private static let edgesPerBand = 8
    private static let mostBands = 4096

    /// Makes an outline of at least one ring.
    init(_ rings: [Ring]) {
        edges = rings.flatMap { ring in
            zip(ring.points, ring.points.dropFirst()).map { from, to in
                from.y <= to.y
                    ? Edge(x1: from.x, y1: from.y, x2: to.x, y2: to.y)
                    : Edge(x1: to.x, y1: to.y, x2: from.x, y2: from.y)
            }
        }
        box = Ring.box(around: rings)
        longitudes =
            (rings.map(\.longitudes.lowerBound).min() ?? 0)...(rings.map(\.longitudes.upperBound).max() ?? 0)
        let height = Int64(box.maxY) - Int64(box.minY)
        // So high that an edge meets a few bands on average.
        let rises = edges.reduce(Int64(1)) { $0 + $1.y2 - $1.y1 }
        let mostBands = min(Int64(Self.mostBands), 1 + 8 * height * Int64(edges.count) / rises)
        let bandCount = max(1, min(mostBands, Int64(edges.count / Self.edgesPerBand)))
        bandHeight = height / bandCount + 1
        var lists = [[UInt32]](repeating: [], count: Int(bandCount))
        for (index, edge) in edges.enumerated() {
            for band in band(of: edge.y1)...band(of: edge.y2) { lists[band].append(UInt32(index)) }
        }
        starts = [0]
        for list in lists {
            edgesOfBand += list
            starts.append(edgesOfBand.count)
        }
    }

    private func band(of latitude: Int64) -> Int { Int((latitude - Int64(box.minY)) / bandHeight) }

    /// Whether a point of the box lies in the outline or on it.
    func contains(_ point: PointE7) -> Bool {
        let y = Int64(point.latitudeE7)
        guard Int64(box.minY) <= y, y <= Int64(box.maxY) else { return false }
        let band = band(of: y)
        var isInside = false
        for turn in -1...1 {
            let x = Int64(point.longitudeE7) + Int64(turn) * Longitude.fullTurnE7
            guard longitudes.contains(x) else { continue }
            for index in edgesOfBand[starts[band]..<starts[band + 1]] {
                switch Self.side(of: edges[Int(index)], x, y) {
                case .on: return true
                case .west: isInside.toggle()
                case .elsewhere: break
                }
            }
        }
        return isInside
    }

    private enum Side { case on, west, elsewhere }

    /// Returns whether a point lies on an edge, or west of it at a latitude of the edge. Of the two latitudes at which
    /// an edge ends, the lower one is its own.
    private static func side(of edge: Edge, _ x: Int64, _ y: Int64) -> Side {
        guard edge.y1 <= y, y <= edge.y2, x <= max(edge.x1, edge.x2) else { return .elsewhere }
        let isAtItsLatitudes = y < edge.y2
        guard x >= min(edge.x1, edge.x2) else { return isAtItsLatitudes ? .west : .elsewhere }
        guard edge.y1 < edge.y2 else { return .on }
        // An edge spans at most 360° × 180°, so a product is below 2⁶³.
        let here = (x - edge.x1) * (edge.y2 - edge.y1), there = (edge.x2 - edge.x1) * (y - edge.y1)
        if here == there { return .on }
        return here < there && isAtItsLatitudes ? .west : .elsewhere
    }
}
