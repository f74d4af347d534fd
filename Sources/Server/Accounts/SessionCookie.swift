import Community
import FoundationEssentials
import HTTPTypes
import HereaboutsAPI
import Hummingbird

extension Exchange {
    /// The token of the page's session.
    var sessionCookie: Token? {
        for item in request.headers[values: .cookie].flatMap({ $0.split(separator: ";") }) {
            let trimmed = item.drop { $0 == " " }
            if trimmed.hasPrefix(sessionCookieName + "=") {
                return Token(text: String(trimmed.dropFirst(sessionCookieName.utf8.count + 1)))
            }
        }
        return nil
    }

    /// Throws `wrongOrigin` when a page of another site sends this (CSRF): browsers say so with `Sec-Fetch-Site` or
    /// `Origin`, which pages cannot change. With `isRequired` one of them must be there.
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

    /// Over TLS the prefixed name, which browsers take from nobody but this host over TLS (RFC 6265bis §4.1.3.2): a
    /// neighbour of the same domain, or somebody on the way of a plain request, cannot plant a session.
    private var sessionCookieName: String { isSecure ? secureCookieName : Contract.sessionCookie }

    /// Browsers take the first name for cookies of the whole host alone. The path keeps the sessions of several servers
    /// at one host apart; it is no protection, as a page below any other path of the host can ask below this one.
    private var secureCookieName: String {
        settings.basePath.isEmpty ? Contract.secureSessionCookie : Contract.secureSessionCookieBelowPath
    }

    /// What sets the page's session, or without a token takes it away, under whatever name it was set.
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
    /// Gives the page that asks its session.
    mutating func setSession(_ token: Token?, for exchange: Exchange) {
        headers[values: .setCookie] = exchange.sessionCookies(token)
    }

    /// The answer to a page whose session has ended.
    static func loggedOut(_ exchange: Exchange) -> Response {
        var answer = Response(status: .noContent)
        answer.setSession(nil, for: exchange)
        return answer
    }
}
