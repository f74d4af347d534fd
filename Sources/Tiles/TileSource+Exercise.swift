package import Atlas
import GeoCore

extension TileSource {
    /// Opens and checks untrusted sections and, if they pass, makes tiles of every zoom wherever features are.
    ///
    /// The entry for fuzzing and for tests with damaged files: it must return, whatever the bytes. Returns whether the
    /// sections passed.
    package static func exercise(_ atlas: AtlasView) -> Bool {
        guard let source = try? TileSource(atlas), (try? source.text.check()) != nil, (try? source.check()) != nil
        else {
            return false
        }
        var workspace = TileWorkspace()
        for zoom in 0...TileFormat.maximumZoom {
            let band = TileFormat.band(forZoom: zoom), tree = source.bands[band].tree
            let bits = TileFormat.extentBits + TileFormat.bandZooms[band] - zoom
            // A few features a zoom: each tile reads all that reach into it.
            for index in stride(from: 0, to: tree.count, by: max(1, tree.count / 16)) {
                let box = tree.box(index)
                for (x, y) in [(box.minX, box.minY), (box.maxX, box.maxY)] {
                    guard let id = TileID(zoom: zoom, x: Int(x >> Int32(bits)), y: Int(y >> Int32(bits))) else {
                        continue
                    }
                    _ = source.tile(id, with: &workspace)
                }
            }
        }
        return true
    }
}
