/// Carries requests to a server and answers back. Conform your HTTP client to it; `HereaboutsClient` does the rest.
public protocol Transport: Sendable {
    /// Sends a GET request for `target`, a path with an optional query, and returns the answer whatever its status.
    ///
    /// Throws when no answer came.
    func get(_ target: String) async throws -> TransportAnswer
}

/// What came back over HTTP.
public struct TransportAnswer: Sendable {
    public let status: Int
    public let body: [UInt8]

    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}
