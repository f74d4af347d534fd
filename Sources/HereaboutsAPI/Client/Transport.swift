/// Carries requests to a server and answers back. Conform your HTTP client to it; `HereaboutsClient` does the rest.
public protocol Transport: Sendable {
    /// Sends a request and returns the answer, with any status; throws when no answer came.
    func send(_ request: TransportRequest) async throws -> TransportAnswer
}

/// A request over HTTP.
public struct TransportRequest: Sendable {
    /// Such as `GET`.
    public let method: String
    /// A path with an optional query.
    public let target: String
    /// Names in lower case.
    public let headers: [String: String]
    public let body: [UInt8]

    public init(method: String, target: String, headers: [String: String] = [:], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }
}

/// An answer over HTTP.
public struct TransportAnswer: Sendable {
    public let status: Int
    public let body: [UInt8]

    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}
