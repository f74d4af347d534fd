import Atlas
import GeoCore

/// The boxes that Nominatim reports for places.
enum NominatimBox {
    /// Returns the box around the place's shape; for a point, a box of its kind's usual size.
    static func box(of place: GeocodedPlace, _ places: PlaceTable) -> IntBox {
        let box = places.bounds(place.place)
        guard box.minX == box.maxX, box.minY == box.maxY else { return box }
        let half = extentE7(place)
        func clamped(_ value: Int32, _ step: Int32, _ limit: Int32) -> Int32 {
            Int32(min(Int64(limit), max(-Int64(limit), Int64(value) + Int64(step))))
        }
        return IntBox(
            minX: clamped(box.minX, -half, 1_800_000_000), minY: clamped(box.minY, -half, 900_000_000),
            maxX: clamped(box.maxX, half, 1_800_000_000), maxY: clamped(box.maxY, half, 900_000_000))
    }

    /// Returns half the size of a place that is mapped as a point: Nominatim's own answers show 0.16° for a city.
    private static func extentE7(_ place: GeocodedPlace) -> Int32 {
        guard place.key == "place" else { return 500 }
        switch place.value {
        case "country": return 70_000_000
        case "state", "province", "region": return 26_000_000
        case "county": return 7_000_000
        case "city", "municipality": return 1_600_000
        case "town": return 400_000
        case "village", "hamlet", "borough", "suburb", "district": return 200_000
        case "quarter", "neighbourhood", "locality", "farm", "isolated_dwelling": return 100_000
        default: return 500
        }
    }

    /// Returns degrees as text.
    static func text(_ e7: Int32) -> String {
        var writer = JSONWriter(reservingCapacity: 16)
        writer.value(e7: e7)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
