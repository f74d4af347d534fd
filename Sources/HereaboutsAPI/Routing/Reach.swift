public import GeoCore

/// Asks for the area within reach of a place in some minutes.
public struct ReachRequest: APIRequest {
    public var from: Coordinate
    public var minutes: [Int]
    public var profile: RouteProfile
    public var direction: Direction
    public var wantsStreets: Bool

    /// The direction of travel.
    public enum Direction: String, Codable, Sendable, CaseIterable {
        case from, to
    }

    public init(
        from: Coordinate, minutes: [Int] = Self.usualMinutes, profile: RouteProfile = .foot,
        direction: Direction = .from, wantsStreets: Bool = true
    ) {
        self.from = from
        self.minutes = minutes
        self.profile = profile
        self.direction = direction
        self.wantsStreets = wantsStreets
    }

    public static let usualMinutes = [5, 10, 15]
    /// The longest time, in minutes.
    package static let maximumMinutes = 60
    /// The most times in one question.
    package static let maximumTimes = 4

    package static let minutes = Parameter.integers(
        "minutes", "Up to \(maximumTimes) times of at most \(maximumMinutes) minutes.", in: 1...maximumMinutes,
        limit: maximumTimes, separator: ",")

    package static let endpoint = Endpoint(
        "/api/v1/reach", "reach",
        "The area that you can reach from a place within some minutes, or from which you can reach it.",
        answer: .json(StreetReach.self),
        failures: [.outsideMap, .noRoadNear])
    package static let blank = ReachRequest(from: .placeholder)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.coordinate("from", "The place: latitude,longitude."), &from)
        try fields.defaulted(
            Self.minutes, &minutes, standard: Self.usualMinutes)
        try fields.defaulted(.profile, &profile, standard: .foot)
        try fields.defaulted(
            .word("direction", "`from`: where you can get from the place in time. `to`: from where you can get to it."),
            &direction,
            standard: .from)
        try fields.truth(
            "streets", "Whether to return the streets besides the areas around them. They are most of the answer.",
            &wantsStreets, standard: true)
    }
}

extension ReachRequest.Direction: WireWords {}

/// The areas within reach of a place in some minutes.
public struct StreetReach: Codable, Equatable, Sendable {
    public let profile: RouteProfile
    public let start: Route.Waypoint
    public let reaches: [Reach]

    /// The streets that can be reached within a time.
    public struct Reach: Codable, Equatable, Sendable {
        public let minutes: Int
        public let distance: Double
        public let outline: MultiPolygon
        public let streets: MultiLineString?
    }
}

extension StreetReach: Annotated {
    package static let notes = [
        "profile": "How you travel.",
        "start": "The start, moved to a street.",
        "reaches": "One for each time, in the order of the request.",
    ]
}

extension StreetReach.Reach: Annotated {
    package static let notes = [
        "minutes": "The time.",
        "distance": "The length of all streets together, in metres.",
        "outline": "The area around the streets.",
        "streets": "The streets within the time, if requested.",
    ]
}
