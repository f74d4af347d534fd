/// Asks who runs the place.
public struct ImprintRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/imprint", "imprint", "Who runs this place, as its operators tell it.", answer: .json(Imprint.self),
        failures: [.notLoggedIn])
    package static let blank = ImprintRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Who runs the place, as its operators tell it; all but the revision is missing until they do.
public struct Imprint: Codable, Equatable, Sendable {
    /// Counts the changes, from 0 when nothing was ever told; told again when one changes it.
    public let revision: Int
    public let title: String?
    /// Paragraphs, with an empty line between them.
    public let text: String?
    public let contact: String?
    public let pictures: [Picture]

    public init(revision: Int, title: String?, text: String?, contact: String?, pictures: [Picture]) {
        self.revision = revision
        self.title = title
        self.text = text
        self.contact = contact
        self.pictures = pictures
    }
}

extension Imprint: Annotated {
    package static let notes = [
        "revision": "Counts the changes, from 0 when nothing was ever told; told again when one changes it.",
        "text": "Plain text: paragraphs with an empty line between them.",
        "contact": "One line, such as an address to write to.",
    ]
}

/// Changes what is told of who runs the place.
public struct ChangeImprintRequest: BodyRequest {
    package static var maximumLength: Int { 256 << 10 }
    public var body: Revised<ImprintFields>

    public init(revision: Int, _ fields: ImprintFields) { body = Revised(revision: revision, fields: fields) }

    package static let endpoint = Endpoint(
        .put, "/api/v1/imprint", "change_imprint", "Changes what is told of who runs this place.",
        answer: .json(Imprint.self), access: .operators, failures: [.invalidBody, .changedMeanwhile])
    package static let blank = ChangeImprintRequest(revision: 0, ImprintFields())
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// What operators tell of themselves.
public struct ImprintFields: Codable, Equatable, Sendable {
    public var title: String?
    public var text: String?
    public var contact: String?
    public var pictures: [PictureChoice]

    public init(
        title: String? = nil, text: String? = nil, contact: String? = nil, pictures: [PictureChoice] = []
    ) {
        self.title = title
        self.text = text
        self.contact = contact
        self.pictures = pictures
    }
}

extension ImprintFields: Annotated {
    package static let notes = [
        "title": "At most 200 characters on one line.",
        "text": "Plain text of at most 20000 characters; an empty line ends a paragraph.",
        "contact": "At most 200 characters on one line, such as an address to write to.",
        "pictures": "At most six: of those that the same operator added, or that the imprint has.",
    ]
}
