/// Asks who one is here, and what one may do.
public struct MeRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me", "me", "Who is asking, and what they may do.", answer: .json(Me.self), failures: [.notLoggedIn])
    package static let blank = MeRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// A name and the password that goes with it.
public struct Credentials: Codable, Equatable, Sendable {
    public var name: String
    public var password: String

    public init(name: String, password: String) {
        self.name = name
        self.password = password
    }
}

extension Credentials: Annotated {
    package static let notes = [
        "name": "2 to 32 letters and digits of any script, with dots, hyphens and underscores between them.",
        "password": "8 to 200 characters.",
    ]
}

/// Who wants to register.
public struct Registration: Codable, Equatable, Sendable {
    public var name: String
    public var password: String
    public var invitation: String?

    public init(name: String, password: String, invitation: String? = nil) {
        self.name = name
        self.password = password
        self.invitation = invitation
    }
}

extension Registration: Annotated {
    package static let notes = [
        "name": "2 to 32 letters and digits of any script, with dots, hyphens and underscores between them.",
        "password": "8 to 200 characters.",
        "invitation":
            "The code of a registration link, which it uses up; needed, and read, where only those register who were invited.",
    ]
}

/// Registers and logs in: the answer sets the session's cookie.
public struct RegisterRequest: BodyRequest {
    public var body: Registration

    public init(_ registration: Registration) { body = registration }

    package static let endpoint = Endpoint(
        .post, "/api/v1/accounts", "register", "Registers somebody, and logs them in.", answer: .created(Me.self),
        failures: [.invalidBody, .wrongCredentials, .registrationClosed, .nameTaken])
    package static let blank = RegisterRequest(Registration(name: "", password: ""))
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Logs in: the answer sets the session's cookie.
public struct LogInRequest: BodyRequest {
    public var body: Credentials

    public init(_ credentials: Credentials) { body = credentials }

    package static let endpoint = Endpoint(
        .post, "/api/v1/session", "log_in", "Begins a session of the page.", answer: .json(Me.self),
        failures: [.invalidBody, .wrongCredentials])
    package static let blank = LogInRequest(Credentials(name: "", password: ""))
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// A set-up code, and the name and password that it is for.
public struct SetUpFields: Codable, Equatable, Sendable {
    public var code: String
    public var name: String
    public var password: String

    public init(code: String, name: String, password: String) {
        self.code = code
        self.name = name
        self.password = password
    }
}

extension SetUpFields: Annotated {
    package static let notes = [
        "code": "As the server or `hereabouts account code` shows it; case and hyphens do not matter.",
        "name": "Of the operator to add; or of the account that the code was made for.",
        "password": "8 to 200 characters.",
    ]
}

/// Adds an operator, or sets a lost password, with a code that whoever runs the machine makes; logs in.
public struct SetUpRequest: BodyRequest {
    public var body: SetUpFields

    public init(_ fields: SetUpFields) { body = fields }

    package static let endpoint = Endpoint(
        .post, "/api/v1/set-up", "set_up",
        "Uses up a set-up code: adds an operator, or gives the account that it was made for a new password and ends its sessions, passkeys, devices, links and groups. Logs in.",
        answer: .created(Me.self), failures: [.invalidBody, .wrongCredentials, .nameTaken, .notFound])
    package static let blank = SetUpRequest(SetUpFields(code: "", name: "", password: ""))
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Logs out: ends the session that asks. Who is not logged in is told the same.
public struct LogOutRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        .delete, "/api/v1/session", "log_out", "Ends the session that asks.", answer: .nothing)
    package static let blank = LogOutRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
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

/// Asks for the sessions of who asks.
public struct SessionsRequest: APIRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/sessions", "sessions", "The browsers and programs that act for the account.",
        answer: .json(SessionList.self), access: .users)
    package static let blank = SessionsRequest()
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Ends a session of who asks.
public struct EndSessionRequest: APIRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/sessions/{id}", "end_session", "Ends one session of the account.", answer: .nothing,
        access: .users, needsConfirmation: true, failures: [.notFound])
    package static let blank = EndSessionRequest(id: .blankID)

    package mutating func visit(_ fields: inout some FieldVisitor) throws(ErrorBody) { try fields.required(.id, &id) }
}

/// Makes a token for a program.
public struct NewTokenRequest: BodyRequest {
    public var body: Program

    public struct Program: Codable, Equatable, Sendable {
        /// What it is called in the list of sessions.
        public var label: String

        public init(label: String) { self.label = label }
    }

    public init(label: String) { body = Program(label: label) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/tokens", "new_token", "Makes a bearer token for a program; it is shown this once.",
        answer: .created(NewToken.self), access: .users, needsConfirmation: true, failures: [.invalidBody])
    package static let blank = NewTokenRequest(label: "")
    package func visit(_ fields: inout some FieldVisitor) {}
}

/// Makes a token for a program that knows name and password.
public struct IssueTokenRequest: BodyRequest {
    public var body: Program

    public struct Program: Codable, Equatable, Sendable {
        public var name: String
        public var password: String
        /// What it is called in the list of sessions.
        public var label: String

        public init(name: String, password: String, label: String) {
            self.name = name
            self.password = password
            self.label = label
        }
    }

    public init(_ credentials: Credentials, label: String) {
        body = Program(name: credentials.name, password: credentials.password, label: label)
    }

    package static let endpoint = Endpoint(
        .post, "/api/v1/tokens", "issue_token", "Makes a bearer token for a program that knows name and password.",
        answer: .created(NewToken.self), failures: [.invalidBody, .wrongCredentials])
    package static let blank = IssueTokenRequest(Credentials(name: "", password: ""), label: "")
    package func visit(_ fields: inout some FieldVisitor) {}
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

extension Parameter where Value == String {
    /// The id of something people wrote.
    static let id = Parameter(
        "id", "The id: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.",
        schema: .text(pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"),
        read: { (text) throws(ParameterFault) in
            let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard groups.map(\.count) == [8, 4, 4, 4, 12],
                groups.joined().allSatisfy({ "0123456789abcdef".utf8.contains($0) })
            else { throw ParameterFault("is not an id") }
            return text
        },
        print: { $0 })
}

extension String {
    static let blankID = "00000000-0000-7000-8000-000000000000"
}
