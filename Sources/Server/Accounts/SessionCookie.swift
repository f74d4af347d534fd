import Community
import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
import Hummingbird

extension Exchange {
    /// The token in the page's session cookie.
    var sessionCookie: Token? {
        guard !isAtPlaceName else { return nil }
        for item in request.headers[values: .cookie].flatMap({ $0.split(separator: ";") }) {
            let trimmed = item.drop { $0 == " " }
            if trimmed.hasPrefix(sessionCookieName + "=") {
                return Token(text: String(trimmed.dropFirst(sessionCookieName.utf8.count + 1)))
            }
        }
        return nil
    }

    /// Throws `wrongOrigin` when a page of another site sent the request (CSRF). Browsers show that by `Sec-Fetch-Site`
    /// or `Origin`, which pages cannot change. With `isRequired` one of the two must be there.
    func checkOrigin(isRequired: Bool) throws(ErrorBody) {
        let isOwn: Bool
        if let site = header(HTTPField.Name("sec-fetch-site")!) {
            isOwn = site == "same-origin"
        } else if let origin = header(.origin) {
            let own = [
                self.origin, request.head.authority.map { "http://\($0)" },
                request.head.authority.map { "https://\($0)" },
            ]
            isOwn = own.contains { $0?.lowercased() == origin.lowercased() }
        } else {
            isOwn = !isRequired
        }
        guard isOwn else {
            throw ErrorBody(
                .wrongOrigin, "a page of another site sent this; programs send a token instead of the cookie")
        }
    }

    private var isSecure: Bool { origin.hasPrefix("https:") }

    /// The cookie's name. Over TLS it has a prefix, and browsers accept that name only from this host over TLS (RFC
    /// 6265bis §4.1.3.2). So neither a neighbour in the same domain nor an attacker on a plain connection can plant a
    /// session.
    private var sessionCookieName: String { isSecure ? secureCookieName : Contract.sessionCookie }

    /// The prefixed name. Browsers accept `__Host-` for cookies of the whole host only. The cookie's path separates
    /// several servers at one host. It is no protection: a page below another path of the host can send requests below
    /// this one.
    private var secureCookieName: String {
        settings.basePath.isEmpty ? Contract.secureSessionCookie : Contract.secureSessionCookieBelowPath
    }

    /// Returns the cookies that set the page's session, or that delete it under both names if `token` is `nil`.
    fileprivate func sessionCookies(_ token: Token?) -> [String] {
        let names =
            token == nil && isSecure ? [secureCookieName, Contract.sessionCookie] : [sessionCookieName]
        let age = token == nil ? 0 : Community.Session.Kind.page.days * 86_400
        return names.map { name in
            let path = settings.basePath + "/", secure = isSecure ? "; Secure" : ""
            return "\(name)=\(token?.text ?? ""); Path=\(path); Max-Age=\(age); HttpOnly; SameSite=Lax\(secure)"
        }
    }
}

extension Response {
    /// Sets the page's session cookie; deletes it if `token` is `nil`. At the name of the place it does neither: browsers
    /// would send the cookie to every machine that answers there, at any port.
    mutating func setSession(_ token: Token?, for exchange: Exchange) {
        guard !exchange.isAtPlaceName else { return }
        headers[values: .setCookie] = exchange.sessionCookies(token)
    }

    /// Returns the answer to a page whose session has ended.
    static func loggedOut(_ exchange: Exchange) -> Response {
        var answer = Response(status: .noContent)
        answer.setSession(nil, for: exchange)
        return answer
    }
}
