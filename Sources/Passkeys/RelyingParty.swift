/// The reason that passkeys cannot be used at an address. The page gets the raw value.
package enum PasskeysUnavailable: String, Error, Codable, CaseIterable, Sendable, CustomStringConvertible {
    /// Browsers bind a passkey to a host name.
    case ipAddress = "ip-address"
    /// Browsers refuse passkeys on pages that an attacker on the network could change.
    case insecure
    case invalidHost = "invalid-host"

    package var description: String {
        switch self {
        case .ipAddress: "passkeys need a name; open the map by its name, not by an IP address"
        case .insecure: "passkeys need HTTPS; open the map by https, or as localhost on the server itself"
        case .invalidHost: "the address has no host name that browsers accept; open the map by a plain name and port"
        }
    }
}

/// The server as browsers and authenticators identify it.
package struct RelyingParty: Equatable, Sendable {
    /// The host name. A passkey works at this name only, at any port. It could also be a parent domain, but a server
    /// does not know whether other sites share that domain (Level 3 §5.1.3).
    package let id: String
    /// The site's name, as the browser shows it.
    package let name: String
    /// The origins whose pages may make requests, as browsers write them.
    package let origins: [String]

    /// - Parameters:
    /// - origin: The browser's scheme, host and port, such as `https://map.example:8443`. It must come from the server
    ///   itself or from a trusted proxy, and never from the answer to verify.
    /// - otherOrigins: Other origins of the same host, exactly as browsers write them.
    ///
    /// Throws `PasskeysUnavailable` if browsers would refuse to use a passkey there.
    package init(origin: String, name: String, otherOrigins: [String] = []) throws(PasskeysUnavailable) {
        let (scheme, host, port) = try Self.parts(of: origin.lowercased())
        let isLocal = host == "localhost" || host.hasSuffix(".localhost")
        // https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
        guard scheme == "https" || scheme == "http" && isLocal else { throw .insecure }
        id = host
        self.name = name
        let isUsual = port == nil || port == (scheme == "https" ? 443 : 80)
        origins = ["\(scheme)://\(host)\(isUsual ? "" : ":\(port ?? 0)")"] + otherOrigins
    }

    private static func parts(
        of origin: String
    ) throws(PasskeysUnavailable) -> (scheme: String, host: String, port: UInt16?) {
        let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, ["https:", "http:"].contains(parts[0]) else { throw .invalidHost }
        guard !parts[2].contains("[") else { throw .ipAddress }
        let authority = parts[2].split(separator: ":", omittingEmptySubsequences: false)
        guard authority.count <= 2 else { throw .ipAddress }
        let host = authority[0], labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // A last label of digits makes it an IPv4 address: https://url.spec.whatwg.org/#ends-in-a-number-checker
        if let last = labels.last, isNumber(last) { throw .ipAddress }
        guard host.utf8.count <= 253, labels.allSatisfy(isLabel) else { throw .invalidHost }
        var port: UInt16?
        if authority.count == 2 {
            guard let number = UInt16(authority[1]), number > 0, authority[1].utf8.allSatisfy(isDigit) else {
                throw .invalidHost
            }
            port = number
        }
        return (String(parts[0].dropLast()), String(host), port)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        1...63 ~= label.utf8.count && label.utf8.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains)
    }

    /// Whether URL parsers take it for a number: decimal, or hexadecimal with `0x`.
    private static func isNumber(_ label: Substring) -> Bool {
        guard label.hasPrefix("0x") else { return !label.isEmpty && label.utf8.allSatisfy(isDigit) }
        return label.dropFirst(2).utf8.allSatisfy { isDigit($0) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
