/// Logs in: the answer sets the session's cookie.
public struct LogInRequest: BodyRequest, FieldlessRequest {
    public var body: Credentials

    public init(_ credentials: Credentials) { body = credentials }

    package static let endpoint = Endpoint(
        .post, "/api/v1/session", "log_in", "Begins a session of the page.", answer: .json(Me.self),
        failures: [.invalidBody, .wrongCredentials])
    package static let blank = LogInRequest(Credentials(name: "", password: ""))
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

/// Logs out: ends the session that asks. The answer is the same without a session.
public struct LogOutRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        .delete, "/api/v1/session", "log_out", "Ends the session that asks.", answer: .nothing)
}

/// Asks for the account's sessions.
public struct SessionsRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/sessions", "sessions", "The browsers and programs that act for the account.",
        answer: .json(SessionList.self), access: .users)
}

/// The browsers and programs that act for an account.
public struct SessionList: Codable, Equatable, Sendable {
    public let sessions: [Session]

    public init(sessions: [Session]) { self.sessions = sessions }

    /// A browser or program that acts for the account.
    public struct Session: Codable, Equatable, Sendable {
        public let id: String
        public let kind: Kind
        public let label: String
        public let created: String
        public let expires: String
        public let isCurrent: Bool
        public let used: String?

        public init(
            id: String, kind: Kind, label: String, created: String, expires: String, isCurrent: Bool,
            used: String? = nil
        ) {
            self.id = id
            self.kind = kind
            self.label = label
            self.created = created
            self.expires = expires
            self.isCurrent = isCurrent
            self.used = used
        }

        enum CodingKeys: String, CodingKey {
            case id, kind, label, created, expires, used
            case isCurrent = "is_current"
        }

        /// The holder of a session.
        public enum Kind: String, Codable, Sendable, CaseIterable {
            case page, program
        }
    }
}

extension SessionList.Session: Annotated {
    package static let notes = [
        "created": "When the session began, as ISO 8601 in UTC.",
        "used":
            "When it was last used, as ISO 8601 in UTC, up to an hour too early; missing when that is not known.",
        "is_current": "Whether this session sent the request.",
    ]
}

extension SessionList.Session.Kind: WireWords {}

/// Ends a session of the account.
public struct EndSessionRequest: PlainObjectRequest {
    public var id: String

    public init(id: String) { self.id = id }

    package static let endpoint = Endpoint(
        .delete, "/api/v1/me/sessions/{id}", "end_session", "Ends one session of the account.", answer: .nothing,
        access: .users, needsConfirmation: true, failures: [.notFound])
}
