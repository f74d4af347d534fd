package import Atlas
import Presence
import Search

extension PlaceTable {
    /// Whether people queue at a place.
    package func hasQueue(_ place: PlaceID) -> Bool {
        guard type(place) == .place, isObject(place) else { return false }
        return QueueKinds.contains(key: text.string(kindKey(kind(place))), value: text.string(kindValue(kind(place))))
    }
}
