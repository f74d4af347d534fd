/// Asks for the registration links that wait to be used.
public struct RegistrationLinksRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/registration-links", "registration_links",
        "The registration links that were neither used nor revoked and have not expired, newest first.",
        answer: .json(RegistrationLinkList.self), access: .operators)
    package static let blank = RegistrationLinksRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

public struct RegistrationLinkList: Codable, Equatable, Sendable {
    public let links: [RegistrationLink]

    public init(links: [RegistrationLink]) { self.links = links }
}

/// What lets its holder register once, where only those register who were invited.
public struct RegistrationLink: Codable, Equatable, Sendable {
    public let id: String
    public let note: String
    public let created: String
    public let expires: String

    public init(id: String, note: String, created: String, expires: String) {
        (self.id, self.note, self.created, self.expires) = (id, note, created, expires)
    }
}

extension RegistrationLink: Annotated {
    package static let notes = [
        "note": "For whom it is, as its maker noted; may be empty.",
        "created": "As ISO 8601 in UTC.",
        "expires": "When it is good no more, as ISO 8601 in UTC.",
    ]
}

/// Makes a registration link.
public struct AddRegistrationLinkRequest: BodyRequest {
    public var body: NewLink

    public struct NewLink: Codable, Equatable, Sendable {
        public var note: String?
        public var days: Int?

        public init(note: String? = nil, days: Int? = nil) { (self.note, self.days) = (note, days) }
    }

    public init(note: String? = nil, days: Int? = nil) { body = NewLink(note: note, days: days) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/registration-links", "add_registration_link",
        "Makes a link with which one person registers, once. Its code is in this answer and kept nowhere.",
        answer: .created(NewRegistrationLink.self), access: .operators, needsConfirmation: true,
        failures: [.invalidBody])
    package static let blank = AddRegistrationLinkRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

extension AddRegistrationLinkRequest.NewLink: Annotated {
    package static let notes = [
        "note": "For whom it is, at most 100 characters; operators alone see it.",
        "days": "How many days it is good for: 1 to 90, 7 when this is missing.",
    ]
}

/// A link that was just made, and what opens it.
public struct NewRegistrationLink: Codable, Equatable, Sendable {
    public let link: RegistrationLink
    public let opener: Opener

    public init(link: RegistrationLink, opener: Opener) { (self.link, self.opener) = (link, opener) }
}

/// Takes a registration link back.
public struct RevokeRegistrationLinkRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/registration-links/{id}", "revoke_registration_link",
        "Takes a registration link back: nobody can register with it any more.", answer: .nothing, access: .operators,
        failures: [.notFound])
    package static let blank = RevokeRegistrationLinkRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}
