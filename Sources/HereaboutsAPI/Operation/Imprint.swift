/// Asks for the imprint.
public struct ImprintRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/imprint", "imprint", "Who runs this place, in its operators' words.", answer: .json(Imprint.self),
        failures: [.notLoggedIn])
}

/// Who runs the place, in its operators' words. All but the revision is missing until they write it.
public struct Imprint: Codable, Equatable, Sendable {
    public let revision: Int
    public let title: String?
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
        "revision": "Counts the changes; 0 before the first. A change names the revision that it is based on.",
        "text": "Plain text: paragraphs with an empty line between them.",
        "contact": "One line, such as an address to write to.",
    ]
}

/// Changes the imprint.
public struct ChangeImprintRequest: BodyRequest, FieldlessRequest {
    package static var maximumLength: Int { 256 << 10 }
    public var body: Revised<ImprintFields>

    public init(revision: Int, _ fields: ImprintFields) { body = Revised(revision: revision, fields: fields) }

    package static let endpoint = Endpoint(
        .put, "/api/v1/imprint", "change_imprint", "Changes the imprint.",
        answer: .json(Imprint.self), access: .operators, failures: [.invalidBody, .changedMeanwhile])
    package static let blank = ChangeImprintRequest(revision: 0, ImprintFields())
}

/// The imprint as operators send it.
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
        "pictures": "At most six, which the same operator added or the imprint already has.",
    ]
}
