import FoundationEssentials
import GeoCore
import HereaboutsAPI

/// What the OwnTracks app is answered: where friends are, and their names. Those at home are not on its map.
enum OwnTracksFriends {
    /// A list of locations and cards (<https://owntracks.org/booklet/tech/json/>), each friend by the label of their
    /// name.
    static func list(_ friends: [SeenPerson], _ labels: [String: String]) -> [UInt8] {
        var json = JSONWriter(reservingCapacity: 200 * friends.count + 2)
        json.beginArray()
        for friend in friends {
            guard let lat = friend.lat, let lon = friend.lon, let time = DateTime.read(friend.last),
                let label = labels[friend.name]
            else { continue }
            json.beginObject()
            json.key("_type")
            json.value("location")
            json.key("tid")
            json.value(label)
            json.key("lat")
            json.value(lat, decimals: 7)
            json.key("lon")
            json.value(lon, decimals: 7)
            // The app draws a circle of that size.
            if let radius = friend.radius {
                json.key("acc")
                json.value(Int(radius))
            }
            json.key("tst")
            json.value(Int(time / 1000))
            json.endObject()
            json.beginObject()
            json.key("_type")
            json.value("card")
            json.key("tid")
            json.value(label)
            json.key("name")
            json.value(friend.name)
            json.endObject()
        }
        json.endArray()
        return json.bytes
    }

    /// Two characters for each name that no other has. The app knows friends by them: they are the same for the same
    /// names, whoever is at home just now.
    static func labels(_ names: [String]) -> [String: String] {
        var labels: [String: String] = [:], taken: Set<String> = []
        for name in names {
            guard let label = label(name, taken) else { continue }
            labels[name] = label
            taken.insert(label)
        }
        return labels
    }

    /// Two characters of a name that are not taken, else its first and a digit or letter; `nil` when all are.
    private static func label(_ name: String, _ taken: Set<String>) -> String? {
        let first = name.prefix(1)
        let others = name.dropFirst().map(String.init) + "0123456789abcdefghijklmnopqrstuvwxyz".map(String.init)
        return others.lazy.map { first + $0 }.first { !taken.contains($0) }
    }
}
