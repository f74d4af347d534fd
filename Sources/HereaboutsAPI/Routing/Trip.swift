public import GeoCore

/// Asks for the best order in which to visit points, and the route through them.
public struct TripRequest: APIRequest {
    public var points: [Coordinate]
    public var isRoundTrip: Bool
    public var start: TripStart
    public var end: TripEnd
    public var profile: RouteProfile
    public var language: String?
    package var format = RouteFormat.json

    public init(
        points: [Coordinate], isRoundTrip: Bool = true, start: TripStart = .any, end: TripEnd = .any,
        profile: RouteProfile = .foot, language: String? = nil
    ) {
        self.points = points
        self.isRoundTrip = isRoundTrip
        self.start = start
        self.end = end
        self.profile = profile
        self.language = language
    }

    /// The most points of one trip.
    package static let maximumPoints = 100

    package static let endpoint = Endpoint(
        "/api/v1/trip", "trip", "The quickest order in which to visit points, and the route through them.",
        answer: .json(TripAnswer.self, or: RouteFormat.mediaTypes),
        failures: [.outsideMap, .noRoadNear, .noRoute, .tooFewPoints])
    package static let blank = TripRequest(points: [])

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.required(
            .coordinates(
                "points", "What to visit: latitude,longitude;latitude,longitude;…", limit: Self.maximumPoints), &points)
        try fields.truth("roundtrip", "Whether the trip returns to its start.", &isRoundTrip, standard: true)
        try fields.defaulted(.word("start", "Where the trip begins."), &start, standard: .any)
        try fields.defaulted(.word("end", "Where the trip ends, before it returns."), &end, standard: .any)
        try fields.defaulted(.profile, &profile, standard: .foot)
        try fields.optional(.language, &language)
        try fields.defaulted(.routeFormat, &format, standard: .json)
    }
}

/// Where a trip begins: at any of its points, or the first one given.
public enum TripStart: String, Sendable, CaseIterable { case any, first }

/// Where a trip ends: at any of its points, or the last one given.
public enum TripEnd: String, Sendable, CaseIterable { case any, last }

/// The route through points in the best order.
public struct TripAnswer: Codable, Equatable, Sendable {
    public let routes: [RouteWith<Order>]

    /// The order of the visits.
    public struct Order: Codable, Equatable, Sendable {
        public let points: [Int]
    }
}

extension TripAnswer: Annotated {
    package static let notes = ["routes": "One, or several when no route joins all points and returns."]
}

extension TripAnswer.Order: Annotated {
    package static let notes = ["points": "The points of the request, from 0, in the order of the visits."]
}
