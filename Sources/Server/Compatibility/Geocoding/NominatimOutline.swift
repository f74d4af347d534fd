import Atlas
import GeoCore

/// A place's geometry in Nominatim's formats. Longitude first, in degrees.
struct NominatimOutline {
    private enum Shape {
        case point(PointE7)
        case lines([[PointE7]])
        /// Polygons: an outer ring, counterclockwise, and its holes, clockwise; no ring repeats its first point.
        case polygons([[[PointE7]]])
    }

    private let shape: Shape

    /// Takes the place's shape, simplified with a tolerance of `threshold` degrees.
    init(_ place: GeocodedPlace, _ places: PlaceTable, threshold: Double) {
        guard let stored = places.shape(place.place) else {
            shape = .point(place.point)
            return
        }
        let tolerance = min(threshold, 360) * 1e7, isArea = stored.isArea
        var polygons: [[[PointE7]]] = [], lines: [[PointE7]] = []
        stored.forEachPart { part in
            var points: [PointE7] = []
            part.forEachPoint { points.append($0) }
            if !isArea {
                lines.append(tolerance > 0 ? LineThinning.thinned(line: points, toleranceE7: tolerance) : points)
                return
            }
            let thinned = tolerance > 0 ? LineThinning.thinned(ring: points, toleranceE7: tolerance) : points
            // A ring that simplification would empty stays unchanged.
            let ring = thinned.count > 2 ? thinned : points
            if polygons.isEmpty || Self.isCounterclockwise(points) {
                polygons.append([ring])
            } else {
                polygons[polygons.count - 1].append(ring)
            }
        }
        shape = isArea ? .polygons(polygons) : .lines(lines)
    }

    /// Whether a ring is an outer ring and not a hole (`PlaceShape` has each polygon's outer ring, then its holes).
    private static func isCounterclockwise(_ ring: [PointE7]) -> Bool {
        var doubled = 0.0, previous = ring.last
        for point in ring {
            if let previous {
                doubled +=
                    Double(previous.longitudeE7) * Double(point.latitudeE7)
                    - Double(point.longitudeE7) * Double(previous.latitudeE7)
            }
            previous = point
        }
        return doubled > 0
    }

    /// Writes a GeoJSON geometry (RFC 7946).
    func write(to json: inout JSONWriter) {
        switch shape {
        case .point(let point): Self.write(point: point, to: &json)
        case .lines(let lines) where lines.count == 1:
            Self.begin("LineString", &json)
            Self.write(lines[0], closing: false, &json)
            json.endObject()
        case .lines(let lines):
            Self.begin("MultiLineString", &json)
            json.beginArray()
            for line in lines { Self.write(line, closing: false, &json) }
            json.endArray()
            json.endObject()
        case .polygons(let polygons) where polygons.count == 1:
            Self.begin("Polygon", &json)
            Self.write(polygon: polygons[0], &json)
            json.endObject()
        case .polygons(let polygons):
            Self.begin("MultiPolygon", &json)
            json.beginArray()
            for polygon in polygons { Self.write(polygon: polygon, &json) }
            json.endArray()
            json.endObject()
        }
    }

    static func write(point: PointE7, to json: inout JSONWriter) {
        begin("Point", &json)
        write(position: point, &json)
        json.endObject()
    }

    private static func begin(_ type: String, _ json: inout JSONWriter) {
        json.beginObject()
        json.key("type")
        json.value(type)
        json.key("coordinates")
    }

    private static func write(polygon: [[PointE7]], _ json: inout JSONWriter) {
        json.beginArray()
        for ring in polygon { write(ring, closing: true, &json) }
        json.endArray()
    }

    private static func write(_ points: [PointE7], closing isRing: Bool, _ json: inout JSONWriter) {
        json.beginArray()
        for point in points { write(position: point, &json) }
        if isRing, let first = points.first { write(position: first, &json) }
        json.endArray()
    }

    private static func write(position: PointE7, _ json: inout JSONWriter) {
        json.beginArray()
        json.value(e7: position.longitudeE7)
        json.value(e7: position.latitudeE7)
        json.endArray()
    }

    /// Well-known text (OGC 06-103r4).
    var wkt: String {
        func list(_ points: [PointE7], closing isRing: Bool) -> String {
            let all = isRing ? points + points.prefix(1) : points
            return "(" + all.map { Self.pair($0, " ") }.joined(separator: ",") + ")"
        }
        func polygon(_ rings: [[PointE7]]) -> String {
            "(" + rings.map { list($0, closing: true) }.joined(separator: ",") + ")"
        }
        switch shape {
        case .point(let point): return "POINT(" + Self.pair(point, " ") + ")"
        case .lines(let lines) where lines.count == 1: return "LINESTRING" + list(lines[0], closing: false)
        case .lines(let lines):
            return "MULTILINESTRING(" + lines.map { list($0, closing: false) }.joined(separator: ",") + ")"
        case .polygons(let polygons) where polygons.count == 1: return "POLYGON" + polygon(polygons[0])
        case .polygons(let polygons): return "MULTIPOLYGON(" + polygons.map(polygon).joined(separator: ",") + ")"
        }
    }

    /// SVG paths with negated latitude, like PostGIS's ST_AsSVG.
    var svg: String {
        func path(_ points: [PointE7], closing isRing: Bool) -> String {
            let pairs = points.map { Self.text($0.longitudeE7) + " " + Self.text(-$0.latitudeE7) }
            guard let first = pairs.first else { return "" }
            return "M \(first)" + (pairs.count > 1 ? " L " + pairs.dropFirst().joined(separator: " ") : "")
                + (isRing ? " Z" : "")
        }
        switch shape {
        case .point(let point):
            return "cx=\"\(Self.text(point.longitudeE7))\" cy=\"\(Self.text(-point.latitudeE7))\""
        case .lines(let lines): return lines.map { path($0, closing: false) }.joined(separator: " ")
        case .polygons(let polygons):
            return polygons.joined().map { path($0, closing: true) }.joined(separator: " ")
        }
    }

    /// KML (OGC 12-007r2).
    var kml: String {
        func coordinates(_ points: [PointE7], closing isRing: Bool) -> String {
            let all = isRing ? points + points.prefix(1) : points
            return "<coordinates>" + all.map { Self.pair($0, ",") }.joined(separator: " ") + "</coordinates>"
        }
        func line(_ points: [PointE7]) -> String {
            "<LineString>" + coordinates(points, closing: false) + "</LineString>"
        }
        func polygon(_ rings: [[PointE7]]) -> String {
            var text = "<Polygon>"
            for (index, ring) in rings.enumerated() {
                let side = index == 0 ? "outerBoundaryIs" : "innerBoundaryIs"
                text += "<\(side)><LinearRing>" + coordinates(ring, closing: true) + "</LinearRing></\(side)>"
            }
            return text + "</Polygon>"
        }
        func several(_ pieces: [String]) -> String {
            pieces.count == 1 ? pieces[0] : "<MultiGeometry>" + pieces.joined() + "</MultiGeometry>"
        }
        switch shape {
        case .point(let point): return "<Point><coordinates>" + Self.pair(point, ",") + "</coordinates></Point>"
        case .lines(let lines): return several(lines.map(line))
        case .polygons(let polygons): return several(polygons.map(polygon))
        }
    }

    private static func pair(_ point: PointE7, _ separator: String) -> String {
        text(point.longitudeE7) + separator + text(point.latitudeE7)
    }

    private static func text(_ e7: Int32) -> String { NominatimBox.text(e7) }
}
