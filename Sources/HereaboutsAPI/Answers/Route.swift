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
    /// What to tell about the edge of the map.
    public let notice: String?

    enum CodingKeys: String, CodingKey {
        case profile, distance, duration, geometry, legs, waypoints, notice
        case edgeOfMap = "edge_of_map"
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

        enum CodingKeys: String, CodingKey {
            case type, modifier, location, exit
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
        "geometry": "The whole line on streets.",
        "legs": "One from each point of the request to the next.",
        "waypoints": "One for each point of the request: where it was moved to.",
        "edge_of_map": "Whether the edge of the map may have changed the answer.",
        "notice": "What to tell people about the edge of the map.",
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
    ]
}

extension Route.Waypoint: Annotated {
    package static let notes = [
        "location": "Longitude, latitude on the street.",
        "distance": "Metres from the point that was asked for.",
        "name": "The street, or nothing.",
    ]
}
