/// Confirms whose account it is.
public struct ConfirmRequest: BodyRequest {
    public var body: Proof

    public struct Proof: Codable, Equatable, Sendable {
        public var password: String

        public init(password: String) { self.password = password }
    }

    public init(password: String) { body = Proof(password: password) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/confirmation", "confirm",
        "Confirms the session, or the program's token, that asks: for ten minutes it may do what a stolen one must not. The cookie of a page changes.",
        answer: .json(Confirmation.self), access: .users,
        failures: [.invalidBody, .wrongCredentials, .changedMeanwhile])
    package static let blank = ConfirmRequest(password: "")
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Asks whether the session that asks is confirmed.
public struct ConfirmationRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/confirmation", "confirmation",
        "Until when the session that asks is confirmed: for who is about to have a browser download something.",
        answer: .json(Confirmation.self), access: .users, needsConfirmation: true)
    package static let blank = ConfirmationRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// A confirmation that holds for a while, for the session that asked and no other.
public struct Confirmation: Codable, Equatable, Sendable {
    /// As ISO 8601 in UTC.
    public let until: String

    public init(until: String) { self.until = until }
}

extension Confirmation: Annotated {
    package static let notes = ["until": "When it holds no more, as ISO 8601 in UTC."]
}

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

/// Asks what happened to the account of who asks.
public struct HistoryRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/history", "account_history",
        "What happened to the account in the last 90 days, newest first: at most 10 entries of one kind and day, and 30 of one kind.",
        answer: .json(AccountHistory.self), access: .users)
    package static let blank = HistoryRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

public struct AccountHistory: Codable, Equatable, Sendable {
    public let events: [AccountEvent]

    public init(events: [AccountEvent]) { self.events = events }
}

/// Something that happened to an account.
public struct AccountEvent: Codable, Equatable, Sendable {
    public let kind: Kind
    public let text: String
    public let time: String
    public let count: Int
    public let isRest: Bool

    public init(_ kind: Kind, _ text: String, time: String, count: Int, isRest: Bool = false) {
        (self.kind, self.text, self.time, self.count, self.isRest) = (kind, text, time, count, isRest)
    }

    enum CodingKeys: String, CodingKey {
        case kind, text, time, count
        case isRest = "is_rest"
    }

    public enum Kind: String, Codable, Sendable, CaseIterable {
        case registered
        case logIn = "log_in"
        case failedLogIn = "failed_log_in"
        case passwordChanged = "password_changed"
        case passwordSet = "password_set"
        case programAdded = "program_added"
        case sessionEnded = "session_ended"
        case signedOut = "signed_out"
        case deviceAdded = "device_added"
        case deviceRemoved = "device_removed"
        case linkAdded = "link_added"
        case linkEnded = "link_ended"
        case groupJoined = "group_joined"
        case friendAdded = "friend_added"
        case exported
        case roleChanged = "role_changed"
        case invitationAdded = "invitation_added"
        case passkeyAdded = "passkey_added"
        case passkeyRemoved = "passkey_removed"
        case passkeyLogIn = "passkey_log_in"
        case passkeyCopied = "passkey_copied"
        case groupLeft = "group_left"
        case friendRemoved = "friend_removed"
        case sharingChanged = "sharing_changed"
        case positionsDeleted = "positions_deleted"
        case roleGiven = "role_given"
    }
}

extension AccountEvent.Kind: WireWords {}

extension AccountEvent: Annotated {
    package static let notes = [
        "kind": "What happened.",
        "text":
            "To or by what: the name of a browser, program, passkey, device, group or account, a role, or what friends see; may be empty.",
        "time": "When it was, at the latest, as ISO 8601 in UTC.",
        "count": "How many times it was on that day (UTC).",
        "is_rest": "Whether this only counts what else of its kind was on that day, after 10 entries.",
    ]
}
