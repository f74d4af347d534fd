/// Asks for everything that gives access to the account, or shows others where its owner is.
public struct AccessRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/access", "access",
        """
        Everything that gives access to the account, or lets others see where its owner is. A change of the password \
        ends all of it.
        """,
        answer: .json(AccountAccess.self), access: .users)
}

/// Everything that gives access to an account, or lets others see where its owner is.
public struct AccountAccess: Codable, Equatable, Sendable {
    public let sessions: [SessionList.Session]
    public let passkeys: [PasskeyList.Passkey]
    public let devices: [Device]
    public let links: [Shown]
    public let groups: [Shown]
    public let registrationLinks: [RegistrationLink]
    public let hasSetUpCode: Bool

    public init(
        sessions: [SessionList.Session], passkeys: [PasskeyList.Passkey], devices: [Device], links: [Shown],
        groups: [Shown], registrationLinks: [RegistrationLink], hasSetUpCode: Bool
    ) {
        self.passkeys = passkeys
        (self.sessions, self.devices, self.links, self.groups) = (sessions, devices, links, groups)
        (self.registrationLinks, self.hasSetUpCode) = (registrationLinks, hasSetUpCode)
    }

    enum CodingKeys: String, CodingKey {
        case sessions, passkeys, devices, links, groups
        case registrationLinks = "registration_links"
        case hasSetUpCode = "has_set_up_code"
    }

    /// A link or a group by which others see where somebody is.
    public struct Shown: Codable, Equatable, Sendable {
        public let id: String
        public let name: String
        public let created: String
        public let ends: String
        public let precision: SharingPrecision
        public let isOwn: Bool

        public init(
            id: String, name: String, created: String, ends: String, precision: SharingPrecision, isOwn: Bool
        ) {
            (self.id, self.name, self.created, self.ends) = (id, name, created, ends)
            (self.precision, self.isOwn) = (precision, isOwn)
        }

        enum CodingKeys: String, CodingKey {
            case id, name, created, ends, precision
            case isOwn = "is_own"
        }
    }
}

extension AccountAccess: Annotated {
    package static let notes = [
        "sessions": "The browsers and programs that act for the account.",
        "passkeys": "The passkeys that log in to the account.",
        "devices":
            "The devices that report where the owner is. Some tracker apps also receive where friends are.",
        "links": "Everybody who has one sees where the owner is.",
        "groups": "The members of each see each other.",
        "registration_links":
            "An operator's own registration links; each lets one person register. Empty for everybody else.",
        "has_set_up_code": """
        Whether an unused set-up code exists for this account. A change of the password ends it; signing out \
        does not.
        """,
    ]
}

extension AccountAccess.Shown: Annotated {
    package static let notes = [
        "name": "The group's name; empty for a link.",
        "created": "When it was created, as ISO 8601 in UTC.",
        "ends": "When it ends, as ISO 8601 in UTC.",
        "precision": "Whether others see the approximate location or the exact one.",
        "is_own": "Whether you created it.",
    ]
}

/// Changes the account's password, and ends all other access to the account.
public struct ChangePasswordRequest: BodyRequest, FieldlessRequest {
    public var body: Passwords

    /// The old password and the new one.
    public struct Passwords: Codable, Equatable, Sendable {
        public var old: String
        public var new: String
        public var keep: KeptAccess?

        public init(old: String, new: String, keep: KeptAccess? = nil) {
            self.old = old
            self.new = new
            self.keep = keep
        }
    }

    public init(from old: String, to new: String, keeping kept: KeptAccess? = nil) {
        body = Passwords(old: old, new: new, keep: kept)
    }

    package static let endpoint = Endpoint(
        .put, "/api/v1/me/password", "change_password",
        """
        Changes the password, ends all other sessions, and removes all passkeys, devices, links, groups and codes, \
        except those that the body names. A page gets a new cookie. A program's token ends unless the body names its \
        session.
        """,
        answer: .nothing, access: .users, failures: [.invalidBody, .wrongCredentials, .changedMeanwhile])
    package static let blank = ChangePasswordRequest(from: "", to: "")
}

extension ChangePasswordRequest.Passwords: Annotated {
    package static let notes = [
        "keep": "The access to keep. When this is missing, all of it ends but the page that asks."
    ]
}

/// Ends all access to the account.
public struct SignOutRequest: BodyRequest, FieldlessRequest {
    public var body: KeptAccess

    public init(keeping kept: KeptAccess = KeptAccess()) { body = kept }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/sign-out", "sign_out",
        """
        Signs out everywhere: ends all sessions, this one too, and removes all passkeys, devices, links and groups, \
        except those that the body names. Only a confirmed session may name any. An unused set-up code stays valid.
        """,
        answer: .nothing, access: .users, failures: [.invalidBody, .confirmationRequired])
    package static let blank = SignOutRequest()
}

/// The access, by ids, that stays when somebody signs out everywhere or changes the password. All other access ends.
public struct KeptAccess: Codable, Equatable, Sendable {
    public var sessions: [String]?
    public var passkeys: [String]?
    public var devices: [String]?
    public var links: [String]?
    public var groups: [String]?
    public var registrationLinks: [String]?

    public init(
        sessions: [String]? = nil, passkeys: [String]? = nil, devices: [String]? = nil, links: [String]? = nil,
        groups: [String]? = nil, registrationLinks: [String]? = nil
    ) {
        self.passkeys = passkeys
        (self.sessions, self.devices, self.links, self.groups) = (sessions, devices, links, groups)
        self.registrationLinks = registrationLinks
    }

    enum CodingKeys: String, CodingKey {
        case sessions, passkeys, devices, links, groups
        case registrationLinks = "registration_links"
    }
}

extension KeptAccess: Annotated {
    package static let notes = [
        "sessions": """
        The sessions to keep; none when this is missing. A change of the password always keeps the page that \
        asks; a program must name its own session.
        """,
        "passkeys": "The passkeys to keep; none when this is missing.",
        "devices": "The devices to keep; none when this is missing.",
        "links": "The links to keep; none when this is missing.",
        "groups": "The groups to keep; none when this is missing. A kept group gets a new invitation.",
        "registration_links":
            "The registration links to keep; none when this is missing. Only operators have any.",
    ]
}
