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
