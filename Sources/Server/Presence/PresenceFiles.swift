import GeoCore
import HereaboutsAPI

/// Writes visible people and busyness as files for other programs. They hold nothing beyond what the API returns
/// anyway.
enum PresenceFiles {
    /// Writes a feature for each person (RFC 7946).
    static func geoJSON(_ people: [SeenPerson]) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 300 * people.count + 100)
        json.beginObject()
        json.key("type")
        json.value("FeatureCollection")
        json.key("features")
        json.beginArray()
        for person in people { feature(person, &json) }
        json.endArray()
        json.endObject()
        return json.bytes
    }

    private static func feature(_ person: SeenPerson, _ json: inout JSONWriter) {
        json.beginObject()
        json.key("type")
        json.value("Feature")
        json.key("id")
        json.value(person.id)
        json.key("geometry")
        if let lat = person.lat, let lon = person.lon {
            json.beginObject()
            json.key("type")
            json.value("Point")
            json.key("coordinates")
            json.beginArray()
            json.value(lon, decimals: 7)
            json.value(lat, decimals: 7)
            json.endArray()
            json.endObject()
        } else {
            // A person at home has no coordinates, and programs would draw the middle of the area as a place.
            json.null()
        }
        json.key("properties")
        json.beginObject()
        json.key("name")
        json.value(person.name)
        json.key("since")
        json.value(person.since)
        json.key("last")
        json.value(person.last)
        json.key("at_home")
        json.value(person.isAtHome)
        json.key("exact")
        json.value(person.isExact)
        if let radius = person.radius {
            json.key("radius")
            json.value(Int(radius))
        }
        json.key("friend")
        json.value(person.isFriend)
        if let group = person.group {
            json.key("group")
            json.value(group)
        }
        if person.isSimulated == true {
            json.key("simulated")
            json.value(true)
        }
        json.endObject()
        json.endObject()
    }

    /// How one place usually is at one hour of the week.
    struct Hour {
        let place: MapObject
        /// 0 is Monday.
        let day: Int
        let hour: Int
        /// 1 ... 5; `nil` when it is not published.
        let level: Int?
        let wait: UsualQueue?
    }

    /// Writes a row for each hour, as tab-separated text (IANA text/tab-separated-values). A tab or a line break in a
    /// name becomes a blank.
    static func table(_ hours: [Hour]) -> [UInt8] {
        var text = "id\tname\tlat\tlon\tday\thour\tlevel\twait_minutes\twait_reports\n"
        for row in hours {
            let name = String(row.place.name.map { $0.isNewline || $0 == "\t" ? " " : $0 })
            let wait = row.wait
            let cells = [
                row.place.id, name, Decimal.print(row.place.point.latitude), Decimal.print(row.place.point.longitude),
                String(row.day), String(row.hour), row.level.map { String($0) } ?? "",
                wait.map { Decimal.print($0.minutes) } ?? "", wait.map { String($0.reports) } ?? "",
            ]
            text += cells.joined(separator: "\t") + "\n"
        }
        return Array(text.utf8)
    }
}
