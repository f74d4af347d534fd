public import GeoCore

/// Asks where one can be within some minutes.
public struct ReachRequest: APIRequest {
    public var from: Coordinate
    public var minutes: [Int]
    public var profile: RouteProfile
    /// Whether one leaves the place, or is to be there.
    public var direction: Direction
    /// Whether the answer tells each street besides the areas: most of its length.
    public var wantsStreets: Bool

    /// Which way one goes.
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
        "/api/v1/reach", "reach", "Where one can be within some minutes, or from where one comes to a place.",
        answer: .json(StreetReach.self),
        failures: [.outsideMap, .noRoadNear])
    package static let blank = ReachRequest(from: .placeholder)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(.coordinate("from", "The place: latitude,longitude."), &from)
        try fields.defaulted(
            Self.minutes, &minutes, standard: Self.usualMinutes)
        try fields.defaulted(.profile, &profile, standard: .foot)
        try fields.defaulted(
            .word("direction", "Where one can be from the place in time, or from where one comes to it."), &direction,
            standard: .from)
        var streets = wantsStreets ? Truth.true : .false
        try fields.defaulted(
            .word("streets", "Whether to tell the streets besides the areas around them: most of the answer."),
            &streets,
            standard: .true)
        wantsStreets = streets == .true
    }
}

extension ReachRequest.Direction: WireWords {}

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
