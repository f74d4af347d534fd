/// Asks for the overlay as operators work on it.
public struct OverlayDraftRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/admin/weights", "weights", "The overlay that operators and programs work on.",
        answer: .json(OverlayDraft.self), access: .operators)
}

/// The overlay that operators work on, before they publish it.
public struct OverlayDraft: Codable, Equatable, Sendable {
    public let revision: Int
    public let publishedRevision: Int
    public let features: [OverlayFeature]
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
        "revision": "Counts the changes; 0 before the first. A change names the revision that it is based on.",
        "published_revision":
            "The revision that everybody sees. It differs from `revision` when there is something to publish.",
        "effects": """
        What each feature that affects streets does to them while it holds, without the lines. Missing when the \
        server is busy.
        """,
    ]
}

/// Changes the overlay.
public struct ChangeOverlayRequest: BodyRequest, FieldlessRequest {
    package static var maximumLength: Int { 4 << 20 }
    public var body: Revised<OverlayFields>

    public init(revision: Int, _ fields: OverlayFields) { body = Revised(revision: revision, fields: fields) }

    package static let endpoint = Endpoint(
        .put, "/api/v1/admin/weights", "change_weights",
        """
        Changes the overlay. When it is published, routes follow it before the answer is sent. In the answer, \
        `effects` says which features block a street and which are only shown.
        """,
        answer: .json(OverlayDraft.self), access: .operators, failures: [.invalidBody, .changedMeanwhile])
    package static let blank = ChangeOverlayRequest(revision: 0, OverlayFields(features: [], publish: false))
}

/// The new overlay.
public struct OverlayFields: Codable, Equatable, Sendable {
    public var features: [OverlayFeature]
    public var publish: Bool

    public init(features: [OverlayFeature], publish: Bool) {
        self.features = features
        self.publish = publish
    }
}

extension OverlayFields: Annotated {
    package static let notes = [
        "features": "All features, at most 2000 with 20000 points. The server removes those that are left out.",
        "publish":
            "Whether everybody sees it from now on and routes follow it. If not, the server keeps it as a draft.",
    ]
}

/// Asks for the effects of features on streets, and changes nothing.
public struct PreviewOverlayRequest: BodyRequest, FieldlessRequest {
    package static var maximumLength: Int { 4 << 20 }
    public var body: OverlayPreviewFields

    public init(_ fields: OverlayPreviewFields) { body = fields }

    package static let endpoint = Endpoint(
        .post, "/api/v1/admin/weights/preview", "preview_weights",
        "The streets that features would close, slow or make one-way. Changes nothing.",
        answer: .json(OverlayPreview.self), access: .operators, failures: [.invalidBody])
    package static let blank = PreviewOverlayRequest(OverlayPreviewFields(features: []))
}

/// Features that somebody is drawing.
public struct OverlayPreviewFields: Codable, Equatable, Sendable {
    public var features: [OverlayFeature]

    public init(features: [OverlayFeature]) { self.features = features }
}

extension OverlayPreviewFields: Annotated {
    package static let notes = [
        "features": "At most 2000 features with 20000 points. Entrances open the fences among them."
    ]
}

/// The effects that features would have.
public struct OverlayPreview: Codable, Equatable, Sendable {
    public var effects: [OverlayEffect]
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
        "effects": "One for each feature that affects streets, in their order.",
        "draws_all": """
        Whether the effects have all their lines. One answer draws at most 20000 points, the first features \
        first.
        """,
    ]
}

/// The streets that a feature closes, slows or makes one-way while it holds, for at least some travellers.
public struct OverlayEffect: Codable, Equatable, Sendable {
    public let feature: Int
    public let streets: Int
    public let distance: Double
    public let names: [String]
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
        "feature": "The position of the feature in `features`, from 0.",
        "streets": """
        How many streets it closes, slows or makes one-way for at least some travellers. All pieces with one \
        name count once, and so does each way without a name. 0: it affects no street and is only shown on the \
        map.
        """,
        "distance":
            "The total length of the affected pieces, in metres. A square counts with its longest line.",
        "names": "The names of the longest streets, at most five.",
        "lines": """
        In a preview, the affected pieces, each from one junction to the next; all of them when `draws_all` is \
        true.
        """,
    ]
}
