package import GeoCore

/// Writes reachable areas in the format of Valhalla's isochrone service
/// (valhalla.github.io/valhalla/api/isochrone/api-reference).
package struct IsochroneJSON {
    /// One requested limit, and the streets within it. The answer draws the outline around them.
    package struct Contour: Sendable {
        /// The requested limit, above 0: kilometres if `isByLength`, otherwise minutes.
        package var value: Double
        package var isByLength: Bool
        /// Three or six hexadecimal digits, as the request has them; `nil` for a default colour.
        package var color: String?
        package var reach: Reach

        package init(value: Double, isByLength: Bool, color: String?, reach: Reach) {
            self.value = value
            self.isByLength = isByLength
            self.color = color
            self.reach = reach
        }
    }

    package struct Options: Sendable {
        package var polygons = false
        /// The minimum area of a polygon as a share of the contour's largest, 0 ... 1; smaller ones are left out. Holes
        /// count as part of a polygon's area.
        package var denoise = 1.0
        /// The maximum movement of lines to save points, in metres.
        package var generalize = 0.0
        package var showsLocations = false
        package var id: String?

        package init() {}
    }

    private var json: JSONWriter
    private let options: Options

    /// Returns a FeatureCollection: lengths, then times, each from the largest to the smallest.
    ///
    /// `point` is the requested place: travel starts there or, for a reverse request, ends there. `start` is its
    /// position on a street. Asked to stop, this ends soon, and the caller discards the incomplete answer.
    package static func write(
        _ contours: [Contour], from point: Coordinate, _ start: Waypoint, _ options: Options, _ engine: RouteEngine,
        until stop: StopRequest = .never
    ) -> [UInt8] {
        var writer = IsochroneJSON(json: JSONWriter(reservingCapacity: 8192), options: options)
        writer.collection(contours.inOrder, from: point, start, engine, stop)
        return writer.json.bytes
    }

    private mutating func collection(
        _ contours: [Contour], from point: Coordinate, _ start: Waypoint, _ engine: RouteEngine, _ stop: StopRequest
    ) {
        // The outlines are found from the smallest limit to the largest, each of which contains the one before. Lengths
        // and times have no such order, so each kind is outlined by itself.
        var outlines: [ReachOutline] = []
        for isByLength in [true, false] where contours.contains(where: { $0.isByLength == isByLength }) {
            let reaches = contours.filter { $0.isByLength == isByLength }.map { $0.reach }
            outlines += engine.network.outlines(of: reaches, until: stop)
        }
        json.beginObject()
        json.key("type")
        json.value("FeatureCollection")
        json.key("features")
        json.beginArray()
        for (index, contour) in contours.enumerated() {
            let color = contour.color ?? Self.color(index, of: contours.count)
            let polygons = outlines[index].generalized(toMetres: options.generalize).polygons(atLeast: options.denoise)
            guard !polygons.isEmpty else { continue }
            if options.polygons {
                feature(contour, color) { $0.area(polygons) }
            } else {
                for ring in polygons.flatMap({ [$0.outer] + $0.holes }) {
                    feature(contour, color) { $0.line(ring) }
                }
            }
        }
        if options.showsLocations { locations(point, start) }
        json.endArray()
        if let id = options.id {
            json.key("id")
            json.value(id)
        }
        json.endObject()
    }

    private mutating func feature(
        _ contour: Contour, _ color: String, _ geometry: (inout IsochroneJSON) -> Void
    ) {
        json.beginObject()
        json.key("type")
        json.value("Feature")
        json.key("properties")
        json.beginObject()
        for name in ["fill", "fillColor", "color"] as [StaticString] {
            json.key(name)
            json.value("#" + color)
        }
        for name in ["opacity", "fill-opacity", "fillOpacity"] as [StaticString] {
            json.key(name)
            json.value(0.33, decimals: 2)
        }
        json.key("contour")
        json.value(contour.value, decimals: 3)
        json.key("metric")
        json.value(contour.isByLength ? "distance" : "time")
        json.endObject()
        json.key("geometry")
        json.beginObject()
        geometry(&self)
        json.endObject()
        json.endObject()
    }

    private mutating func area(_ polygons: [ReachOutline.Polygon]) {
        let isOne = polygons.count == 1
        json.key("type")
        json.value(isOne ? "Polygon" : "MultiPolygon")
        json.key("coordinates")
        if !isOne { json.beginArray() }
        for polygon in polygons {
            json.beginArray()
            json.ring(polygon.outer)
            for hole in polygon.holes { json.ring(hole) }
            json.endArray()
        }
        if !isOne { json.endArray() }
    }

    private mutating func line(_ ring: [PointE7]) {
        json.key("type")
        json.value("LineString")
        json.key("coordinates")
        json.ring(ring)
    }

    private mutating func locations(_ point: Coordinate, _ start: Waypoint) {
        for isInput in [false, true] {
            json.beginObject()
            json.key("type")
            json.value("Feature")
            json.key("properties")
            json.beginObject()
            json.key("type")
            json.value(isInput ? "input" : "snapped")
            json.key("location_index")
            json.value(0)
            json.endObject()
            json.key("geometry")
            json.beginObject()
            json.key("type")
            json.value(isInput ? "Point" : "MultiPoint")
            json.key("coordinates")
            if isInput { json.location(PointE7(point)) } else { json.positions([start.position.point]) }
            json.endObject()
            json.endObject()
        }
    }

    /// Returns six hexadecimal digits: a colour of half saturation and half lightness. The hue is `index` · 150° /
    /// `count`, so it goes from red for the first contour towards green and stays below 150°.
    static func color(_ index: Int, of count: Int) -> String {
        let hue = Double(index) * 150 / Double(count), turn = hue / 60
        let second = 0.5 * (1 - ((turn < 2 ? turn : turn - 2) - 1).magnitude)
        let (red, green, blue) =
            hue < 60 ? (0.5, second, 0) : hue < 120 ? (second, 0.5, 0) : (0, 0.5, second) as (Double, Double, Double)
        var digits: [UInt8] = []
        for part in [red, green, blue] {
            let byte = UInt8(((part + 0.25) * 255 + 0.5).rounded(.down))
            for nibble in [byte >> 4, byte & 15] { digits.append(nibble < 10 ? 0x30 + nibble : 0x57 + nibble) }
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension [IsochroneJSON.Contour] {
    /// The contours, lengths before times, the largest first.
    fileprivate var inOrder: [IsochroneJSON.Contour] {
        let order = indices.sorted { one, two in
            if self[one].isByLength != self[two].isByLength { return self[one].isByLength }
            return self[one].value != self[two].value ? self[one].value > self[two].value : one < two
        }
        return order.map { self[$0] }
    }
}

extension ReachOutline {
    /// Returns the polygons whose area is at least this share of the largest polygon's, largest first.
    fileprivate func polygons(atLeast share: Double) -> [Polygon] {
        let areas = polygons.map { Self.area($0.outer) }, largest = areas.max() ?? 0
        let kept = polygons.indices.filter { areas[$0] >= largest * share }
        return kept.sorted { (-areas[$0], $0) < (-areas[$1], $1) }.map { polygons[$0] }
    }

    /// Returns the area in squares of 10⁻⁷ degrees, which suffices to compare polygons of one region.
    private static func area(_ ring: [PointE7]) -> Double {
        guard let first = ring.first else { return 0 }
        var doubled = 0.0, last = first
        for point in ring + [first] {
            func offset(_ point: PointE7) -> (x: Double, y: Double) {
                (
                    Double(point.longitudeE7) - Double(first.longitudeE7),
                    Double(point.latitudeE7) - Double(first.latitudeE7)
                )
            }
            let (from, to) = (offset(last), offset(point))
            doubled += from.x * to.y - to.x * from.y
            last = point
        }
        return doubled.magnitude / 2
    }
}
