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

/// What operators work on: the overlay before it is published.
public struct OverlayDraft: Codable, Equatable, Sendable {
    /// Counts the changes, from 0 when nothing was ever drawn. A change names the revision that it changes.
    public let revision: Int
    /// The revision that everybody sees; another one than `revision` when there is something to publish.
    public let publishedRevision: Int
    public let features: [OverlayFeature]
    /// What each of them does to streets while it holds, for those that concern streets, without the `lines`; `nil`
    /// when the server is busy.
    public let effects: [OverlayEffect]?

    public init(revision: Int, publishedRevision: Int, features: [OverlayFeature], effects: [OverlayEffect]?) {
        self.revision = revision
        self.publishedRevision = publishedRevision
        self.features = features
        self.effects = effects
    }

    enum CodingKeys: String, CodingKey {
        case revision, features, effects
        case publishedRevision = "published_revision"
    }
}

extension OverlayDraft: Annotated {
    package static let notes = [
        "revision":
            "Counts the changes, from 0 when nothing was ever drawn. A change names the revision that it changes.",
        "published_revision":
            "The revision that everybody sees; another one than revision when there is something to publish.",
        "effects":
            "What each feature does to streets while it holds, for those that concern streets, without the lines. Missing when the server is busy.",
    ]
}

/// What features of the overlay would do.
public struct OverlayPreview: Codable, Equatable, Sendable {
    /// For each feature that concerns streets.
    public var effects: [OverlayEffect]
    /// Whether the effects have all their lines: an answer draws at most 20000 points.
    public var drawsAll: Bool

    public init(effects: [OverlayEffect], drawsAll: Bool) {
        self.effects = effects
        self.drawsAll = drawsAll
    }

    enum CodingKeys: String, CodingKey {
        case effects
        case drawsAll = "draws_all"
    }
}

extension OverlayPreview: Annotated {
    package static let notes = [
        "effects": "For each feature that concerns streets, in their order.",
        "draws_all":
            "Whether the effects have all their lines. false: one answer draws at most 20000 points, the first features first.",
    ]
}

/// What a feature of the overlay does to streets while it holds: which of them it closes, slows or makes one-way, for
/// at least some of those whom it concerns.
public struct OverlayEffect: Codable, Equatable, Sendable {
    /// The position of the feature in `features`, from 0.
    public let feature: Int
    /// How many streets; 0 when it does nothing, and is only shown on the map.
    public let streets: Int
    /// How long the pieces of them are together, in metres; of a square its longest line counts.
    public let distance: Double
    /// The names of the longest, at most five.
    public let names: [String]
    /// In a preview: the pieces, each from one junction to the next; all of them where it `drawsAll`.
    public let lines: [[GuideLocation]]?

    public init(feature: Int, streets: Int, distance: Double, names: [String], lines: [[GuideLocation]]? = nil) {
        self.feature = feature
        self.streets = streets
        self.distance = distance
        self.names = names
        self.lines = lines
    }
}

extension OverlayEffect: Annotated {
    package static let notes = [
        "feature": "The position of the feature in features, from 0.",
        "streets":
            "How many streets it closes, slows or makes one-way for somebody whom it concerns: all that has one name, or a way without one, counts once. 0: it does nothing, and is only shown on the map.",
        "distance": "How long the pieces of them are together, in metres; of a square its longest line counts.",
        "names": "The names of the longest streets, at most five.",
        "lines":
            "In a preview: the pieces, each from one junction to the next; all of them where draws_all is true.",
    ]
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
