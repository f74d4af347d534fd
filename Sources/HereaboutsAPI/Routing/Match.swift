public import GeoCore

/// Asks for the way on streets that a few positions were recorded on.
public struct MatchRequest: APIRequest {
    public var points: [Coordinate]
    /// Seconds since any moment for each point, ascending; empty when unknown.
    public var times: [Int]
    public var options: MatchOptions

    public init(points: [Coordinate], times: [Int] = [], options: MatchOptions = MatchOptions()) {
        self.points = points
        self.times = times
        self.options = options
    }

    /// The most points of an address; a file has room for more.
    package static let maximumPoints = 100

    package static let endpoint = Endpoint(
        "/api/v1/match", "match", "The way on streets that positions were recorded on.",
        answer: .json(MatchAnswer.self, or: RouteFormat.mediaTypes), failures: [.noMatch, .tooFewPoints])
    package static let blank = MatchRequest(points: [])

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(
            .coordinates(
                "points", "Positions in order: latitude,longitude;latitude,longitude;…", limit: Self.maximumPoints),
            &points)
        try fields.defaulted(
            .integers(
                "times", "Seconds since any moment for each point, ascending.", in: 0...Self.latestTime,
                limit: Self.maximumPoints, separator: ";"), &times, standard: [])
        try options.visit(&fields)
        guard times.isEmpty || times.count == points.count else {
            throw ErrorBody(
                .invalidParameter, "times has \(times.count) numbers for \(points.count) points", field: "times")
        }
        guard zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) else {
            throw ErrorBody(.invalidParameter, "times do not ascend", field: "times")
        }
    }

    /// Seconds since 1970 until 2065.
    private static let latestTime = 3_000_000_000
}

/// The same for the track of a file.
public struct MatchTrackRequest: UploadRequest {
    public var content: [UInt8]
    public var options: MatchOptions

    public init(_ content: [UInt8], options: MatchOptions = MatchOptions()) {
        self.content = content
        self.options = options
    }

    package static let mediaTypes = TrackFile.mediaTypes
    package static let maximumLength = 2 << 20
    package static let endpoint = Endpoint(
        .post, "/api/v1/match", "match_track",
        "The way on streets that the track of a GPX, GeoJSON, KML, TCX, FIT or NMEA file of at most 2 MiB was recorded on; bad points are left out.",
        answer: .json(MatchAnswer.self, or: RouteFormat.mediaTypes),
        failures: [.invalidBody, .noMatch, .tooFewPoints, .tooManyPoints])
    package static let blank = MatchTrackRequest([])

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try options.visit(&fields) }
}

/// How a track is laid on streets.
public struct MatchOptions: Sendable, Equatable {
    public var profile: RouteProfile
    /// The standard deviation of a position, in metres.
    public var accuracyInMetres: Int
    public var language: String?
    package var format = RouteFormat.json

    public init(profile: RouteProfile = .foot, accuracyInMetres: Int = 5, language: String? = nil) {
        self.profile = profile
        self.accuracyInMetres = accuracyInMetres
        self.language = language
    }

    mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.defaulted(.profile, &profile, standard: .foot)
        try fields.defaulted(
            .integer(
                "accuracy",
                "The standard deviation of a position, in metres; streets up to three times as far away are looked at.",
                in: 1...100), &accuracyInMetres, standard: 5)
        try fields.optional(.language, &language)
        try fields.defaulted(.routeFormat, &format, standard: .json)
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
