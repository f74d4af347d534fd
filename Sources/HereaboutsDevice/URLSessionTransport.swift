public import Foundation
public import HereaboutsAPI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Carries the client's requests over Foundation's `URLSession`.
///
/// It keeps no cookies and no cache. It follows redirections only within the server's origin, because requests carry
/// the account's token.
///
/// A class because it holds a session, which it ends.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    /// The server's address without a slash at its end; it may have a path.
    private let address: String

    /// Makes a transport to the server at an address such as `https://example.org` or `https://example.org/map`.
    ///
    /// Returns `nil` unless that is an HTTP or HTTPS address with a host, and without a user, a query and a fragment.
    /// An answer that does not begin within `timeout` is given up.
    public init?(server: URL, timeout: Duration = .seconds(60)) {
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
        session = URLSession(configuration: configuration, delegate: SameOrigin(), delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    public func send(_ request: TransportRequest) async throws -> TransportAnswer {
        guard let url = URL(string: address + request.target) else { throw URLError(.badURL) }
        var outgoing = URLRequest(url: url)
        outgoing.httpMethod = request.method
        outgoing.allHTTPHeaderFields = request.headers
        if !request.body.isEmpty { outgoing.httpBody = Data(request.body) }
        let (body, answer) = try await session.data(for: outgoing)
        guard let answer = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return TransportAnswer(status: answer.statusCode, body: [UInt8](body))
    }
}

/// Follows a redirection only to the same scheme, host and port; elsewhere the redirection itself is the answer.
private final class SameOrigin: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let target = request.url, let first = task.originalRequest?.url,
            Self.origin(of: target) == Self.origin(of: first)
        else { return completionHandler(nil) }
        completionHandler(request)
    }

    private static func origin(of url: URL) -> [String] {
        let scheme = url.scheme?.lowercased() ?? ""
        return [scheme, url.host?.lowercased() ?? "", String(url.port ?? (scheme == "https" ? 443 : 80))]
    }
}
