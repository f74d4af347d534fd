/// Asks for the account's groups.
public struct GroupsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/groups", "groups",
        "Your groups: the members of a group share their locations with each other until it ends.",
        answer: .json(GroupList.self), access: .users)
}

/// The account's groups.
public struct GroupList: Codable, Equatable, Sendable {
    public let groups: [PeopleGroup]

    public init(groups: [PeopleGroup]) { self.groups = groups }
}

/// People who share their locations with each other until a time.
public struct PeopleGroup: Codable, Equatable, Sendable {
    public let id: String
    public let name: String
    public let ends: String
    public let isOwn: Bool
    public let precision: SharingPrecision
    public let members: [String]
    public var invitation: Opener?

    public init(
        id: String, name: String, ends: String, isOwn: Bool, precision: SharingPrecision, members: [String],
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
        "ends": "When it ends and its members stop seeing each other, as ISO 8601 in UTC.",
        "is_own": "Whether you created it. It ends when you leave it.",
        "precision": "How exact your location is in it.",
        "members": "The names of all members, with yours.",
        "invitation":
            "What others open to join. Missing when nobody can join any more, and for a session that is not confirmed.",
    ]
}

/// Creates a group.
public struct AddGroupRequest: BodyRequest, FieldlessRequest {
    public var body: NewGroup

    public init(_ group: NewGroup) { body = group }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/groups", "add_group",
        "Creates a group, whose members share their locations with each other until it ends.",
        answer: .created(PeopleGroup.self), access: .users, needsConfirmation: true,
        failures: [.invalidBody, .quotaReached])
    package static let blank = AddGroupRequest(NewGroup(name: "", ends: "", precision: .fuzzy))
}

/// A group to create.
public struct NewGroup: Codable, Equatable, Sendable {
    public var name: String
    public var ends: String
    public var precision: SharingPrecision

    public init(name: String, ends: String, precision: SharingPrecision) {
        (self.name, self.ends, self.precision) = (name, ends, precision)
    }
}

extension NewGroup: Annotated {
    package static let notes = [
        "name": "Its name: 1 to 64 characters.",
        "ends": "When it ends, within the next 30 days: ISO 8601.",
        "precision": "Whether the members see your approximate location or your exact one.",
    ]
}

/// Joins a group, or changes how exact the account's location is in it.
public struct JoinGroupRequest: BodyRequest, FieldlessRequest {
    public var body: Joining

    /// An invitation, and how exact the location is in the group.
    public struct Joining: Codable, Equatable, Sendable {
        public var invitation: String
        public var precision: SharingPrecision

        public init(invitation: String, precision: SharingPrecision) {
            (self.invitation, self.precision) = (invitation, precision)
        }
    }

    public init(invitation: String, precision: SharingPrecision) {
        body = Joining(invitation: invitation, precision: precision)
    }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/groups/joining", "join_group",
        "Joins the group that an invitation leads to, or changes how exact your location is in it.",
        answer: .json(PeopleGroup.self), access: .users, needsConfirmation: true,
        failures: [.invalidBody, .notFound, .quotaReached])
    package static let blank = JoinGroupRequest(invitation: "", precision: .fuzzy)
}

extension JoinGroupRequest.Joining: Annotated {
    package static let notes = [
        "invitation": "The token of the group's invitation.",
        "precision": "Whether others see your approximate location or your exact one.",
    ]
}

/// Leaves a group.
public struct LeaveGroupRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/groups/{id}", "leave_group", "Leaves a group; a group that you created ends for all.",
        answer: .nothing, access: .users, failures: [.notFound])
}

/// How exact a visible location is.
public enum SharingPrecision: String, Codable, Sendable, CaseIterable { case fuzzy, exact }

extension SharingPrecision: WireWords {}

/// The address and token that open a link or a group, for everybody who has them.
public struct Opener: Codable, Equatable, Sendable {
    public let token: String
    public let url: String
    public let code: String?

    public init(token: String, url: String, code: String?) {
        (self.token, self.url, self.code) = (token, url, code)
    }
}

extension Opener: Annotated {
    package static let notes = [
        "token": "Valid for this link or group alone, until it ends.",
        "url": "An address of this server's page. Browsers send the part after `#` to no server.",
        "code": "`url` as a code to scan (QR, ISO/IEC 18004): an SVG document.",
    ]
}
