import Community
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import Presence

/// Positions as a file for their owner. Each device has a track of its own: two phones in two towns are no journey
/// between those.
struct PositionFile {
    private let recorded: [Positions.Recorded]
    /// What devices are called; those that were removed have no name any more.
    private let names: [DeviceID: String]

    init(_ recorded: [Positions.Recorded], names: [DeviceID: String]) {
        self.recorded = recorded
        self.names = names
    }

    func response(as form: PositionForm) -> Response {
        let bytes = form == .gpx ? gpx : geoJSON
        let type = form == .gpx ? "application/gpx+xml" : "application/geo+json"
        return Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: Exchange.personal,
                .contentDisposition: "attachment; filename=\"positions.\(form.rawValue)\"",
            ], body: .init(byteBuffer: .init(bytes: bytes)))
    }

    /// A point for each position (RFC 7946), in the order of times.
    private var geoJSON: [UInt8] {
        var json = JSONWriter(reservingCapacity: 250 * recorded.count + 100)
        json.beginObject()
        json.key("type")
        json.value("FeatureCollection")
        json.key("features")
        json.beginArray()
        for recorded in recorded { feature(recorded.position, of: recorded.device, &json) }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    private func feature(_ position: Presence.Position, of device: DeviceID, _ json: inout JSONWriter) {
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
        json.key("device")
        json.value(device.text)
        if let name = names[device] {
            json.key("device_name")
            json.value(name)
        }
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

    /// A track for each device (topografix.com/GPX/1/1), which has no place for more than place, height and time; what
    /// was at home is left out, as its place is not known.
    private var gpx: [UInt8] {
        let tracks = Dictionary(grouping: recorded.filter { !$0.position.isAtHome }, by: \.device)
            .sorted { ($0.value[0].position.time, $0.key) < ($1.value[0].position.time, $1.key) }
        var xml = XMLWriter()
        let head = [
            ("xmlns", "http://www.topografix.com/GPX/1/1"), ("version", "1.1"), ("creator", TrackFile.creator),
        ]
        xml.element("gpx", head.map { ($0, Array($1.utf8)) }) { xml in
            for (device, recorded) in tracks {
                xml.element("trk") { xml in
                    if let name = names[device] { xml.element("name", text: name) }
                    for segment in Self.segments(recorded.map(\.position)) {
                        xml.element("trkseg") { xml in
                            for position in segment { Self.point(position, &xml) }
                        }
                    }
                }
            }
        }
        return xml.bytes
    }

    /// The positions of a device between silences, after which nobody knows what way it went.
    private static func segments(_ positions: [Presence.Position]) -> [[Presence.Position]] {
        var segments: [[Presence.Position]] = []
        for position in positions {
            if let last = segments.last?.last, position.time - last.time <= StayRule.longestSilence {
                segments[segments.count - 1].append(position)
            } else {
                segments.append([position])
            }
        }
        return segments
    }

    private static func point(_ position: Presence.Position, _ xml: inout XMLWriter) {
        let place = [("lat", position.point.latitudeE7), ("lon", position.point.longitudeE7)]
        xml.element("trkpt", place.map { ($0, Array(Decimal.print(Double($1) / 1e7).utf8)) }) { xml in
            if let altitude = position.altitudeMetres { xml.element("ele", text: Decimal.print(altitude)) }
            xml.element("time", text: WireTime.text(position.time))
        }
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
