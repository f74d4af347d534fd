/// Registers and logs in: the answer sets the session's cookie.
public struct RegisterRequest: BodyRequest, FieldlessRequest {
    public var body: Registration

    public init(_ registration: Registration) { body = registration }

    package static let endpoint = Endpoint(
        .post, "/api/v1/accounts", "register", "Adds an account and logs in.", answer: .created(Me.self),
        failures: [.invalidBody, .wrongCredentials, .registrationClosed, .nameTaken])
    package static let blank = RegisterRequest(Registration(name: "", password: ""))
}

/// A new account.
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
        "invitation": """
        The code of a registration link, which this uses up. Where registration is by invitation, it is needed; \
        elsewhere it is not read.
        """,
    ]
}

/// Who may register: everybody, people with a registration link, or nobody.
public enum RegistrationPolicyName: String, Codable, Sendable, CaseIterable {
    case open, invited, closed
}

extension RegistrationPolicyName: WireWords {}

/// Adds an operator or replaces a lost password, with a set-up code made on the server's machine; logs in.
public struct SetUpRequest: BodyRequest, FieldlessRequest {
    public var body: SetUpFields

    public init(_ fields: SetUpFields) { body = fields }

    package static let endpoint = Endpoint(
        .post, "/api/v1/set-up", "set_up",
        """
        Uses up a set-up code and logs in. The code adds an operator, or it sets a new password for the account that \
        it was made for and ends that account's sessions, passkeys, devices, links and groups.
        """,
        answer: .created(Me.self), failures: [.invalidBody, .wrongCredentials, .nameTaken, .notFound])
    package static let blank = SetUpRequest(SetUpFields(code: "", name: "", password: ""))
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
        "code": "As the server or `hereabouts account code` shows it. Case and hyphens do not matter.",
        "name": "The name of the new operator, or of the account that the code was made for.",
        "password": "8 to 200 characters.",
    ]
}
