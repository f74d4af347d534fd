public import GeoCore

/// Asks for the route on streets along which a few positions were recorded.
public struct MatchRequest: APIRequest {
    public var points: [Coordinate]
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
        "/api/v1/match", "match", "The route on streets along which positions were recorded.",
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

/// Asks for the route along which the track of a file was recorded.
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
        """
        The route on streets along which the track of a GPX, GeoJSON, KML, TCX, FIT or NMEA file of at most 2 MiB \
        was recorded. The server refuses bad points.
        """,
        answer: .json(MatchAnswer.self, or: RouteFormat.mediaTypes),
        failures: [.invalidBody, .noMatch, .tooFewPoints, .tooManyPoints])
    package static let blank = MatchTrackRequest([])

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try options.visit(&fields) }
}

/// The options of matching a track to streets.
public struct MatchOptions: Sendable, Equatable {
    public var profile: RouteProfile
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
                """
                The standard deviation of a position, in metres. The server looks at streets up to three times as \
                far away.
                """,
                in: 1...100), &accuracyInMetres, standard: 5)
        try fields.optional(.language, &language)
        try fields.defaulted(.routeFormat, &format, standard: .json)
    }
}

/// The route on streets along which a track was recorded.
public struct MatchAnswer: Codable, Equatable, Sendable {
    public let routes: [RouteWith<Fit>]
    public let refusedCount: Int?
    public let refused: [PositionsTaken.Refusal]?

    enum CodingKeys: String, CodingKey {
        case routes, refused
        case refusedCount = "refused_count"
    }

    /// The part of a matched route that other routes lack.
    public struct Fit: Codable, Equatable, Sendable {
        public let confidence: Double
        public let points: [Int]
    }
}

extension MatchAnswer: Annotated {
    package static let notes = [
        "routes": """
        One for each part of the track that could be joined, in its order. Each has one leg, and a waypoint for \
        each matched position.
        """,
        "refused_count": """
        For a file: how many of its points the server refused, because they have no place, no time among points \
        with times, or a time that does not fit in. It does not count points that only lie close to another.
        """,
        "refused": """
        For a file: the first \(RefusalLimit.mostNamed) refused points, by their positions in it, from 0, with \
        the reason.
        """,
    ]
}

extension MatchAnswer.Fit: Annotated {
    package static let notes = [
        "confidence": "How well the route fits the track, 0 to 1.",
        "points": """
        The positions of the request, from 0, that the waypoints stand for. The others lie far from streets, or \
        beside another.
        """,
    ]
}
