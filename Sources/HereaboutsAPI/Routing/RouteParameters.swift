import GeoCore

/// How somebody travels.
public enum RouteProfile: String, Codable, Sendable, CaseIterable {
    case foot, wheelchair, bicycle, car
}

extension RouteProfile: WireWords {}

/// The form of an answer that holds routes.
package enum RouteFormat: String, Sendable, CaseIterable {
    case json, geojson, gpx

    package var mediaType: String {
        switch self {
        case .json: "application/json"
        case .geojson: "application/geo+json"
        case .gpx: "application/gpx+xml"
        }
    }

    /// Those beside JSON.
    static let mediaTypes = [geojson.mediaType, gpx.mediaType]
}

extension Parameter where Value == RouteFormat {
    static var routeFormat: Parameter {
        .word("format", "The form of the answer: JSON, GeoJSON (lines and instructions), or GPX for devices.")
    }
}

extension Parameter where Value == RouteProfile {
    static var profile: Parameter { .word("profile", "How you travel.") }
}

extension Coordinate {
    /// The coordinate of a blank request, until a visitor fills it.
    static let placeholder = Coordinate(latitude: 0, longitude: 0)!  // In range.
}

extension Parameter where Value == Coordinate {
    /// Latitude and longitude in degrees with a comma between.
    static func coordinate(_ name: String, _ summary: String) -> Parameter {
        Parameter(
            name, summary, schema: .text(pattern: "^-?[0-9.]+,-?[0-9.]+$"),
            read: { (text) throws(ParameterFault) in try Coordinate(latitudeFirst: text[...]) },
            print: \.latitudeFirst)
    }
}

extension Parameter where Value == [Coordinate] {
    /// Up to `limit` coordinates with semicolons between.
    static func coordinates(_ name: String, _ summary: String, limit: Int) -> Parameter {
        Parameter(
            name, summary, schema: .text(pattern: "^-?[0-9.]+,-?[0-9.]+(;-?[0-9.]+,-?[0-9.]+)*$"),
            read: { (text) throws(ParameterFault) in
                let parts = text.split(separator: ";", omittingEmptySubsequences: false)
                guard parts.count <= limit else { throw ParameterFault("has more than \(limit) points") }
                var coordinates: [Coordinate] = []
                for part in parts { coordinates.append(try Coordinate(latitudeFirst: part)) }
                return coordinates
            },
            print: { $0.map(\.latitudeFirst).joined(separator: ";") })
    }
}

extension Parameter where Value == Double {
    /// A level of a building, as OpenStreetMap numbers it.
    static func level(_ name: String, _ summary: String) -> Parameter {
        Parameter(
            name, summary + " A number such as 0, -1 or 0.5.", schema: .number(in: -1000...1000),
            read: { (text) throws(ParameterFault) in
                guard let level = Level(text) else {
                    throw ParameterFault("is not a level from -1000 to 1000 with at most two decimals")
                }
                return level.number
            },
            print: { Decimal.print($0) })
    }
}

extension Coordinate {
    fileprivate init(latitudeFirst text: Substring) throws(ParameterFault) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = Decimal.read(parts[0]), let longitude = Decimal.read(parts[1]),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        else { throw ParameterFault("is not latitude,longitude in degrees") }
        self = coordinate
    }

    fileprivate var latitudeFirst: String { Decimal.print(latitude) + "," + Decimal.print(longitude) }
}

extension Parameter where Value == [Int] {
    static func positions(_ name: String, _ summary: String) -> Parameter {
        integers(
            name, summary, in: 0...(TableRequest.maximumPoints - 1), limit: TableRequest.maximumPoints, separator: ";")
    }

    /// Up to `limit` whole numbers with separators between.
    package static func integers(
        _ name: String, _ summary: String, in range: ClosedRange<Int>, limit: Int, separator: Character
    ) -> Parameter {
        let one = Parameter<Int>.integer(name, summary, in: range)
        return Parameter(
            name, summary, schema: .text(pattern: "^[0-9]+(\(separator)[0-9]+)*$"),
            read: { (text) throws(ParameterFault) in
                let parts = text.split(separator: separator, omittingEmptySubsequences: false)
                guard parts.count <= limit else { throw ParameterFault("has more than \(limit) numbers") }
                return try parts.map { (part) throws(ParameterFault) in try one.read(String(part)) }
            },
            print: { $0.map { String($0) }.joined(separator: String(separator)) })
    }
}
