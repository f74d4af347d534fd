/// Makes a token for a program, for the account of the logged-in user.
///
/// A token is the secret of a program's session. This session does not start confirmed, so requests that need
/// confirmation are refused until the program confirms it.
public struct NewTokenRequest: BodyRequest, FieldlessRequest {
    public var body: Program

    /// The program that gets the token.
    public struct Program: Codable, Equatable, Sendable {
        public var label: String

        public init(label: String) { self.label = label }
    }

    public init(label: String) { body = Program(label: label) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/tokens", "new_token",
        "Makes a bearer token with which a program acts for your account. No later answer contains it.",
        answer: .created(NewToken.self), access: .users, needsConfirmation: true, failures: [.invalidBody])
    package static let blank = NewTokenRequest(label: "")
}

extension NewTokenRequest.Program: Annotated {
    package static let notes = ["label": "The program's name in the list of sessions."]
}

/// Makes a token for a program that is not logged in, by the account's name and password.
///
/// The session starts confirmed, because the password has just proved who begins it.
public struct IssueTokenRequest: BodyRequest, FieldlessRequest {
    public var body: Program

    /// The program that gets the token, with the account's name and password.
    public struct Program: Codable, Equatable, Sendable {
        public var name: String
        public var password: String
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
        .post, "/api/v1/tokens", "issue_token",
        "Makes a bearer token for a program, by the account's name and password; the program need not be logged in.",
        answer: .created(NewToken.self), failures: [.invalidBody, .wrongCredentials])
    package static let blank = IssueTokenRequest(Credentials(name: "", password: ""), label: "")
}

extension IssueTokenRequest.Program: Annotated {
    package static let notes = ["label": "The program's name in the list of sessions."]
}

/// A program's secret. The server keeps only its digest, so no later answer can contain it.
public struct NewToken: Codable, Equatable, Sendable {
    public let token: String

    public init(token: String) { self.token = token }
}

extension NewToken: Annotated {
    package static let notes = ["token": "Send it as `Authorization: Bearer TOKEN`."]
}
