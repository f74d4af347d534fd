import GeoCore
import HereaboutsAPI

extension OSRM {
    /// Reads `lon,lat;lon,lat`, `polyline(…)` or `polyline6(…)`, optionally followed by `.json`.
    static func coordinates(_ text: String) throws(Refusal) -> [Coordinate] {
        guard !text.utf8.suffix(flatbuffers.utf8.count).elementsEqual(flatbuffers.utf8) else {
            throw Refusal(.notImplemented, "This server answers with json only.")
        }
        // Compares and cuts bytes here: characters cost many times more.
        let text = text.utf8.suffix(5).elementsEqual(".json".utf8) ? text.dropLast(5) : text[...]
        var coordinates = try encoded(text, name: "polyline(", .five)
        if coordinates == nil { coordinates = try encoded(text, name: "polyline6(", .six) }
        if let coordinates { return coordinates }
        return try plain(text)
    }

    /// OSRM's other format of answers.
    private static let flatbuffers = ".flatbuffers"

    private static func encoded(
        _ text: Substring, name: String, _ precision: Polyline.Precision
    ) throws(Refusal) -> [Coordinate]? {
        guard text.utf8.starts(with: name.utf8), text.utf8.last == UInt8(ascii: ")") else { return nil }
        guard let points = Polyline.decode(text.dropFirst(name.count).dropLast().utf8, precision: precision) else {
            throw Refusal(.invalidValue, "Invalid coordinate value.")
        }
        return points.map { Coordinate($0) }
    }

    private static func plain(_ text: Substring) throws(Refusal) -> [Coordinate] {
        var coordinates: [Coordinate] = [], position = 0
        for pair in text.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            let parts = pair.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            guard parts.count == 2, let longitude = Decimal.read(Substring(parts[0])),
                let latitude = Decimal.read(Substring(parts[1]))
            else {
                throw Refusal(.invalidQuery, "Query string malformed close to position \(position)")
            }
            guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
                throw Refusal(.invalidValue, "Invalid coordinate value.")
            }
            coordinates.append(coordinate)
            position += pair.count + 1
        }
        return coordinates
    }
}
