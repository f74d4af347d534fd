/// Confirms the session with the password.
public struct ConfirmRequest: BodyRequest, FieldlessRequest {
    public var body: Proof

    /// The account's password.
    public struct Proof: Codable, Equatable, Sendable {
        public var password: String

        public init(password: String) { self.password = password }
    }

    public init(password: String) { body = Proof(password: password) }

    package static let endpoint = Endpoint(
        .post, "/api/v1/me/confirmation", "confirm",
        """
        Confirms the session, or the program's token, that asks. For ten minutes it may then do what a stolen one \
        must not. A page gets a new cookie.
        """,
        answer: .json(Confirmation.self), access: .users,
        failures: [.invalidBody, .wrongCredentials, .changedMeanwhile])
    package static let blank = ConfirmRequest(password: "")
}

/// Asks until when the session that asks is confirmed.
public struct ConfirmationRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/api/v1/me/confirmation", "confirmation",
        """
        When the confirmation of the session that asks ends. A page checks this before it lets the browser download \
        something.
        """,
        answer: .json(Confirmation.self), access: .users, needsConfirmation: true)
}

/// A confirmation that holds for a while, for the session that asked and no other.
public struct Confirmation: Codable, Equatable, Sendable {
    public let until: String

    public init(until: String) { self.until = until }
}

extension Confirmation: Annotated {
    package static let notes = ["until": "When the confirmation ends, as ISO 8601 in UTC."]
}
