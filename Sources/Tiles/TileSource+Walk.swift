import Atlas
package import GeoCore

extension TileSource {
    /// Calls `visit` with each tile of a zoom of `0...14` that features may reach into, along the Hilbert curve, which
    /// is the order of PMTiles archives. The others are empty; a few of these are empty, too.
    ///
    /// Descends from the whole world into the quarters that features reach into, so that its work grows with the tiles
    /// that it finds. Throws what `visit` throws.
    package func forEachTile<Failure: Error>(
        ofZoom zoom: Int, _ visit: (TileID) throws(Failure) -> Void
    ) throws(Failure) {
        guard let whole = TileID(zoom: 0, x: 0, y: 0) else { return }
        try descend(whole, toZoom: zoom, visit)
    }

    private func descend<Failure: Error>(
        _ tile: TileID, toZoom zoom: Int, _ visit: (TileID) throws(Failure) -> Void
    ) throws(Failure) {
        guard mayHaveFeatures(tile, ofZoom: zoom) else { return }
        guard tile.zoom < zoom else { return try visit(tile) }
        for quarter in Self.quarters(of: tile) { try descend(quarter, toZoom: zoom, visit) }
    }

    /// The quarters of a tile along the Hilbert curve.
    private static func quarters(of tile: TileID) -> [TileID] {
        var quarters: [(position: UInt64, tile: TileID)] = []
        for (right, down) in [(0, 0), (0, 1), (1, 1), (1, 0)] {
            let x = 2 * tile.x + right, y = 2 * tile.y + down
            guard let quarter = TileID(zoom: tile.zoom + 1, x: x, y: y) else { continue }
            let position = Hilbert.position(
                x: UInt32(truncatingIfNeeded: x), y: UInt32(truncatingIfNeeded: y), order: quarter.zoom)
            quarters.append((position, quarter))
        }
        quarters.sort { $0.position < $1.position }
        return quarters.map { $0.tile }
    }

    /// Whether the box of any feature that `zoom` shows reaches into `tile`, which is of that zoom or a lower one. The
    /// buffer of the lower zoom covers those of its tiles.
    private func mayHaveFeatures(_ tile: TileID, ofZoom zoom: Int) -> Bool {
        let number = family.band(forZoom: zoom), band = bands[number]
        let zoomInBand = UInt32(truncatingIfNeeded: zoom - family.firstZoom(ofBand: number))
        let reach = TileFrame(tile, family, bandZoom: family.zoom(ofBand: number)).reach
        return band.tree.hasItem(in: reach) { band.items[$0].isShown(atZoomInBand: zoomInBand) }
    }
}
