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

/// The quickest way, and others where they were asked for.
///
/// The members of the way are the object's own: who asks for no other ways can read it as a `Route`.
public struct RouteAnswer: Codable, Equatable, Sendable {
    public let route: Route
    /// Other ways that are worth choosing between, quickest first; nothing unless asked for.
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
        "alternatives": "Other ways that are worth choosing between, quickest first; only where they were asked for."
    ]) { one, _ in one }
}

/// The way through the points of a request. Distances are in metres, durations in seconds, positions longitude first.
public struct Route: Codable, Equatable, Sendable {
    public let profile: RouteProfile
    public let distance: Double
    public let duration: Double
    public let geometry: LineString
    public let legs: [Leg]
    public let waypoints: [Waypoint]
    /// Whether the edge of the map may have changed the answer.
    public let edgeOfMap: Bool
    /// What to tell people: about the edge of the map, islands of the streets, a round walk that runs back.
    public let notice: String?
    /// What tells it from the others that are offered with it; only where there are others.
    public let label: String?
    /// What somebody in a wheelchair meets; for that profile, where the way is asked for by itself.
    public let wheelchair: WheelchairReport?
    /// How many seconds longer it takes than the quickest way, where a quieter one was asked for.
    public let extraDuration: Double?

    enum CodingKeys: String, CodingKey {
        case profile, distance, duration, geometry, legs, waypoints, notice, label, wheelchair
        case edgeOfMap = "edge_of_map"
        case extraDuration = "extra_duration"
    }

    /// The way from one point of the request to the next.
    public struct Leg: Codable, Equatable, Sendable {
        public let distance: Double
        public let duration: Double
        public let summary: String
        public let steps: [Step]
    }

    /// A maneuver and the stretch that follows it.
    public struct Step: Codable, Equatable, Sendable {
        public let instruction: String
        public let maneuver: Maneuver
        public let name: String
        public let distance: Double
        public let duration: Double
        public let geometryIndex: Int

        enum CodingKeys: String, CodingKey {
            case instruction, maneuver, name, distance, duration
            case geometryIndex = "geometry_index"
        }
    }

    /// What to do at a corner, in OSRM's words.
    public struct Maneuver: Codable, Equatable, Sendable {
        public let type: String
        public let modifier: String?
        public let bearingBefore: Int
        public let bearingAfter: Int
        public let location: [Double]
        public let exit: Int?
        /// Which stop on the way is reached, from 1; only of an `arrive` that the route goes on from.
        public let stop: Int?

        enum CodingKeys: String, CodingKey {
            case type, modifier, location, exit, stop
            case bearingBefore = "bearing_before"
            case bearingAfter = "bearing_after"
        }
    }

    /// Where a point of the request was moved to.
    public struct Waypoint: Codable, Equatable, Sendable {
        public let location: [Double]
        public let distance: Double
        public let name: String
    }
}

extension Route: Annotated {
    package static let notes = [
        "profile": "The way of travel.",
        "distance": "Metres.",
        "duration": "Seconds.",
        "geometry": "The whole line on streets. Over the antimeridian its longitudes go on beyond 180.",
        "legs": "One from each point of the request to the next.",
        "waypoints": "One for each point of the request: where it was moved to.",
        "edge_of_map": "Whether the edge of the map may have changed the answer.",
        "notice":
            "What to tell people: that the edge of the map, or an island of the streets, may matter; that a round walk runs back; what a quieter way costs.",
        "label":
            "What tells it from the others that are offered with it, in the language asked for; only where there are others.",
        "extra_duration":
            "How many seconds longer it takes than the quickest way; only where a quieter one was asked for.",
        "wheelchair": "What somebody in a wheelchair meets; only of `/api/v1/route`, for that profile.",
    ]
}

extension Route.Leg: Annotated {
    package static let notes = [
        "distance": "Metres.",
        "duration": "Seconds.",
        "summary": "The streets that the leg mostly follows.",
        "steps": "What to do, in order.",
    ]
}

extension Route.Step: Annotated {
    package static let notes = [
        "instruction": "A sentence, in the language asked for if it is `ar`, `de`, `en` or `fi`, else in English.",
        "maneuver": "The same for programs.",
        "name": "The street the stretch follows, or nothing.",
        "distance": "Metres to the next step.",
        "duration": "Seconds to the next step.",
        "geometry_index": "The position in the route's line where the step begins.",
    ]
}

extension Route.Maneuver: Annotated {
    package static let notes = [
        "type": "OSRM's word, such as `turn`; unknown ones are to be taken as `turn`.",
        "modifier": "The direction, such as `slight left`.",
        "bearing_before": "Degrees clockwise from north before the corner.",
        "bearing_after": "Degrees clockwise from north after the corner.",
        "location": "Longitude, latitude.",
        "exit": "Which exit of a roundabout, from 1.",
        "stop": "Which stop on the way is reached, from 1; only of an `arrive` that the route goes on from.",
    ]
}

extension Route.Waypoint: Annotated {
    package static let notes = [
        "location": "Longitude, latitude on the street.",
        "distance": "Metres from the point that was asked for.",
        "name": "The street, or nothing.",
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
