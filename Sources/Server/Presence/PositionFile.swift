import Community
import GeoCore
import HereaboutsAPI
import Presence

/// Writes positions as a file for their owner, in pieces. Each device has its own track: two phones in two towns do not
/// make a journey between them.
struct PositionFile: Sendable {
    let form: PositionForm
    /// The names of devices; removed devices have none.
    let names: [DeviceID: String]

    /// Consecutive positions, with the markup before and after them.
    struct Piece: Sendable {
        var before: [UInt8] = []
        let positions: ArraySlice<Positions.Recorded>
        var after: [UInt8] = []
    }

    /// This many positions make about 50 kB of text.
    private static let mostInPiece = 200

    var mediaType: String { form == .gpx ? "application/gpx+xml" : "application/geo+json" }

    var head: [UInt8] {
        guard form == .gpx else { return Array(#"{"type":"FeatureCollection","features":["#.utf8) }
        var xml = XMLWriter()
        xml.append(
            raw: #"<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="\#(TrackFile.creator)">"#)
        return xml.bytes
    }

    var tail: [UInt8] { Array((form == .gpx ? "</gpx>" : "]}").utf8) }

    /// Returns the pieces of the positions of a day, or of a part of one.
    func pieces(of recorded: [Positions.Recorded]) -> [Piece] {
        form == .gpx ? tracks(recorded) : Self.cut(recorded[...]).map { Piece(positions: $0) }
    }

    /// Returns the text of a piece. `isFirst` says whether it is the file's first.
    func text(_ piece: Piece, isFirst: Bool) -> [UInt8] {
        guard form == .gpx else { return features(piece.positions, isFirst: isFirst) }
        let points = XMLWriter.fragment { xml in
            for recorded in piece.positions { Self.point(recorded.position, &xml) }
        }
        return piece.before + points + piece.after
    }

    private static func cut(_ recorded: ArraySlice<Positions.Recorded>) -> [ArraySlice<Positions.Recorded>] {
        stride(from: recorded.startIndex, to: recorded.endIndex, by: mostInPiece).map {
            recorded[$0..<min($0 + mostInPiece, recorded.endIndex)]
        }
    }

    // MARK: GeoJSON

    /// Writes a point for each position (RFC 7946), by time.
    private func features(_ positions: ArraySlice<Positions.Recorded>, isFirst: Bool) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 260 * positions.count)
        json.beginArray()
        for recorded in positions { feature(recorded.position, of: recorded.device, &json) }
        json.endArray()
        // Without its brackets, it is a part of a longer list.
        let features = json.bytes.dropFirst().dropLast()
        return isFirst ? Array(features) : [UInt8(ascii: ",")] + features
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

    // MARK: GPX

    /// Writes a track for each device (topografix.com/GPX/1/1), with the device's id as its source: two devices may
    /// share a name. A GPX point holds place, height and time only. Positions at home are left out, because their place
    /// is unknown.
    private func tracks(_ recorded: [Positions.Recorded]) -> [Piece] {
        let tracks = Dictionary(grouping: recorded.filter { !$0.position.isAtHome }, by: \.device)
            .sorted { ($0.value[0].position.time, $0.key) < ($1.value[0].position.time, $1.key) }
        return tracks.flatMap { device, recorded in
            var pieces = Self.segments(recorded).flatMap { segment in
                var pieces = Self.cut(segment).map { Piece(positions: $0) }
                pieces[0].before = Array("<trkseg>".utf8)
                pieces[pieces.count - 1].after = Array("</trkseg>".utf8)
                return pieces
            }
            let name = names[device].map { name in XMLWriter.fragment { $0.element("name", text: name) } } ?? []
            let source = XMLWriter.fragment { $0.element("src", text: device.text) }
            pieces[0].before = Array("<trk>".utf8) + name + source + pieces[0].before
            pieces[pieces.count - 1].after += "</trk>".utf8
            return pieces
        }
    }

    /// Splits a device's positions where it was silent so long that its path is unknown.
    private static func segments(_ recorded: [Positions.Recorded]) -> [ArraySlice<Positions.Recorded>] {
        var segments: [ArraySlice<Positions.Recorded>] = [], start = 0
        for index in recorded.indices.dropFirst()
        where recorded[index].position.time - recorded[index - 1].position.time > StayRule.longestSilence {
            segments.append(recorded[start..<index])
            start = index
        }
        return segments + [recorded[start...]]
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
    /// Writes a member, unless it is unknown.
    fileprivate mutating func number(_ name: StaticString, _ value: Double?) {
        guard let value else { return }
        key(name)
        self.value(value, decimals: 2)
    }
}
