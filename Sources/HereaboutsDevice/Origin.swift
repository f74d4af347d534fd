package import Foundation

/// The scheme, host and port of an address (RFC 6454).
package struct Origin: Equatable {
    private let scheme: String
    private let host: String
    private let port: Int

    /// Returns `nil` for an address that has no origin to compare: it lacks a host, or is not of HTTP or HTTPS.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let host = url.host?.lowercased(), !host.isEmpty,
            let usual = ["http": 80, "https": 443][scheme]
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port ?? usual
    }
}
