/// Asks for the overlay as operators work on it.
public struct OverlayDraftRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/admin/weights", "weights", "The overlay as operators and programs work on it.",
        answer: .json(OverlayDraft.self), access: .operators)
    package static let blank = OverlayDraftRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
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

/// Changes the overlay.
public struct ChangeOverlayRequest: BodyRequest {
    package static var maximumLength: Int { 4 << 20 }
    public var body: Revised<OverlayFields>

    public init(revision: Int, _ fields: OverlayFields) { body = Revised(revision: revision, fields: fields) }

    package static let endpoint = Endpoint(
        .put, "/api/v1/admin/weights", "change_weights",
        "Changes the overlay. When it is published, routes heed it before the answer is sent. The answer says in effects which of the features block a street, and which are only shown.",
        answer: .json(OverlayDraft.self), access: .operators, failures: [.invalidBody, .changedMeanwhile])
    package static let blank = ChangeOverlayRequest(revision: 0, OverlayFields(features: [], publish: false))
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// The overlay as it shall be.
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
        "features": "All of them, at most 2000 with 20000 points: what is left out goes.",
        "publish": "Whether everybody sees it from now on, and routes heed it; otherwise it is kept as a draft.",
    ]
}

/// Asks what features would do to streets, and changes nothing.
public struct PreviewOverlayRequest: BodyRequest {
    package static var maximumLength: Int { 4 << 20 }
    public var body: OverlayPreviewFields

    public init(_ fields: OverlayPreviewFields) { body = fields }

    package static let endpoint = Endpoint(
        .post, "/api/v1/admin/weights/preview", "preview_weights",
        "Which streets features would close, slow or make one-way. Changes nothing.",
        answer: .json(OverlayPreview.self), access: .operators, failures: [.invalidBody])
    package static let blank = PreviewOverlayRequest(OverlayPreviewFields(features: []))
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Features that somebody is drawing.
public struct OverlayPreviewFields: Codable, Equatable, Sendable {
    public var features: [OverlayFeature]

    public init(features: [OverlayFeature]) { self.features = features }
}

extension OverlayPreviewFields: Annotated {
    package static let notes = ["features": "At most 2000 with 20000 points: entrances open the fences among them."]
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
