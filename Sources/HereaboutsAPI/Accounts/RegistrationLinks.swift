/// Asks for the registration links that wait to be used.
public struct RegistrationLinksRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/registration-links", "registration_links",
        "The registration links that were neither used nor revoked and have not expired, newest first.",
        answer: .json(RegistrationLinkList.self), access: .operators)
}

/// Registration links, newest first.
public struct RegistrationLinkList: Codable, Equatable, Sendable {
    public let links: [RegistrationLink]

    public init(links: [RegistrationLink]) { self.links = links }
}

/// A link that lets one person register, where registration is by invitation.
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
        "note": "Whom it is for, in the words of the operator who made it; may be empty.",
        "created": "When it was created, as ISO 8601 in UTC.",
        "expires": "When it expires, as ISO 8601 in UTC.",
    ]
}

/// Makes a registration link.
public struct AddRegistrationLinkRequest: BodyRequest, FieldlessRequest {
    public var body: NewLink

    /// A registration link to make.
    public struct NewLink: Codable, Equatable, Sendable {
        public var note: String?
        public var days: Int?

        public init(note: String? = nil, days: Int? = nil) { (self.note, self.days) = (note, days) }
    }

    public init(note: String? = nil, days: Int? = nil) { body = NewLink(note: note, days: days) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/registration-links", "add_registration_link",
        """
        Makes a link that lets one person register, once. Its code is in this answer, and the server does not keep \
        it.
        """,
        answer: .created(NewRegistrationLink.self), access: .operators, needsConfirmation: true,
        failures: [.invalidBody])
    package static let blank = AddRegistrationLinkRequest()
}

extension AddRegistrationLinkRequest.NewLink: Annotated {
    package static let notes = [
        "note": "Whom it is for, in at most 100 characters; only operators see it.",
        "days": "How many days it stays valid: 1 to 90, 7 when this is missing.",
    ]
}

/// A link that was just made, and what opens it.
public struct NewRegistrationLink: Codable, Equatable, Sendable {
    public let link: RegistrationLink
    public let opener: Opener

    public init(link: RegistrationLink, opener: Opener) { (self.link, self.opener) = (link, opener) }
}

/// Revokes a registration link.
public struct RevokeRegistrationLinkRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/registration-links/{id}", "revoke_registration_link",
        "Revokes a registration link: nobody can register with it any more.", answer: .nothing, access: .operators,
        failures: [.notFound])
}
