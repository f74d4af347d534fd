import HTTPTypes
import Hummingbird

extension Exchange {
    /// Returns the whole address of a path of this server, which begins with a slash: every link in an answer is made here.
    func address(of path: String) -> String { origin + settings.basePath + path }

    /// The scheme, host and port at which the client reaches this server. Of several proxies, the first one's word counts.
    var origin: String {
        if let publicURL = settings.publicURL { return publicURL }
        let name = HTTPField.Name("x-forwarded-host")!, scheme = HTTPField.Name("x-forwarded-proto")!
        let host = [header(name), request.head.authority].compactMap { $0 }.first {
            RequestCheck.isAuthority($0.utf8)
        }
        let secure = header(scheme).map { $0 == "https" || $0.hasPrefix("https,") } ?? (settings.tls != nil)
        return "\(secure ? "https" : "http")://\(host ?? "localhost:\(settings.port)")"
    }
}
