/// How long and how far it is from each of several points to each of others.
public struct RouteTable: Codable, Equatable, Sendable {
    public let profile: RouteProfile
    /// Seconds, a row for each source; nothing where there is no way.
    public let durations: [[Double?]]
    /// Metres of the quickest ways, likewise.
    public let distances: [[Double?]]
    public let sources: [Route.Waypoint]
    public let targets: [Route.Waypoint]
}

/// Where one can be within some minutes.
public struct StreetReach: Codable, Equatable, Sendable {
    public let profile: RouteProfile
    public let start: Route.Waypoint
    /// In the order of the request.
    public let reaches: [Reach]

    /// The streets that can be reached within a time.
    public struct Reach: Codable, Equatable, Sendable {
        public let minutes: Int
        /// Metres of all of them together.
        public let distance: Double
        public let outline: MultiPolygon
        /// Where they were asked for.
        public let streets: MultiLineString?
    }
}

/// Lines as GeoJSON (RFC 7946): positions are longitude, latitude.
public struct MultiLineString: Codable, Equatable, Sendable {
    public let type: String
    public let coordinates: [[[Double]]]
}

/// Areas as GeoJSON (RFC 7946): polygons of rings, the outer one first; positions are longitude, latitude.
public struct MultiPolygon: Codable, Equatable, Sendable {
    public let type: String
    public let coordinates: [[[[Double]]]]
}

extension RouteTable: Annotated {
    package static let notes = [
        "profile": "The way of travel.",
        "durations": "Seconds: a row for each source, in it a number for each target; null where there is no way.",
        "distances": "Metres of the quickest ways, likewise.",
        "sources": "Where the points to start from were moved to.",
        "targets": "Where the points to go to were moved to.",
    ]
}

extension StreetReach: Annotated {
    package static let notes = [
        "profile": "The way of travel.",
        "start": "Where the start was moved to.",
        "reaches": "One for each time, in the order of the request.",
    ]
}

extension StreetReach.Reach: Annotated {
    package static let notes = [
        "minutes": "The time.",
        "distance": "Metres of all streets together.",
        "outline": "The area around them.",
        "streets": "The streets, as far as there is time.",
    ]
}
