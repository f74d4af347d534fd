import HTTPTypes
import Hummingbird

extension Exchange {
    /// Returns the whole address of a path of this server, which begins with a slash: every link in an answer is made
    /// here.
    func address(of path: String) -> String { origin + settings.basePath + path }

    /// The scheme, host and port at which the client reaches this server. What proxies say of it counts when they are
    /// named; of several, the first one's word.
    var origin: String {
        if let publicURL = settings.publicURL { return publicURL }
        return "\(cameEncrypted ? "https" : "http")://\(askedAuthority ?? "localhost:\(settings.port)")"
    }

    /// Whether the request came encrypted: to the first proxy, or to this server where none says so.
    var cameEncrypted: Bool {
        // A name that cannot be says nothing, and neither does what came with it.
        let isForwarded = first(of: Self.forwardedHost).map(Self.isAuthority) ?? true
        let scheme = isForwarded ? first(of: Self.forwardedScheme) : nil
        return scheme.map { $0.lowercased() == "https" } ?? (settings.tls != nil)
    }

    /// The host that the client asks, with a port where that is not the usual one.
    var askedAuthority: Substring? {
        first(of: Self.forwardedHost).flatMap { Self.isAuthority($0) ? $0 : nil } ?? authority
    }

    static let forwardedHost = HTTPField.Name("x-forwarded-host")!
    private static let forwardedScheme = HTTPField.Name("x-forwarded-proto")!

    private var authority: Substring? {
        request.head.authority.flatMap { Self.isAuthority($0[...]) ? $0[...] : nil }
    }

    private static func isAuthority(_ text: Substring) -> Bool { RequestCheck.isAuthority(text.utf8) }

    /// The first element of a header that lists what each proxy saw, the one nearest to the client first; `nil` where
    /// no named proxy sent it.
    private func first(of name: HTTPField.Name) -> Substring? {
        guard client.isProxied, let value = header(name) else { return nil }
        let first = Self.trimmed(value.prefix { $0 != "," })
        return first.isEmpty ? nil : first
    }

    /// An element of a list, without the blanks around it.
    static func trimmed(_ element: Substring) -> Substring {
        let begun = element.drop { $0 == " " || $0 == "\t" }
        return begun.lastIndex { $0 != " " && $0 != "\t" }.map { begun[...$0] } ?? ""
    }
}
