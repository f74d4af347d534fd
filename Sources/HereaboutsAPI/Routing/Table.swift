public import GeoCore

/// Asks for the durations and lengths of the quickest routes between many points.
public struct TableRequest: APIRequest {
    public var points: [Coordinate]
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
        "/api/v1/table", "table", "The durations and lengths of the quickest routes between many points.",
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

/// The durations and lengths of the quickest routes from several points to others.
public struct RouteTable: Codable, Equatable, Sendable {
    public let profile: RouteProfile
    public let durations: [[Double?]]
    public let distances: [[Double?]]
    public let sources: [Route.Waypoint]
    public let targets: [Route.Waypoint]
}

extension RouteTable: Annotated {
    package static let notes = [
        "profile": "How you travel.",
        "durations":
            "Seconds: a row for each source, with a number for each target; null where there is no route.",
        "distances": "Metres of the quickest routes, in the same form.",
        "sources": "The points to start from, moved to streets.",
        "targets": "The points to go to, moved to streets.",
    ]
}
