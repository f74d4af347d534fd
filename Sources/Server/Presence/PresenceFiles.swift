import GeoCore
import HereaboutsAPI

/// Where people are and how places are used, as files for other programs: nothing but what is told of each anyway.
enum PresenceFiles {
    /// A feature for each person (RFC 7946).
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
            // At home there is no coordinate, and a square would be drawn as one.
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

    /// How one place usually is at one hour of a week.
    struct Hour {
        let place: MapObject
        /// Monday 0.
        let day: Int
        let hour: Int
        /// 1 ... 5; `nil` where it may not be told.
        let level: Int?
        let wait: UsualQueue?
    }

    /// A row for each, in tab-separated text (IANA text/tab-separated-values): a tab or a line's end in a name becomes
    /// a blank.
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
