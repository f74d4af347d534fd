import GeoCore
import Tiles

/// Simplifies the shapes of features and puts them on a band's grid.
struct FeatureShaping {
    /// The shapes made, and which feature each belongs to: some features vanish at their scale.
    struct Result: Sendable {
        var shapes = ShapeColumn()
        var features: [Int32] = []
    }

    private(set) var result = Result()
    private let source: FeatureSource
    private let lines: [[UInt32]]
    private let simplification: Simplification
    /// Bits by which the band's grid is coarser than that of the nodes.
    private let shift: Int32
    private let smallestPiece: Int64

    init(
        _ source: FeatureSource, lines: [[UInt32]], _ simplification: Simplification, shift: Int32, smallestPiece: Int64
    ) {
        self.source = source
        self.lines = lines
        self.simplification = simplification
        self.shift = shift
        self.smallestPiece = smallestPiece
    }

    /// Makes the shape of a feature, whose number is `index`.
    mutating func add(_ feature: MapFeature, at index: Int) {
        switch feature.layer.schema.geometry {
        case .point: if case .point(let point) = feature.shape { result.shapes.addPoint(rounded(point)) }
        case .line: addLines(feature.shape)
        case .polygon: addPolygons(feature.shape)
        }
        if result.shapes.endFeature() { result.features.append(Int32(index)) }
    }

    private mutating func addLines(_ shape: MapFeature.Shape) {
        for line in source.lines(of: shape, joined: lines) {
            let points = rounded(simplification.line(line))
            if points.count >= 2 { result.shapes.addLine(points) }
        }
    }

    private mutating func addPolygons(_ shape: MapFeature.Shape) {
        for (index, polygon) in source.polygons(of: shape).enumerated() {
            // The first is the largest; a feature is not left without it.
            guard let outer = ring(polygon.outer, isHole: false, smallest: index == 0 ? 0 : smallestPiece) else {
                continue
            }
            result.shapes.addRing(outer, isHole: false)
            for hole in polygon.holes {
                if let hole = ring(hole, isHole: true, smallest: smallestPiece) {
                    result.shapes.addRing(hole, isHole: true)
                }
            }
        }
    }

    /// A ring on the grid, turned as tiles want it; `nil` when nothing of it is left.
    private func ring(_ nodes: Area.Ring, isHole: Bool, smallest: Int64) -> [GridPoint]? {
        var points = rounded(simplification.ring(nodes))
        if points.count > 1, points.first == points.last { points.removeLast() }
        guard points.count >= 3 else { return nil }
        var doubledArea: Int64 = 0, from = points[points.count - 1]
        for to in points {
            doubledArea &+= Int64(from.x) * Int64(to.y) - Int64(to.x) * Int64(from.y)
            from = to
        }
        guard doubledArea != 0, doubledArea.magnitude >= 2 * smallest.magnitude else { return nil }
        if (doubledArea < 0) != isHole { points.reverse() }
        return points
    }

    private func rounded(_ nodes: [UInt32]) -> [GridPoint] {
        var points: [GridPoint] = []
        points.reserveCapacity(nodes.count)
        for node in nodes {
            let point = rounded(source.points[Int(node)])
            if points.last != point { points.append(point) }
        }
        return points
    }

    private func rounded(_ point: GridPoint) -> GridPoint {
        guard shift > 0 else { return point }
        let half: Int32 = 1 << (shift - 1)
        return GridPoint(x: (point.x + half) >> shift, y: (point.y + half) >> shift)
    }
}
