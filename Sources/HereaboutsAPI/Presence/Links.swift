/// Asks for the account's links.
public struct LinksRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/links", "links", "Your links: everybody who has a link sees your location until it ends.",
        answer: .json(LinkList.self), access: .users)
}

/// The account's links.
public struct LinkList: Codable, Equatable, Sendable {
    public let links: [PersonLink]

    public init(links: [PersonLink]) { self.links = links }
}

/// A link by which others see the owner's location until a time.
public struct PersonLink: Codable, Equatable, Sendable {
    public let id: String
    public let ends: String
    public let precision: SharingPrecision
    public var opener: Opener?

    public init(id: String, ends: String, precision: SharingPrecision, opener: Opener?) {
        (self.id, self.ends, self.precision, self.opener) = (id, ends, precision, opener)
    }
}

extension PersonLink: Annotated {
    package static let notes = [
        "ends": "When it ends, as ISO 8601 in UTC.",
        "precision": "Whether it shows your approximate location or your exact one.",
        "opener": "What to give to others; missing for a session that is not confirmed.",
    ]
}

/// Creates a link.
public struct AddLinkRequest: BodyRequest, FieldlessRequest {
    public var body: NewLink

    public init(_ link: NewLink) { body = link }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/links", "add_link", "Creates a link that shows your location until it ends.",
        answer: .created(PersonLink.self), access: .users, needsConfirmation: true,
        failures: [.invalidBody, .quotaReached])
    package static let blank = AddLinkRequest(NewLink(ends: "", precision: .fuzzy))
}

/// A link to create.
public struct NewLink: Codable, Equatable, Sendable {
    public var ends: String
    public var precision: SharingPrecision

    public init(ends: String, precision: SharingPrecision) { (self.ends, self.precision) = (ends, precision) }
}

extension NewLink: Annotated {
    package static let notes = [
        "ends": "When it ends, within the next 7 days: ISO 8601.",
        "precision": "Whether others see your approximate location or your exact one.",
    ]
}

/// Ends a link.
public struct EndLinkRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/links/{id}", "end_link", "Ends a link: it shows nothing from now on.",
        answer: .nothing, access: .users, failures: [.notFound])
}

/// Asks where the owner of a link is. Its token comes as a bearer token, so that no address has it.
public struct SharedPlaceRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/shared", "shared",
        """
        Where the owner of a link is. Send the link's token as a bearer token. This needs no account, even where \
        guests may see nothing else.
        """,
        answer: .json(SharedPlace.self), failures: [.notLoggedIn])
}

/// The location that a link shows.
public struct SharedPlace: Codable, Equatable, Sendable {
    public let name: String
    public let ends: String
    public let precision: SharingPrecision
    public let person: SeenPerson?
    public let expected: String?

    public init(name: String, ends: String, precision: SharingPrecision, person: SeenPerson?, expected: String? = nil) {
        (self.name, self.ends, self.precision) = (name, ends, precision)
        (self.person, self.expected) = (person, expected)
    }
}

extension SharedPlace: Annotated {
    package static let notes = [
        "name": "The name of the link's owner.",
        "ends": "When the link ends, as ISO 8601 in UTC.",
        "precision": "Whether it shows an area or the exact location.",
        "person": "Where the owner is; missing while the link shows nothing.",
        "expected": """
        When the link first shows an area, as ISO 8601 in UTC, if the owner's device reports and they stay in \
        one place. The server computes it only from the time when the link was created. Missing once the link \
        shows something, after that time, and for an exact link.
        """,
    ]
}
