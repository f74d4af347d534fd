public import GeoCore

/// Asks how long and how far it is between many points.
public struct TableRequest: APIRequest {
    public var points: [Coordinate]
    /// Positions in `points`, from 0; empty for all.
    public var sources: [Int]
    public var targets: [Int]
    public var profile: RouteProfile

    public init(points: [Coordinate], sources: [Int] = [], targets: [Int] = [], profile: RouteProfile = .foot) {
        self.points = points
        self.sources = sources
        self.targets = targets
        self.profile = profile
    }

    /// The most points of one table.
    package static let maximumPoints = 500

    package static let endpoint = Endpoint(
        "/api/v1/table", "table", "How long and how far the quickest ways between many points are.",
        answer: .json(RouteTable.self), failures: [.outsideMap, .noRoadNear, .tooManyPoints])
    package static let blank = TableRequest(points: [])

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(
            .coordinates("points", "latitude,longitude;latitude,longitude;…", limit: Self.maximumPoints), &points)
        try fields.defaulted(
            .positions("sources", "Which points to start from: positions, from 0; all unless given."), &sources,
            standard: [])
        try fields.defaulted(
            .positions("targets", "Which points to go to: positions, from 0; all unless given."), &targets,
            standard: [])
        try fields.defaulted(.profile, &profile, standard: .foot)
    }
}

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

extension Parameter where Value == RouteProfile {
    static var profile: Parameter { .word("profile", "The way of travel.") }
}

extension Parameter where Value == [Int] {
    fileprivate static func positions(_ name: String, _ summary: String) -> Parameter {
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
