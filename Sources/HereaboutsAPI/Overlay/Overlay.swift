/// Asks for the published overlay.
public struct OverlayRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/overlay", "overlay",
        """
        The published overlay: streets that are closed, slow or one-way for a while, fences, and things such as \
        stages and stalls.
        """,
        answer: .json(Overlay.self), failures: [.notLoggedIn])
}

/// The published overlay: temporary changes at the place, which everybody sees on the map and routes follow.
public struct Overlay: Codable, Equatable, Sendable {
    public let revision: Int
    public let features: [OverlayFeature]

    public init(revision: Int, features: [OverlayFeature]) {
        self.revision = revision
        self.features = features
    }
}

extension Overlay: Annotated {
    package static let notes = ["revision": "The published revision; 0 before the first."]
}

/// A feature that an operator drew on the map, or a program sent.
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
        "name": "1 to 200 characters.",
        "note": "1 to 2000 characters.",
        "points": "One for a point, two or more for a line, three or more for the corners of an area.",
        "area": "Whether the points are the corners of an area; false when this is missing.",
        "ways": """
        Instead of points, the ids of OSM ways that are closed, slow, or one-way in the direction in which they \
        are drawn.
        """,
        "profiles": "The profiles that it affects; all when this is missing.",
        "factor": "How many times as long travel takes where it is slow: 1 to 100.",
        "from": "When it begins to hold, as ISO 8601 in UTC; when this is missing, it holds already.",
        "until": "When it stops holding, as ISO 8601 in UTC; when this is missing, it does not stop.",
    ]
}

/// The kind of a feature. Fences are open within ten metres of an entrance.
public enum OverlayKind: String, Codable, Sendable, CaseIterable {
    case stage, stall, toilets
    case firstAid = "first_aid"
    case meetingPoint = "meeting_point"
    case entrance, fence
    case oneWay = "one_way"
    case closed, slow
}

extension OverlayKind: WireWords {}
