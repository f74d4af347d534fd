public import GeoCore

/// Asks for a way through two or more points.
public struct RouteRequest: APIRequest {
    public var from: Coordinate
    public var to: Coordinate
    /// Points to pass on the way, in order.
    public var via: [Coordinate]
    public var profile: RouteProfile
    /// Language of the instructions.
    public var language: String?
    /// How many other ways are wanted, at most; there are some between two points only.
    public var alternatives: Int
    /// Which of the ways is wanted alone, from 0, the quickest; all unless told.
    public var only: Int?
    /// Whether a way is wanted that leaves out what is crowded, on foot or in a wheelchair.
    public var isQuieter: Bool
    package var format = RouteFormat.json

    public init(
        from: Coordinate, to: Coordinate, via: [Coordinate] = [], profile: RouteProfile = .foot,
        language: String? = nil,
        alternatives: Int = 0, only: Int? = nil, isQuieter: Bool = false
    ) {
        self.from = from
        self.to = to
        self.via = via
        self.profile = profile
        self.language = language
        self.alternatives = alternatives
        self.only = only
        self.isQuieter = isQuieter
    }

    package static let endpoint = Endpoint(
        "/api/v1/route", "route", "The quickest way between points, with instructions.",
        answer: .json(RouteAnswer.self, or: RouteFormat.mediaTypes),
        failures: [.outsideMap, .noRoadNear, .noRoute, .tooFar])
    package static let blank = RouteRequest(from: .placeholder, to: .placeholder)

    /// The most points to pass on one way.
    package static let maximumVia = 25
    /// The most other ways of one answer.
    package static let maximumAlternatives = 3

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.coordinate("from", "Start: latitude,longitude."), &from)
        try fields.required(.coordinate("to", "Destination: latitude,longitude."), &to)
        try fields.defaulted(
            .coordinates("via", "Points to pass: latitude,longitude;latitude,longitude;…", limit: Self.maximumVia),
            &via,
            standard: [])
        try fields.defaulted(.profile, &profile, standard: .foot)
        try fields.optional(.language, &language)
        try fields.defaulted(
            .integer(
                "alternatives", "How many other ways are wanted, at most; there are some between two points only.",
                in: 0...Self.maximumAlternatives), &alternatives, standard: 0)
        try fields.optional(
            .integer(
                "only", "Which of the ways to answer alone: 0 is the quickest, 1 the first of the others.",
                in: 0...Self.maximumAlternatives), &only)
        var quieter = isQuieter ? Truth.true : .false
        try fields.defaulted(
            .word(
                "quieter",
                "Whether a way is wanted that leaves out what is crowded just now: one way, on foot or in a wheelchair."
            ),
            &quieter, standard: .false)
        isQuieter = quieter == .true
        try fields.defaulted(.routeFormat, &format, standard: .json)
    }
}

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

/// A way of travel.
public enum RouteProfile: String, Codable, Sendable, CaseIterable {
    case foot, wheelchair, bicycle, car
}

extension RouteProfile: WireWords {}

extension Coordinate {
    /// What a blank request holds until a visitor has filled it.
    static let placeholder = Coordinate(latitude: 0, longitude: 0)!  // In range.
}

extension Parameter where Value == Coordinate {
    /// Latitude and longitude in degrees with a comma between.
    package static func coordinate(_ name: String, _ summary: String) -> Parameter {
        Parameter(
            name, summary, schema: .text(pattern: "^-?[0-9.]+,-?[0-9.]+$"),
            read: { (text) throws(ParameterFault) in try Coordinate(latitudeFirst: text[...]) },
            print: \.latitudeFirst)
    }
}

extension Parameter where Value == [Coordinate] {
    /// Up to `limit` coordinates with semicolons between.
    package static func coordinates(_ name: String, _ summary: String, limit: Int) -> Parameter {
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
