/// Asks for your account, and what you may do.
public struct MeRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me", "me", "Your account, and what you may do.", answer: .json(Me.self), failures: [.notLoggedIn])
}

/// The account that asks, and its rights.
public struct Me: Codable, Equatable, Sendable {
    public let account: Account?
    public let mayLook: Bool
    public let mayPost: Bool
    public let registration: RegistrationPolicyName
    public let passkeysUnavailable: PasskeyObstacle?

    public init(
        account: Account?, mayLook: Bool, mayPost: Bool, registration: RegistrationPolicyName,
        passkeysUnavailable: PasskeyObstacle? = nil
    ) {
        self.account = account
        self.mayLook = mayLook
        self.mayPost = mayPost
        self.registration = registration
        self.passkeysUnavailable = passkeysUnavailable
    }

    enum CodingKeys: String, CodingKey {
        case account, registration
        case mayLook = "may_look"
        case mayPost = "may_post"
        case passkeysUnavailable = "passkeys_unavailable"
    }
}

extension Me: Annotated {
    package static let notes = [
        "passkeys_unavailable":
            "Why passkeys do not work at the address that you asked; missing where they work.",
        "account": "Your account; missing for a guest.",
        "may_look": "Whether you may see what people write and share.",
        "may_post": "Whether you may post.",
        "registration": "Who may register: everybody, people with a registration link, or nobody.",
    ]
}

/// Asks for all accounts.
public struct AccountsRequest: APIRequest {
    public var after: String?
    public var limit: Int

    public init(after: String? = nil, limit: Int = 50) {
        self.after = after
        self.limit = limit
    }

    package static let endpoint = Endpoint(
        "/api/v1/accounts", "accounts", "All accounts, by name.", answer: .json(AccountList.self),
        access: .operators)
    package static let blank = AccountsRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.text("after", "The name behind which the list begins.", maximumLength: 256), &after)
        try fields.defaulted(.integer("limit", "How many answers at most.", in: 1...200), &limit, standard: 50)
    }
}

/// Accounts, by name.
public struct AccountList: Codable, Equatable, Sendable {
    public let accounts: [Account]

    public init(accounts: [Account]) { self.accounts = accounts }
}

/// An account.
public struct Account: Codable, Equatable, Sendable {
    public let id: String
    public let name: String
    public let role: RoleName
    public let created: String

    public init(id: String, name: String, role: RoleName, created: String) {
        self.id = id
        self.name = name
        self.role = role
        self.created = created
    }
}

extension Account: Annotated {
    package static let notes = ["created": "When the account was created, as ISO 8601 in UTC."]
}

/// What an account may do. Each role also allows what the ones before it allow.
public enum RoleName: String, Codable, Sendable, CaseIterable {
    case user, curator, `operator`
}

extension RoleName: WireWords {}

/// Gives an account another role.
public struct ChangeRoleRequest: BodyRequest, ObjectRequest {
    public var id: String
    public var body: Change

    /// The new role.
    public struct Change: Codable, Equatable, Sendable {
        public var role: RoleName

        public init(role: RoleName) { self.role = role }
    }

    public init(id: String, role: RoleName) {
        self.id = id
        body = Change(role: role)
    }

    package static let endpoint = Endpoint(
        .put, "/api/v1/accounts/{id}/role", "change_role", "Gives an account another role.",
        answer: .json(Account.self), access: .operators, needsConfirmation: true,
        failures: [.invalidBody, .notFound, .lastOperator, .changedMeanwhile])
    package static let blank = ChangeRoleRequest(id: .blankID, role: .user)
}

/// Removes the account with its posts, votes and reports. Its entries in the guide stay, without the name.
public struct RemoveAccountRequest: BodyRequest, FieldlessRequest {
    public var body: Proof

    /// The account's password.
    public struct Proof: Codable, Equatable, Sendable {
        public var password: String

        public init(password: String) { self.password = password }
    }

    public init(password: String) { body = Proof(password: password) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/removal", "remove_account",
        "Removes the account with its posts, votes and reports. Its entries in the guide stay, without the name.",
        answer: .nothing, access: .users,
        failures: [.invalidBody, .wrongCredentials, .changedMeanwhile, .lastOperator])
    package static let blank = RemoveAccountRequest(password: "")
}
