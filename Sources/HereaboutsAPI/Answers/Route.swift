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

/// The way through points in the best order.
public struct TripAnswer: Codable, Equatable, Sendable {
    /// One, or several where no way joins all points and back.
    public let routes: [RouteWith<Order>]

    public struct Order: Codable, Equatable, Sendable {
        /// The points of the request in the order in which they are visited, from 0.
        public let points: [Int]
    }
}

/// The way on streets that a track was recorded on.
public struct MatchAnswer: Codable, Equatable, Sendable {
    /// One, or several where the track could not be joined, in its order. Each has one leg, and a waypoint for each
    /// position that was matched.
    public let routes: [RouteWith<Fit>]
    /// For a file: how many of its points are left out, since they have no place, no time among points with times, or a
    /// time that does not fit in.
    public let refusedCount: Int?
    /// The first of those, by their positions in the file.
    public let refused: [PositionsTaken.Refusal]?

    enum CodingKeys: String, CodingKey {
        case routes, refused
        case refusedCount = "refused_count"
    }

    public struct Fit: Codable, Equatable, Sendable {
        /// How well it fits, 0 to 1.
        public let confidence: Double
        /// The positions of the request, from 0, that the waypoints are; the others lie far from streets, or beside
        /// another.
        public let points: [Int]
    }
}

/// Round walks.
public struct LoopAnswer: Codable, Equatable, Sendable {
    /// Best first. Each has one leg, or two by way of the place that it passes.
    public let routes: [RouteWith<Round>]

    public struct Round: Codable, Equatable, Sendable {
        /// The share of the length that had been walked before.
        public let walkedTwice: Double
        public let place: PassedPlace?

        enum CodingKeys: String, CodingKey {
            case place
            case walkedTwice = "walked_twice"
        }
    }

    /// The place that a walk passes.
    public struct PassedPlace: Codable, Equatable, Sendable {
        /// OpenStreetMap's type and id.
        public let id: String
        public let name: String
        public let lat: Double
        public let lon: Double
    }
}

extension RouteAnswer: Annotated {
    package static let notes = Route.notes.merging([
        "alternatives": "Other ways that are worth choosing between, quickest first; only where they were asked for."
    ]) { one, _ in one }
}

extension TripAnswer: Annotated {
    package static let notes = ["routes": "One, or several where no way joins all points and back."]
}

extension RouteWith: Annotated {
    package static var notes: [String: String] {
        Route.notes.merging((Rest.self as? any Annotated.Type)?.notes ?? [:]) { one, _ in one }
    }
}

extension TripAnswer.Order: Annotated {
    package static let notes = ["points": "The points of the request in the order in which they are visited, from 0."]
}

extension MatchAnswer: Annotated {
    package static let notes = [
        "routes": "One for each piece of the track that could be joined, in its order.",
        "refused_count":
            "For a file: how many of its points are left out. Points that only lie close to another are not counted.",
        "refused":
            "For a file: the first \(RefusalLimit.mostNamed) points that are left out, by their positions in it from 0, and why.",
    ]
}

extension MatchAnswer.Fit: Annotated {
    package static let notes = [
        "confidence": "How well it fits, 0 to 1.",
        "points": "The positions of the request, from 0, that the waypoints are.",
    ]
}

extension LoopAnswer: Annotated {
    package static let notes = ["routes": "Best first; one leg each, or two by way of a place."]
}

extension LoopAnswer.Round: Annotated {
    package static let notes = [
        "walked_twice": "The share of the length that had been walked before.",
        "place": "The place that is passed, where a kind was asked for.",
    ]
}

/// A line as GeoJSON (RFC 7946): positions are longitude, latitude.
public struct LineString: Codable, Equatable, Sendable {
    public let type: String
    public let coordinates: [[Double]]
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
