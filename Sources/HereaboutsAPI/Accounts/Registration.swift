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

/// Who may register: everybody, who has a link that an operator made, or nobody.
public enum RegistrationPolicyName: String, Codable, Sendable, CaseIterable {
    case open, invited, closed
}

extension RegistrationPolicyName: WireWords {}

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
