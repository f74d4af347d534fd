/// Asks who one is here, and what one may do.
public struct MeRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me", "me", "Who is asking, and what they may do.", answer: .json(Me.self), failures: [.notLoggedIn])
    package static let blank = MeRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Who is asking, and what they may do.
public struct Me: Codable, Equatable, Sendable {
    /// `nil` for guests.
    public let account: Account?
    public let mayLook: Bool
    public let mayPost: Bool
    /// Who may register.
    public let registration: RegistrationPolicyName
    /// Why nobody can use a passkey at the address that was asked; `nil` where they can.
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
            "Why nobody can use a passkey at the address at which this was asked; left out where they can."
    ]
}

/// Asks who is registered.
public struct AccountsRequest: APIRequest {
    /// The name behind which the list begins.
    public var after: String?
    public var limit: Int

    public init(after: String? = nil, limit: Int = 50) {
        self.after = after
        self.limit = limit
    }

    package static let endpoint = Endpoint(
        "/api/v1/accounts", "accounts", "Who is registered, by name.", answer: .json(AccountList.self),
        access: .operators)
    package static let blank = AccountsRequest()

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) {
        try fields.optional(.text("after", "The name behind which the list begins.", maximumLength: 256), &after)
        try fields.defaulted(.integer("limit", "How many answers at most.", in: 1...200), &limit, standard: 50)
    }
}

public struct AccountList: Codable, Equatable, Sendable {
    public let accounts: [Account]

    public init(accounts: [Account]) { self.accounts = accounts }
}

/// Somebody who is registered.
public struct Account: Codable, Equatable, Sendable {
    public let id: String
    public let name: String
    public let role: RoleName
    /// When it was made, as ISO 8601 in UTC.
    public let created: String

    public init(id: String, name: String, role: RoleName, created: String) {
        self.id = id
        self.name = name
        self.role = role
        self.created = created
    }
}

/// What somebody may do; each may do what the ones before it may.
public enum RoleName: String, Codable, Sendable, CaseIterable {
    case user, curator, `operator`
}

extension RoleName: WireWords {}

/// Gives an account another role.
public struct ChangeRoleRequest: BodyRequest {
    public var id: String
    public var body: Change

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

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Removes the account of who asks with its posts, votes and reports; what it wrote in the guide stays, without the
/// name.
public struct RemoveAccountRequest: BodyRequest {
    public var body: Proof

    public struct Proof: Codable, Equatable, Sendable {
        public var password: String

        public init(password: String) { self.password = password }
    }

    public init(password: String) { body = Proof(password: password) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/removal", "remove_account",
        "Removes the account with its posts, votes and reports; what it wrote in the guide stays, without the name.",
        answer: .nothing, access: .users,
        failures: [.invalidBody, .wrongCredentials, .changedMeanwhile, .lastOperator])
    package static let blank = RemoveAccountRequest(password: "")
    package func visit(_ fields: inout some FieldVisitor) {}
}
