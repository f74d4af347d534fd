public import GeoCore

/// Asks for a route through two or more points.
public struct RouteRequest: APIRequest {
    public var from: Coordinate
    public var to: Coordinate
    public var via: [Coordinate]
    public var profile: RouteProfile
    public var language: String?
    public var alternatives: Int
    public var only: Int?
    public var isQuieter: Bool
    /// The levels of the start and of the destination inside buildings.
    public var fromLevel: Double?
    public var toLevel: Double?
    package var format = RouteFormat.json

    public init(
        from: Coordinate, to: Coordinate, via: [Coordinate] = [], profile: RouteProfile = .foot,
        language: String? = nil,
        alternatives: Int = 0, only: Int? = nil, isQuieter: Bool = false, fromLevel: Double? = nil,
        toLevel: Double? = nil
    ) {
        self.from = from
        self.to = to
        self.via = via
        self.profile = profile
        self.language = language
        self.alternatives = alternatives
        self.only = only
        self.isQuieter = isQuieter
        self.fromLevel = fromLevel
        self.toLevel = toLevel
    }

    package static let endpoint = Endpoint(
        "/api/v1/route", "route", "The quickest route between points, with instructions.",
        answer: .json(RouteAnswer.self, or: RouteFormat.mediaTypes),
        failures: [.outsideMap, .noRoadNear, .noRoute, .tooFar])
    package static let blank = RouteRequest(from: .placeholder, to: .placeholder)

    /// The most points to pass on one route.
    package static let maximumVia = 25
    /// The most other routes of one answer.
    package static let maximumAlternatives = 3

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.coordinate("from", "Start: latitude,longitude."), &from)
        try fields.required(.coordinate("to", "Destination: latitude,longitude."), &to)
        try fields.defaulted(
            .coordinates(
                "via", "Points to pass, in order: latitude,longitude;latitude,longitude;…", limit: Self.maximumVia),
            &via,
            standard: [])
        try fields.defaulted(.profile, &profile, standard: .foot)
        try fields.optional(.language, &language)
        try fields.defaulted(
            .integer(
                "alternatives", "How many other routes to return, at most; only between two points.",
                in: 0...Self.maximumAlternatives), &alternatives, standard: 0)
        try fields.optional(
            .integer(
                "only", "The one route to return: 0 is the quickest, 1 the first of the others; all unless given.",
                in: 0...Self.maximumAlternatives), &only)
        try fields.truth(
            "quieter", "Whether to return one route that avoids what is crowded just now; on foot or in a wheelchair.",
            &isQuieter, standard: false)
        try fields.optional(
            .level("from_level", "The level of a building on which the route starts; the ground unless given."),
            &fromLevel)
        try fields.optional(
            .level("to_level", "The level of a building on which the route ends: in a room, at its door."), &toLevel)
        try fields.defaulted(.routeFormat, &format, standard: .json)
    }
}

/// The quickest route, and others if requested.
///
/// The members of the route are the object's own, so that it can be read as a `Route`, too.
public struct RouteAnswer: Codable, Equatable, Sendable {
    public let route: Route
    public let alternatives: [Route]?

    enum CodingKeys: String, CodingKey { case alternatives }

    public init(from decoder: any Decoder) throws {
        route = try Route(from: decoder)
        alternatives = try decoder.container(keyedBy: CodingKeys.self)
            .decodeIfPresent([Route].self, forKey: .alternatives)
    }

    public func encode(to encoder: any Encoder) throws {
        try route.encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encodeIfPresent(alternatives, forKey: .alternatives)
    }
}

extension RouteAnswer: Annotated {
    package static let notes = Route.notes.merging([
        "alternatives": "Other routes that are worth choosing between, quickest first; only if requested."
    ]) { one, _ in one }
}

/// The route through the points of a request. Distances are in metres, durations in seconds, positions longitude first.
public struct Route: Codable, Equatable, Sendable {
    public let profile: RouteProfile
    public let distance: Double
    public let duration: Double
    public let geometry: LineString
    public let legs: [Leg]
    public let waypoints: [Waypoint]
    public let edgeOfMap: Bool
    public let notice: String?
    public let label: String?
    public let wheelchair: WheelchairReport?
    public let extraDuration: Double?

    enum CodingKeys: String, CodingKey {
        case profile, distance, duration, geometry, legs, waypoints, notice, label, wheelchair
        case edgeOfMap = "edge_of_map"
        case extraDuration = "extra_duration"
    }

    /// The route from one point of the request to the next.
    public struct Leg: Codable, Equatable, Sendable {
        public let distance: Double
        public let duration: Double
        public let summary: String
        public let steps: [Step]
    }

    /// A maneuver and the part of the route that follows it.
    public struct Step: Codable, Equatable, Sendable {
        public let instruction: String
        public let maneuver: Maneuver
        public let name: String
        public let distance: Double
        public let duration: Double
        public let geometryIndex: Int
        public let level: Double?
        public let levelName: String?

        enum CodingKeys: String, CodingKey {
            case instruction, maneuver, name, distance, duration, level
            case geometryIndex = "geometry_index"
            case levelName = "level_name"
        }
    }

    /// A maneuver in OSRM's words.
    public struct Maneuver: Codable, Equatable, Sendable {
        public let type: String
        public let modifier: String?
        public let bearingBefore: Int
        public let bearingAfter: Int
        public let location: [Double]
        public let exit: Int?
        public let stop: Int?

        enum CodingKeys: String, CodingKey {
            case type, modifier, location, exit, stop
            case bearingBefore = "bearing_before"
            case bearingAfter = "bearing_after"
        }
    }

    /// A point of the request, moved to a street.
    public struct Waypoint: Codable, Equatable, Sendable {
        public let location: [Double]
        public let distance: Double
        public let name: String
    }
}

extension Route: Annotated {
    package static let notes = [
        "profile": "How you travel.",
        "distance": "Metres.",
        "duration": "Seconds.",
        "geometry": "The whole line on streets. Across the antimeridian its longitudes go on beyond 180.",
        "legs": "One from each point of the request to the next.",
        "waypoints": "The points of the request, moved to streets.",
        "edge_of_map": "Whether the edge of the map may have changed the answer.",
        "notice": """
        A notice for people: that the edge of the map, or streets without a connection, may matter; that a round \
        walk runs back; what a quieter route costs.
        """,
        "label": """
        How it differs from the other routes of the answer, in the requested language; only if there are \
        others.
        """,
        "extra_duration":
            "How many seconds longer it takes than the quickest route; only if a quieter route was requested.",
        "wheelchair": "What a person in a wheelchair meets; only from `/api/v1/route`, for that profile.",
    ]
}

extension Route.Leg: Annotated {
    package static let notes = [
        "distance": "Metres.",
        "duration": "Seconds.",
        "summary": "The streets that the leg mostly follows.",
        "steps": "The instructions, in order.",
    ]
}

extension Route.Step: Annotated {
    package static let notes = [
        "instruction":
            "A sentence in the requested language if that is `ar`, `de`, `en` or `fi`, else in English.",
        "maneuver": "The same for programs.",
        "name": "The name of the street that the step follows; may be empty.",
        "distance": "Metres to the next step.",
        "duration": "Seconds to the next step.",
        "geometry_index": "Where the step begins: a position in the route's line.",
        "level": "The level of the building that the step leads along, or to; missing where that is not known.",
        "level_name": "The word for that level on signs; missing when that is not known.",
    ]
}

extension Route.Maneuver: Annotated {
    package static let notes = [
        "type": "OSRM's word, such as `turn`. Take an unknown one as `turn`.",
        "modifier": "The direction, such as `slight left`.",
        "bearing_before": "Degrees clockwise from north, before the maneuver.",
        "bearing_after": "Degrees clockwise from north, after the maneuver.",
        "location": "Longitude, latitude.",
        "exit": "The number of the roundabout's exit, from 1.",
        "stop":
            "The number of the stop that is reached, from 1; only for an `arrive` before the end of the route.",
    ]
}

extension Route.Waypoint: Annotated {
    package static let notes = [
        "location": "Longitude, latitude on the street.",
        "distance": "Metres from the requested point.",
        "name": "The street's name; may be empty.",
    ]
}

/// A route with what belongs to it besides: the members of both are the object's own, so that it can be read as a
/// `Route`, too.
@dynamicMemberLookup
public struct RouteWith<Rest: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    public let route: Route
    public let rest: Rest

    public init(from decoder: any Decoder) throws {
        route = try Route(from: decoder)
        rest = try Rest(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try route.encode(to: encoder)
        try rest.encode(to: encoder)
    }

    public subscript<Member>(dynamicMember member: KeyPath<Rest, Member>) -> Member { rest[keyPath: member] }
}

extension RouteWith: Annotated {
    package static var notes: [String: String] {
        Route.notes.merging((Rest.self as? any Annotated.Type)?.notes ?? [:]) { one, _ in one }
    }
}
