import HTTPTypes
import Hummingbird

extension Exchange {
    /// Returns the whole address of a path of this server, which begins with a slash: every link in an answer is made
    /// here.
    func address(of path: String) -> String { origin + settings.basePath + path }

    /// The scheme, host and port at which the client reaches this server. Of several proxies, the first one's word
    /// counts.
    var origin: String {
        if let publicURL = settings.publicURL { return publicURL }
        let forwarded = first(of: "x-forwarded-host"), isForwarded = forwarded.map(Self.isAuthority) ?? true
        let host = isForwarded ? forwarded ?? authority : authority
        // A name that cannot be says nothing, and neither does what came with it.
        let scheme = isForwarded ? first(of: "x-forwarded-proto")?.lowercased() : nil
        let isSecure = scheme.map { $0 == "https" } ?? (settings.tls != nil)
        return "\(isSecure ? "https" : "http")://\(host ?? "localhost:\(settings.port)")"
    }

    private var authority: Substring? {
        request.head.authority.flatMap { Self.isAuthority($0[...]) ? $0[...] : nil }
    }

    private static func isAuthority(_ text: Substring) -> Bool { RequestCheck.isAuthority(text.utf8) }

    /// The first element of a header that lists what each proxy saw, the one nearest to the client first.
    private func first(of name: String) -> Substring? {
        guard let value = HTTPField.Name(name).flatMap({ header($0) }) else { return nil }
        let first = value.prefix { $0 != "," }.drop { $0 == " " || $0 == "\t" }
        return first.lastIndex { $0 != " " && $0 != "\t" }.map { first[...$0] }
    }
}
