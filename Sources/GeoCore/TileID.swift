/// A tile of the slippy map: zoom, column from 180° W eastward, row from the north edge southward (XYZ, not TMS).
package struct TileID: Equatable, Hashable, Sendable {
    package let zoom: Int
    package let x: Int
    package let y: Int

    /// The deepest zoom an address may name.
    package static let maximumZoom = 24

    /// Makes a tile address, or `nil` when zoom is outside `0...24` or a position is outside its zoom's square.
    package init?(zoom: Int, x: Int, y: Int) {
        guard (0...Self.maximumZoom).contains(zoom), x >= 0, y >= 0, x < 1 << zoom, y < 1 << zoom else { return nil }
        self.zoom = zoom
        self.x = x
        self.y = y
    }

    /// The tile of `zoom` that holds `point`.
    package init?(containing point: PointE7, zoom: Int) {
        guard (0...Self.maximumZoom).contains(zoom) else { return nil }
        let fraction = Mercator.worldFraction(Coordinate(point)), size = Double(1 << zoom)
        self.init(zoom: zoom, x: Int(min(size - 1, fraction.x * size)), y: Int(min(size - 1, fraction.y * size)))
    }
}
