public import Foundation
public import HereaboutsAPI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries the client's requests over Foundation's `URLSession`.
///
/// It keeps no cookies and no cache. It follows redirections only within the server's origin, because requests carry
/// the account's token. It never reads more of an answer than a fixed length.
///
/// A class because it holds a session, which it ends.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let answers: AnswerReader
    /// The server's address without a slash at its end; it may have a path.
    private let address: String

    /// Makes a transport to the server at an address such as `https://example.org` or `https://example.org/map`.
    ///
    /// Returns `nil` unless that is an HTTP or HTTPS address with a host, and without a user, a query and a fragment.
    /// An answer that does not begin within `timeout` is given up, as is one of more bytes than `maximumAnswer`.
    public init?(server: URL, timeout: Duration = .seconds(60), maximumAnswer: Int = 64 << 20) {
        guard let parts = URLComponents(url: server, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.query == nil, parts.fragment == nil,
            let address = parts.string
        else { return nil }
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = timeout / .seconds(1)
        answers = AnswerReader(maximum: maximumAnswer)
        session = URLSession(configuration: configuration, delegate: answers, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Throws `AnswerTooLong`, `CancellationError`, and `URLError` when the server cannot be reached.
    public func send(_ request: TransportRequest) async throws -> TransportAnswer {
        guard let url = URL(string: address + request.target) else { throw URLError(.badURL) }
        var outgoing = URLRequest(url: url)
        outgoing.httpMethod = request.method
        outgoing.allHTTPHeaderFields = request.headers
        if !request.body.isEmpty { outgoing.httpBody = Data(request.body) }
        return try await answers.answer(of: session.dataTask(with: outgoing))
    }
}

/// An answer is longer than `URLSessionTransport` may read.
public struct AnswerTooLong: Error, Equatable, CustomStringConvertible {
    /// The most bytes that would have been read.
    public let maximumAnswer: Int

    public init(maximumAnswer: Int) { self.maximumAnswer = maximumAnswer }

    public var description: String {
        "the server's answer is longer than \(maximumAnswer) bytes; ask for less, or allow more with maximumAnswer"
    }
}
