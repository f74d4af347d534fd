package import Atlas
package import GeoCore

extension AtlasInfo {
    /// The bounds of all tiles. An atlas over the antimeridian has all longitudes: map programs request no tile of a
    /// box whose west side is east of its east side.
    package var tileBounds: IntBox {
        var box = extent
        if box.isOverAntimeridian { (box.minX, box.maxX) = (-1_800_000_000, 1_800_000_000) }
        return box
    }

    /// The zoom at which the longer side of the area spans one to two tiles, where a map may begin.
    package var zoomOfWhole: Int {
        let southWest = Mercator.worldFraction(Coordinate(PointE7(latitudeE7: bounds.minY, longitudeE7: bounds.minX)))
        let northEast = Mercator.worldFraction(Coordinate(PointE7(latitudeE7: bounds.maxY, longitudeE7: bounds.maxX)))
        let width = northEast.x - southWest.x + (bounds.isOverAntimeridian ? 1 : 0)
        var extent = max(width, southWest.y - northEast.y, 1e-6), zoom = 0
        while extent < 1, zoom < TileFormat.maximumZoom {
            extent *= 2
            zoom += 1
        }
        return zoom
    }
}
