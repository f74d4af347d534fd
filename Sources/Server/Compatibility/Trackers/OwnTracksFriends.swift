import FoundationEssentials
import GeoCore
import HereaboutsAPI

/// Writes the answer to the OwnTracks app: the locations and names of friends. It leaves out friends at home.
enum OwnTracksFriends {
    /// Returns a list of locations and cards (<https://owntracks.org/booklet/tech/json/>), each friend with the label
    /// of the friend's name.
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
            // The app draws a circle with this radius in metres.
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

    /// Returns a unique label of two characters for each name. The app identifies friends by labels, so labels depend
    /// on the names only, not on who is at home.
    static func labels(_ names: [String]) -> [String: String] {
        var labels: [String: String] = [:], taken: Set<String> = []
        for name in names {
            guard let label = label(name, taken) else { continue }
            labels[name] = label
            taken.insert(label)
        }
        return labels
    }

    /// Returns two characters of a name that are not taken, or else its first and a digit or letter; `nil` when all are
    /// taken.
    private static func label(_ name: String, _ taken: Set<String>) -> String? {
        let first = name.prefix(1)
        let others = name.dropFirst().map(String.init) + "0123456789abcdefghijklmnopqrstuvwxyz".map(String.init)
        return others.lazy.map { first + $0 }.first { !taken.contains($0) }
    }
}
