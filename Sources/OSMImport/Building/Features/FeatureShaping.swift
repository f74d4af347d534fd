import GeoCore
import Tiles

/// Simplifies the shapes of features and moves them to a band's grid.
struct FeatureShaping {
    /// The feature of a shape, and the zooms that show it.
    struct Part: Sendable {
        let feature: Int32
        let minimumZoom: Int8
        let maximumZoom: Int8
    }

    /// The shapes: none of a feature that disappears at its scale, several of a feature that needs repair at some zoom.
    struct Result: Sendable {
        var shapes = ShapeColumn()
        var parts: [Part] = []
        /// Features whose rings cross too often to be made valid.
        var refused: [Int32] = []
    }

    private(set) var result = Result()
    private let source: FeatureSource
    private let lines: [[UInt32]]
    private let simplification: Simplification
    /// The band's deepest zoom, and how many bits its grid is coarser than that of the nodes.
    private let zoom: Int
    private let shift: Int32
    private let smallestPiece: Int64
    private var mending = PolygonMending()

    init(
        _ source: FeatureSource, lines: [[UInt32]], _ simplification: Simplification, zoom: Int, smallestPiece: Int64
    ) {
        self.source = source
        self.lines = lines
        self.simplification = simplification
        self.zoom = zoom
        shift = Int32(source.gridZoom - zoom)
        self.smallestPiece = smallestPiece
    }

    /// Makes the shape of a feature with the number `index`.
    mutating func add(_ feature: MapFeature, at index: Int) {
        add(feature.shape, feature.layer.schema.geometry, from: Int(feature.minimumZoom), at: index)
    }

    /// Makes a shape, shown from `minimumZoom`, of the feature with the number `index`.
    mutating func add(_ shape: MapFeature.Shape, _ geometry: TileGeometry, from minimumZoom: Int, at index: Int) {
        switch geometry {
        case .point: if case .point(let point) = shape { result.shapes.addPoint(rounded(point)) }
        case .line: addLines(shape)
        case .polygon: return addPolygons(shape, from: minimumZoom, at: index)
        }
        end(index, from: minimumZoom, to: zoom)
    }

    /// Ends the shape of a feature, or one of its shapes for some zooms.
    private mutating func end(_ index: Int, from minimumZoom: Int, to maximumZoom: Int) {
        guard result.shapes.endFeature() else { return }
        result.parts.append(
            Part(feature: Int32(index), minimumZoom: Int8(minimumZoom), maximumZoom: Int8(maximumZoom)))
    }

    private mutating func addLines(_ shape: MapFeature.Shape) {
        for line in source.lines(of: shape, joined: lines) {
            let points = rounded(simplification.line(line))
            if points.count >= 2 { result.shapes.addLine(points) }
        }
    }

    private mutating func addPolygons(_ shape: MapFeature.Shape, from first: Int, at index: Int) {
        var rings = rings(of: shape)
        let outcome = mending.mend(&rings), areApart = outcome == .valid
        if outcome == .refused { result.refused.append(Int32(index)) }
        guard rings.count > 0 else { return }
        // Shallower zooms round once more. If that breaks the polygon, they get their own shape, so that making a tile
        // needs no check.
        var last = zoom
        for shown in stride(from: zoom - 1, through: first, by: -1) {
            var coarse = mending.coarsened(rings, by: Int32(zoom - shown))
            if mending.mend(&coarse) == .valid { continue }
            if last > shown { add(rings, areApart, index, from: shown + 1, to: last) }
            add(coarse, scaledBy: Int32(zoom - shown), false, index, from: shown, to: shown)
            last = shown - 1
        }
        if last >= first { add(rings, areApart, index, from: first, to: last) }
    }

    /// Adds a polygon. `areApart` says that it is proven valid, so no two of its rings touch.
    private mutating func add(
        _ rings: PolygonRings, scaledBy shift: Int32 = 0, _ areApart: Bool, _ index: Int, from minimumZoom: Int,
        to maximumZoom: Int
    ) {
        if areApart { result.shapes.markRingsApart() }
        for ring in 0..<rings.count {
            let (points, isHole) = rings[ring]
            result.shapes.addRing(points.map { GridPoint(x: $0.x << shift, y: $0.y << shift) }, isHole: isHole)
        }
        end(index, from: minimumZoom, to: maximumZoom)
    }

    /// Returns the rings of a surface on the band's grid, valid or not.
    private func rings(of shape: MapFeature.Shape) -> PolygonRings {
        var rings = PolygonRings()
        for (index, polygon) in source.polygons(of: shape).enumerated() {
            // The first is the largest; a feature always keeps it.
            guard let outer = ring(polygon.outer, isHole: false, smallest: index == 0 ? 0 : smallestPiece) else {
                continue
            }
            rings.add(outer, isHole: false)
            for hole in polygon.holes {
                if let hole = ring(hole, isHole: true, smallest: smallestPiece) { rings.add(hole, isHole: true) }
            }
        }
        return rings
    }

    /// Returns a ring on the grid in the orientation of tiles; `nil` if nothing of it remains.
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
