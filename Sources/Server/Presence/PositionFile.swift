import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import Presence

/// Positions as a file for their owner.
enum PositionFile {
    static func response(_ positions: [Presence.Position], as form: PositionForm) -> Response {
        let bytes = form == .gpx ? gpx(positions) : geoJSON(positions)
        let type = form == .gpx ? "application/gpx+xml" : "application/geo+json"
        return Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: Exchange.personal,
                .contentDisposition: "attachment; filename=\"positions.\(form.rawValue)\"",
            ], body: .init(byteBuffer: .init(bytes: bytes)))
    }

    /// A point for each position (RFC 7946).
    private static func geoJSON(_ positions: [Presence.Position]) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 200 * positions.count + 100)
        json.beginObject()
        json.key("type")
        json.value("FeatureCollection")
        json.key("features")
        json.beginArray()
        for position in positions { feature(position, &json) }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    private static func feature(_ position: Presence.Position, _ json: inout JSONWriter) {
        json.beginObject()
        json.key("type")
        json.value("Feature")
        json.key("geometry")
        json.beginObject()
        json.key("type")
        json.value("Point")
        json.key("coordinates")
        json.beginArray()
        json.value(e7: position.point.longitudeE7)
        json.value(e7: position.point.latitudeE7)
        json.endArray()
        json.endObject()
        json.key("properties")
        json.beginObject()
        json.key("time")
        json.value(WireTime.text(position.time))
        if position.isAtHome {
            json.key("at_home")
            json.value(true)
        }
        json.number("accuracy", position.accuracyMetres)
        json.number("altitude", position.altitudeMetres)
        json.number("speed", position.speed)
        json.number("course", position.course)
        json.number("battery", position.batteryPercent)
        json.endObject()
        json.endObject()
    }

    /// A track (topografix.com/GPX/1/1), which has no place for more than place, height and time; what was at home is left out, as its place is
    /// not known.
    private static func gpx(_ positions: [Presence.Position]) -> [UInt8] {
        var xml = XMLWriter()
        let head = [
            ("xmlns", "http://www.topografix.com/GPX/1/1"), ("version", "1.1"), ("creator", "Hereabouts"),
        ]
        xml.element("gpx", head.map { ($0, Array($1.utf8)) }) { xml in
            xml.element("trk") { xml in
                xml.element("trkseg") { xml in
                    for position in positions where !position.isAtHome {
                        let place = [("lat", position.point.latitudeE7), ("lon", position.point.longitudeE7)]
                        xml.element("trkpt", place.map { ($0, Array(Decimal.print(Double($1) / 1e7).utf8)) }) { xml in
                            if let altitude = position.altitudeMetres {
                                xml.element("ele", text: Decimal.print(altitude))
                            }
                            xml.element("time", text: WireTime.text(position.time))
                        }
                    }
                }
            }
        }
        return xml.bytes
    }
}

extension JSONWriter {
    /// A member that is left out when it is unknown.
    fileprivate mutating func number(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        key(name)
        self.value(value, decimals: 2)
    }
}
