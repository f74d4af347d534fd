public import GeoCore

/// Asks for round walks of a given length.
public struct LoopRequest: APIRequest {
    /// The length of a walk.
    public enum Length: Sendable, Equatable {
        case minutes(Int)
        case metres(Int)
        /// 10,000 are about 78 minutes.
        case steps(Int)
    }

    public var start: Coordinate
    // One of them; in a blank request none.
    private var minutes: Int?
    private var metres: Int?
    private var steps: Int?
    public var kind: String?
    public var profile = WalkingProfile.foot
    public var language: String?
    public var alternatives = 0
    package var format = RouteFormat.json

    public init(
        from start: Coordinate, _ length: Length, past kind: String? = nil, profile: WalkingProfile = .foot,
        language: String? = nil, alternatives: Int = 0
    ) {
        self.init(start)
        switch length {
        case .minutes(let count): minutes = count
        case .metres(let count): metres = count
        case .steps(let count): steps = count
        }
        self.kind = kind
        self.profile = profile
        self.language = language
        self.alternatives = alternatives
    }

    private init(_ start: Coordinate) { self.start = start }

    /// The length of a walk.
    public var length: Length {
        minutes.map { .minutes($0) } ?? metres.map { .metres($0) } ?? .steps(steps ?? Self.steps.lowerBound)
    }

    package static let endpoint = Endpoint(
        "/api/v1/loop", "loop", "Round walks of a given length that do not run back on themselves.",
        answer: .json(LoopAnswer.self, or: RouteFormat.mediaTypes),
        failures: [.missingParameter, .outsideMap, .noRoadNear, .noLoop])
    package static let blank = LoopRequest(.placeholder)

    /// The accepted lengths: from a turn around the block to more than a day's steps.
    package static let minutes = 5...160
    package static let metres = 300...13_000
    package static let steps = 500...20_000

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.requiredPosition(&start)
        try visitLength(&fields)
        try fields.optional(
            .text("kind", "A kind of place to pass, such as `cafe`, as you would search for it.", maximumLength: 64),
            &kind)
        try fields.defaulted(.word("profile", "How you travel."), &profile, standard: .foot)
        try fields.optional(.language, &language)
        try fields.defaulted(
            .integer(
                "alternatives", "How many other walks to return, at most.", in: 0...RouteRequest.maximumAlternatives),
            &alternatives, standard: 0)
        try fields.defaulted(.routeFormat, &format, standard: .json)
    }

    /// One of `minutes`, `metres` and `steps`.
    private mutating func visitLength(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.integer("minutes", "How many minutes the walk takes.", in: Self.minutes), &minutes)
        try fields.optional(
            .integer("metres", "How many metres the walk is long, instead of `minutes`.", in: Self.metres), &metres)
        try fields.optional(
            .integer(
                "steps", "How many steps the walk takes (10,000 take about 78 minutes), instead of `minutes`.",
                in: Self.steps),
            &steps)
        let given = [minutes, metres, steps].compactMap { $0 }.count
        guard given > 0 else {
            throw ErrorBody(.missingParameter, "minutes is missing; metres or steps may stand for it", field: "minutes")
        }
        guard given == 1 else {
            throw ErrorBody(
                .invalidParameter, "only one of minutes, metres and steps can be asked for",
                field: metres == nil ? "steps" : "metres")
        }
    }
}

/// How somebody walks.
public enum WalkingProfile: String, Codable, Sendable, CaseIterable {
    case foot, wheelchair
}

/// Round walks.
public struct LoopAnswer: Codable, Equatable, Sendable {
    public let routes: [RouteWith<Round>]

    /// The part of a round walk that other routes lack.
    public struct Round: Codable, Equatable, Sendable {
        public let walkedTwice: Double
        public let place: PassedPlace?

        enum CodingKeys: String, CodingKey {
            case place
            case walkedTwice = "walked_twice"
        }
    }

    /// The place that a walk passes.
    public struct PassedPlace: Codable, Equatable, Sendable {
        public let id: String
        public let name: String
        public let lat: Double
        public let lon: Double
    }
}

extension LoopAnswer: Annotated {
    package static let notes = [
        "routes": "Best first. Each has one leg, or two by way of the place that it passes."
    ]
}

extension LoopAnswer.Round: Annotated {
    package static let notes = [
        "walked_twice": "The share of the length that runs along streets already walked.",
        "place": "The place that the walk passes, if a kind was requested.",
    ]
}

extension LoopAnswer.PassedPlace: Annotated {
    package static let notes = ["id": "OpenStreetMap's type and id."]
}
