/// Asks for one's groups.
public struct GroupsRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/groups", "groups",
        "One's groups: their members tell each other where they are until the group ends.",
        answer: .json(GroupList.self), access: .users)
    package static let blank = GroupsRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

public struct GroupList: Codable, Equatable, Sendable {
    public let groups: [PeopleGroup]

    public init(groups: [PeopleGroup]) { self.groups = groups }
}

/// People who tell each other where they are until a time.
public struct PeopleGroup: Codable, Equatable, Sendable {
    public let id: String
    public let name: String
    /// As ISO 8601 in UTC.
    public let ends: String
    public let isOwn: Bool
    /// How exactly one is told.
    public let precision: ToldPrecision
    /// By name, one's own included.
    public let members: [String]
    /// `nil` when its owner's key is gone.
    public let invitation: Opener?

    public init(
        id: String, name: String, ends: String, isOwn: Bool, precision: ToldPrecision, members: [String],
        invitation: Opener?
    ) {
        (self.id, self.name, self.ends, self.isOwn) = (id, name, ends, isOwn)
        (self.precision, self.members, self.invitation) = (precision, members, invitation)
    }

    enum CodingKeys: String, CodingKey {
        case id, name, ends, precision, members, invitation
        case isOwn = "is_own"
    }
}

extension PeopleGroup: Annotated {
    package static let notes = [
        "ends": "When nobody in it is told of any more, as ISO 8601 in UTC.",
        "is_own": "Whether one began it: it ends when one leaves it.",
        "precision": "How exactly one is told in it.",
        "members": "The names of all, one's own included.",
        "invitation": "What others open to join; not there for a group that nobody can join any more.",
    ]
}

/// What opens a link or a group, for whoever has it.
public struct Opener: Codable, Equatable, Sendable {
    /// Good for this link or group alone, until it ends.
    public let token: String
    /// An address of this server's page.
    public let url: String
    /// `url` as a code to scan: an SVG document.
    public let code: String?

    public init(token: String, url: String, code: String?) {
        (self.token, self.url, self.code) = (token, url, code)
    }
}

extension Opener: Annotated {
    package static let notes = [
        "token": "Good for this link or group alone, until it ends.",
        "url": "An address of this server's page; what follows `#` is sent to no server by itself.",
        "code": "`url` as a code to scan (QR, ISO/IEC 18004): an SVG document.",
    ]
}

/// How exactly somebody is told.
public enum ToldPrecision: String, Codable, Sendable, CaseIterable { case fuzzy, exact }

extension ToldPrecision: WireWords {}

/// Begins a group.
public struct AddGroupRequest: BodyRequest {
    public var body: NewGroup

    public init(_ group: NewGroup) { body = group }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/groups", "add_group",
        "Begins a group, whose members tell each other where they are until it ends.",
        answer: .created(PeopleGroup.self), access: .users, failures: [.invalidBody])
    package static let blank = AddGroupRequest(NewGroup(name: "", ends: "", precision: .fuzzy))
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// A group that is to begin.
public struct NewGroup: Codable, Equatable, Sendable {
    public var name: String
    public var ends: String
    public var precision: ToldPrecision

    public init(name: String, ends: String, precision: ToldPrecision) {
        (self.name, self.ends, self.precision) = (name, ends, precision)
    }
}

extension NewGroup: Annotated {
    package static let notes = [
        "name": "What its members call it: 1 to 64 characters.",
        "ends": "When nobody in it is told of any more, in the next 30 days: ISO 8601.",
        "precision": "How exactly one is told oneself: somewhere around, or as the device says.",
    ]
}

/// Joins a group, or changes how exactly one is told in it.
public struct JoinGroupRequest: BodyRequest {
    public var body: Joining

    public struct Joining: Codable, Equatable, Sendable {
        public var invitation: String
        public var precision: ToldPrecision

        public init(invitation: String, precision: ToldPrecision) {
            (self.invitation, self.precision) = (invitation, precision)
        }
    }

    public init(invitation: String, precision: ToldPrecision) {
        body = Joining(invitation: invitation, precision: precision)
    }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/groups/joining", "join_group",
        "Joins the group that an invitation leads to, or changes how exactly one is told in it.",
        answer: .json(PeopleGroup.self), access: .users, failures: [.invalidBody, .notFound])
    package static let blank = JoinGroupRequest(invitation: "", precision: .fuzzy)
    package func visit(_ fields: inout some FieldVisitor) {}
}

extension JoinGroupRequest.Joining: Annotated {
    package static let notes = [
        "invitation": "The token of the group's invitation.",
        "precision": "How exactly one is told: somewhere around, or as the device says.",
    ]
}

/// Leaves a group.
public struct LeaveGroupRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/groups/{id}", "leave_group", "Leaves a group; one that one began ends for all.",
        answer: .nothing, access: .users, failures: [.notFound])
    package static let blank = LeaveGroupRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Asks for one's links.
public struct LinksRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/links", "links", "One's links: whoever has one sees where one is until it ends.",
        answer: .json(LinkList.self), access: .users)
    package static let blank = LinksRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

public struct LinkList: Codable, Equatable, Sendable {
    public let links: [PersonLink]

    public init(links: [PersonLink]) { self.links = links }
}

/// Something to give to whoever may see where one is until a time.
public struct PersonLink: Codable, Equatable, Sendable {
    public let id: String
    /// As ISO 8601 in UTC.
    public let ends: String
    public let precision: ToldPrecision
    public let opener: Opener

    public init(id: String, ends: String, precision: ToldPrecision, opener: Opener) {
        (self.id, self.ends, self.precision, self.opener) = (id, ends, precision, opener)
    }
}

extension PersonLink: Annotated {
    package static let notes = [
        "ends": "When it shows nothing any more, as ISO 8601 in UTC.",
        "precision": "How exactly one is told.", "opener": "What to give to others.",
    ]
}

/// Makes a link.
public struct AddLinkRequest: BodyRequest {
    public var body: NewLink

    public init(_ link: NewLink) { body = link }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/links", "add_link", "Makes a link that shows where one is until it ends.",
        answer: .created(PersonLink.self), access: .users, failures: [.invalidBody])
    package static let blank = AddLinkRequest(NewLink(ends: "", precision: .fuzzy))
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// A link that is to be made.
public struct NewLink: Codable, Equatable, Sendable {
    public var ends: String
    public var precision: ToldPrecision

    public init(ends: String, precision: ToldPrecision) { (self.ends, self.precision) = (ends, precision) }
}

extension NewLink: Annotated {
    package static let notes = [
        "ends": "When it shows nothing any more, in the next 7 days: ISO 8601.",
        "precision": "How exactly one is told: somewhere around, or as the device says.",
    ]
}

/// Ends a link.
public struct EndLinkRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/links/{id}", "end_link", "Ends a link: it shows nothing from now on.",
        answer: .nothing, access: .users, failures: [.notFound])
    package static let blank = EndLinkRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Asks where the owner of a link is. Its token comes as a bearer token, so that no address tells it.
public struct SharedPlaceRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/shared", "shared",
        "Where the owner of a link is, whose token comes as a bearer token; guests need be let in nowhere else for it.",
        answer: .json(SharedPlace.self), failures: [.notLoggedIn])
    package static let blank = SharedPlaceRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// What a link shows.
public struct SharedPlace: Codable, Equatable, Sendable {
    public let name: String
    /// As ISO 8601 in UTC.
    public let ends: String
    /// How exactly they are shown.
    public let precision: ToldPrecision
    /// `nil` while nothing is shown.
    public let person: SeenPerson?
    /// As ISO 8601 in UTC; `nil` once something is shown, after that time, and for an exact link.
    public let expected: String?

    public init(name: String, ends: String, precision: ToldPrecision, person: SeenPerson?, expected: String? = nil) {
        (self.name, self.ends, self.precision) = (name, ends, precision)
        (self.person, self.expected) = (person, expected)
    }
}

extension SharedPlace: Annotated {
    package static let notes = [
        "name": "Whose link it is.", "ends": "When it shows nothing any more, as ISO 8601 in UTC.",
        "precision": "How exactly they are shown: an area, or as the device says.",
        "person": "Where they are; not there while nothing is shown.",
        "expected":
            "By when an area is shown, as ISO 8601 in UTC, if they report and stay in one place since the link was made. It follows from that time alone; not there once something is shown, after that time, and for an exact link.",
    ]
}
