/// Asks what gives access to the account of who asks, or shows others where they are.
public struct AccessRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/access", "access",
        "Everything that gives access to the account, or lets others see where its owner is: what a change of the password ends.",
        answer: .json(AccountAccess.self), access: .users)
    package static let blank = AccessRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// What gives access to an account, or lets others see where its owner is.
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
        public let precision: ToldPrecision
        public let isOwn: Bool

        public init(
            id: String, name: String, created: String, ends: String, precision: ToldPrecision, isOwn: Bool
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
        "passkeys": "With which somebody logs in to the account.",
        "devices": "The devices that report where its owner is; some apps are answered where friends are.",
        "links": "Whoever has one sees where its owner is.",
        "groups": "Whose members see each other.",
        "registration_links":
            "For operators, those that they made: with each of these one person registers. Others get an empty list.",
        "has_set_up_code":
            "Whether a set-up code for this account waits to be used. A change of the password ends it; signing out does not.",
    ]
}

extension AccountAccess.Shown: Annotated {
    package static let notes = [
        "name": "Of a group; empty for a link.",
        "created": "When it was created, as ISO 8601 in UTC.",
        "ends": "When it shows nothing any more, as ISO 8601 in UTC.",
        "precision": "Whether others see the approximate location or the exact one.",
        "is_own": "Whether whoever asks created it.",
    ]
}

/// Changes the password of who asks, and ends what else gives access to their account.
public struct ChangePasswordRequest: BodyRequest {
    public var body: Passwords

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
        "Changes the password, ends all other sessions, and removes all passkeys, devices, links, groups and codes, but those that the body names. The cookie of a page changes; a program's token ends unless its session is named.",
        answer: .nothing, access: .users, failures: [.invalidBody, .wrongCredentials, .changedMeanwhile])
    package static let blank = ChangePasswordRequest(from: "", to: "")
    package func visit(_ fields: inout some FieldVisitor) {}
}

extension ChangePasswordRequest.Passwords: Annotated {
    package static let notes = ["keep": "What does not end; all but the page that asks ends when this is missing."]
}

/// Ends everything that gives access to the account of who asks.
public struct SignOutRequest: BodyRequest {
    public var body: KeptAccess

    public init(keeping kept: KeptAccess = KeptAccess()) { body = kept }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/sign-out", "sign_out",
        "Signs out everywhere: ends all sessions, this one too, and removes all passkeys, devices, links and groups, but those that the body names. Only a confirmed session may name any. A set-up code that waits goes on.",
        answer: .nothing, access: .users, failures: [.invalidBody, .confirmationRequired])
    package static let blank = SignOutRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// What does not end when somebody signs out everywhere or changes the password, by ids. All else does.
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
        "sessions":
            "None when this is missing; at a change of password the page that asks is kept in any case, and a program that asks is not.",
        "passkeys": "None when this is missing.", "devices": "None when this is missing.",
        "links": "None when this is missing.",
        "groups": "None when this is missing. The invitation of a group that is kept is renewed.",
        "registration_links": "None when this is missing; matters for operators alone, and for links that they made.",
    ]
}
