/// Asks whether the server can take requests; for proxies that choose among servers.
public struct ReadinessRequest: PlainRequest {
    public init() {}

    package static let endpoint = Endpoint(
        "/readyz", "readiness",
        "Says whether the server can take requests, with status 503 while it cannot.",
        answer: .json(Readiness.self), otherStatus: 503)
}

/// Whether a server can take requests.
public struct Readiness: Codable, Equatable, Sendable {
    public let isReady: Bool
    public let reasons: [Reason]

    /// A server is ready if there is no reason against it.
    public init(_ reasons: [Reason]) { (isReady, self.reasons) = (reasons.isEmpty, reasons) }

    enum CodingKeys: String, CodingKey {
        case isReady = "ready"
        case reasons
    }

    /// Why a server is not ready.
    public enum Reason: String, Codable, Sendable, CaseIterable {
        /// It was told to stop.
        case stopping
        /// The store of accounts, posts and the guide does not answer.
        case community
        /// The store of positions does not answer.
        case presence
        /// The store of people's keys does not answer.
        case keys
        /// The machine's clock has jumped ahead, and the server does not trust it yet.
        case clock
    }
}

extension Readiness.Reason: WireWords {}

extension Readiness: Annotated {
    package static let notes = [
        "ready": "Whether the server can take requests.",
        "reasons": """
        What is not ready; empty when all is. `stopping`: the server was told to stop. `community`, `presence`, \
        `keys`: that store has not answered for 5 s. `clock`: the machine's clock has jumped ahead.
        """,
    ]
}
