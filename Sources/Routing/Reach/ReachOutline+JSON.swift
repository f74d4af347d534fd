package import GeoCore

extension JSONWriter {
    /// Writes a GeoJSON MultiPolygon (RFC 7946, 3.1.7), with rings closed by their first point.
    package mutating func multiPolygon(_ outline: ReachOutline) {
        beginObject()
        key("type")
        value("MultiPolygon")
        key("coordinates")
        beginArray()
        for polygon in outline.polygons {
            beginArray()
            ring(polygon.outer)
            for hole in polygon.holes { ring(hole) }
            endArray()
        }
        endArray()
        endObject()
    }

    mutating func ring(_ points: [PointE7]) {
        beginArray()
        for point in points { location(point) }
        location(points[0])
        endArray()
    }
}
