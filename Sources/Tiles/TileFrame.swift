import GeoCore

/// The position of a tile on its band's grid, and the conversion of grid positions to positions in the tile.
struct TileFrame {
    /// The number of bits by which the band's grid is finer than the tile.
    private let shift: Int32
    private let half: Int32
    private let originX: Int32
    private let originY: Int32

    init(_ tile: TileID, _ family: TileFamily, bandZoom: Int) {
        shift = Int32(truncatingIfNeeded: bandZoom - tile.zoom)
        half = shift > 0 ? 1 << (shift - 1) : 0
        let corner = family.corner(atZoom: tile.zoom)
        originX = Int32(truncatingIfNeeded: tile.x) << Int32(TileFormat.extentBits) + corner
        originY = Int32(truncatingIfNeeded: tile.y) << Int32(TileFormat.extentBits) + corner
    }

    /// Rounds on the common grid before moving to the tile, so that neighbouring tiles round alike.
    @inline(__always) func x(_ gridX: Int32) -> Int32 { (gridX &+ half) &>> shift &- originX }
    @inline(__always) func y(_ gridY: Int32) -> Int32 { (gridY &+ half) &>> shift &- originY }

    /// Returns a position on a grid whose units are 2^`shift` times as large, with the rounding of tiles.
    static func coarsened(_ position: Int32, by shift: Int32) -> Int32 {
        shift > 0 ? (position &+ 1 << (shift - 1)) &>> shift : position
    }

    func box(_ grid: IntBox) -> IntBox {
        IntBox(minX: x(grid.minX), minY: y(grid.minY), maxX: x(grid.maxX), maxY: y(grid.maxY))
    }

    /// The part of the plane that a tile includes, in its own units.
    static var clip: IntBox {
        let buffer = TileFormat.buffer
        return IntBox(
            minX: -buffer, minY: -buffer, maxX: TileFormat.extent + buffer, maxY: TileFormat.extent + buffer)
    }

    /// The part of the band's grid that can reach into the tile.
    var reach: IntBox {
        let first = -TileFormat.buffer - 1, last = TileFormat.extent + TileFormat.buffer + 1
        return IntBox(
            minX: (originX + first) << shift, minY: (originY + first) << shift, maxX: (originX + last) << shift,
            maxY: (originY + last) << shift)
    }
}
