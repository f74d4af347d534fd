package import Atlas
package import GeoCore
import Tiles

/// A server's use of the tiles of an atlas from an unknown source.
package enum TileExercise {
    /// Opens and checks untrusted sections and, if they pass, makes tiles of every zoom all over `bounds`, in E7
    /// degrees.
    ///
    /// It must return for any bytes. Returns whether the sections passed.
    package static func run(_ atlas: AtlasView, over bounds: IntBox) -> Bool {
        do {
            try StringTable(atlas).check()
            let source = try TileSource(atlas)
            try source.check()
            makeTiles(source, over: bounds)
            return true
        } catch {
            return false
        }
    }

    private static func makeTiles(_ source: TileSource, over bounds: IntBox) {
        var workspace = TileWorkspace()
        for zoom in 0...TileFormat.maximumZoom {
            let corners = [(bounds.maxY, bounds.minX), (bounds.minY, bounds.maxX)].compactMap {
                TileID(containing: PointE7(latitudeE7: $0.0, longitudeE7: $0.1), zoom: zoom)
            }
            guard corners.count == 2 else { continue }
            // A few tiles a zoom: each reads all features that reach into it.
            for x in stride(from: corners[0].x, through: corners[1].x, by: max(1, (corners[1].x - corners[0].x) / 4)) {
                for y in stride(
                    from: corners[0].y, through: corners[1].y, by: max(1, (corners[1].y - corners[0].y) / 4))
                {
                    if let id = TileID(zoom: zoom, x: x, y: y) { _ = source.tile(id, with: &workspace) }
                }
            }
        }
    }
}
