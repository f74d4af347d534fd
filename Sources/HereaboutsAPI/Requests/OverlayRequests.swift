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

/// Asks for the overlay as operators work on it.
public struct OverlayDraftRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/admin/weights", "weights", "The overlay as operators and programs work on it.",
        answer: .json(OverlayDraft.self), access: .operators)
    package static let blank = OverlayDraftRequest()
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
