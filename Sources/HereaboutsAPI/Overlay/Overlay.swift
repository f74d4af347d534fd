/// Asks what is different at the place for a while.
public struct OverlayRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/overlay", "overlay",
        "What operators drew on the map and published: what is closed for a while, one-way or fenced, and what is where.",
        answer: .json(Overlay.self), failures: [.notLoggedIn])
    package static let blank = OverlayRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// What is different at the place for a while: what everybody sees on the map, and routes heed while it holds.
public struct Overlay: Codable, Equatable, Sendable {
    /// The revision that was published, 0 before anything was.
    public let revision: Int
    public let features: [OverlayFeature]

    public init(revision: Int, features: [OverlayFeature]) {
        self.revision = revision
        self.features = features
    }
}

extension Overlay: Annotated {
    package static let notes = ["revision": "The revision that was published, 0 before anything was."]
}

/// Something that operators drew on the map, or a program told.
public struct OverlayFeature: Codable, Equatable, Sendable {
    public var kind: OverlayKind
    public var name: String?
    public var note: String?
    public var points: [GuideLocation]?
    public var area: Bool?
    public var ways: [Int64]?
    public var profiles: [RouteProfile]?
    public var factor: Double?
    public var from: String?
    public var until: String?

    public init(
        _ kind: OverlayKind, name: String? = nil, note: String? = nil, points: [GuideLocation]? = nil,
        area: Bool? = nil, ways: [Int64]? = nil, profiles: [RouteProfile]? = nil, factor: Double? = nil,
        from: String? = nil, until: String? = nil
    ) {
        self.kind = kind
        self.name = name
        self.note = note
        self.points = points
        self.area = area
        self.ways = ways
        self.profiles = profiles
        self.factor = factor
        self.from = from
        self.until = until
    }
}

extension OverlayFeature: Annotated {
    package static let notes = [
        "name": "1 to 200 characters.", "note": "1 to 2000 characters.",
        "points": "One for what is somewhere, two or more for a line, three or more for the corners of an area.",
        "area": "Whether the points are the corners of an area; false unless told.",
        "ways":
            "Instead of points: ids of OSM ways that are closed, slow, or one-way in the direction in which they are drawn.",
        "profiles": "Who is concerned; everybody unless told.",
        "factor": "How many times as long it takes where it is slow: 1 to 100.",
        "from": "It holds from this time on, ISO 8601 in UTC; always unless told.",
        "until": "It holds up to this time, ISO 8601 in UTC; without end unless told.",
    ]
}

/// What a feature of the overlay is. Fences are open within ten metres of an entrance.
public enum OverlayKind: String, Codable, Sendable, CaseIterable {
    case stage, stall, toilets
    case firstAid = "first_aid"
    case meetingPoint = "meeting_point"
    case entrance, fence
    case oneWay = "one_way"
    case closed, slow
}

extension OverlayKind: WireWords {}
