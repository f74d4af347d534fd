import HTTPTypes
import Hummingbird

extension Exchange {
    /// Returns the full address of a path of this server, which begins with a slash. Every link in an answer is made
    /// here.
    func address(of path: String) -> String { origin + settings.basePath + path }

    /// The scheme, host and port at which the client reaches this server. The server trusts the proxies that the
    /// operator named; of several, the first.
    var origin: String {
        if let publicURL = settings.publicURL { return publicURL }
        return "\(cameEncrypted ? "https" : "http")://\(askedAuthority ?? "localhost:\(settings.port)")"
    }

    /// Whether the client's request was encrypted: to the first proxy, or to this server when no proxy says so.
    var cameEncrypted: Bool {
        // When the forwarded host is invalid, the server ignores the forwarded scheme, too.
        let isForwarded = first(of: Self.forwardedHost).map(Self.isAuthority) ?? true
        let scheme = isForwarded ? first(of: Self.forwardedScheme) : nil
        return scheme.map { $0.lowercased() == "https" } ?? (settings.tls != nil)
    }

    /// The host that the client asked for, with its port unless that is the default.
    var askedAuthority: Substring? {
        first(of: Self.forwardedHost).flatMap { Self.isAuthority($0) ? $0 : nil } ?? authority
    }

    static let forwardedHost = HTTPField.Name("x-forwarded-host")!
    private static let forwardedScheme = HTTPField.Name("x-forwarded-proto")!

    private var authority: Substring? {
        request.head.authority.flatMap { Self.isAuthority($0[...]) ? $0[...] : nil }
    }

    private static func isAuthority(_ text: Substring) -> Bool { RequestCheck.isAuthority(text.utf8) }

    /// Returns the first element of a header to which each proxy adds, which is the nearest to the client; `nil` unless
    /// a trusted proxy sent it.
    private func first(of name: HTTPField.Name) -> Substring? {
        guard client.isProxied, let value = header(name) else { return nil }
        let first = Self.trimmed(value.prefix { $0 != "," })
        return first.isEmpty ? nil : first
    }

    /// Returns a list's element without the blanks around it.
    static func trimmed(_ element: Substring) -> Substring {
        let begun = element.drop { $0 == " " || $0 == "\t" }
        return begun.lastIndex { $0 != " " && $0 != "\t" }.map { begun[...$0] } ?? ""
    }
}
