package import GeoCore

extension TileID {
    /// The tile's number in a PMTiles archive: tiles of lower zooms come first, and within a zoom they follow the
    /// Hilbert curve (PMTiles 3, §4.1).
    package var archiveID: UInt64 {
        let before = ((UInt64(1) << (2 * UInt64(zoom))) - 1) / 3
        let position = Hilbert.position(
            x: UInt32(truncatingIfNeeded: x), y: UInt32(truncatingIfNeeded: y), order: zoom)
        return before + position
    }
}
