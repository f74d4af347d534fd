import HTTPTypes
import HereaboutsAPI

/// The host names that requests may use.
///
/// A page of another site can give its own name this server's address (DNS rebinding). The browser then treats it as a
/// page of this server: it registers, reads and writes for its visitor. The host name reveals it, since it cannot hide
/// that. Three kinds of names are safe, because nobody else can give them an address: names of one word, names below a
/// domain that the public name service does not have, and addresses.
struct AllowedHosts: Sendable {
    /// In lower case. `*.` and a domain stand for all names one level below it. `nil` for no name at all.
    private let names: [String]?

    init(_ settings: ServerSettings) {
        let named = settings.hostNames + [settings.host, settings.publicHost].compactMap { $0 }
        names = named.map { Self.name($0[...]) }
    }

    private init() { names = nil }

    /// Allows no request: what names none of several places comes here.
    static let none = AllowedHosts()

    /// Throws `misdirectedRequest` when the request, or a trusted proxy, names a host that is not this server's.
    func check(_ request: HTTPRequest, isProxied: Bool) throws(ErrorBody) {
        guard names != nil else { throw Self.noPlace(request) }
        // Only HTTP/1.0 clients name no host, and no browser is one.
        if let authority = request.authority { try check(authority[...]) }
        guard isProxied else { return }
        // Checks all of them: a page may send the header itself, and a proxy then adds the true name.
        for field in request.headerFields[values: Exchange.forwardedHost] {
            for host in field.split(separator: ",") {
                let host = Exchange.trimmed(host)
                if RequestCheck.isAuthority(host.utf8) { try check(host) }
            }
        }
    }

    private func check(_ authority: Substring) throws(ErrorBody) {
        guard !allows(authority) else { return }
        let name = Self.name(Self.host(of: authority))
        throw ErrorBody(
            .misdirectedRequest,
            "this server does not accept the host name \(name); its operator can add it with --host-name \(name)")
    }

    private static func noPlace(_ request: HTTPRequest) -> ErrorBody {
        let names = request.authority.map { " has the host name \(name(host(of: $0[...])))" } ?? " is named"
        return ErrorBody(
            .misdirectedRequest,
            "this server has several places, and none of them\(names); its operator can add names to a place's file: "
                + "host-name = map.example.org")
    }

    /// Whether requests may use a host with an optional port.
    func allows(_ authority: Substring) -> Bool {
        guard let names else { return false }
        if Self.isLocal(authority) { return true }
        let name = Self.name(Self.host(of: authority))
        return names.contains(name) || name.first != "." && names.contains("*" + name.drop { $0 != "." })
    }

    /// Whether a host with an optional port is an address, or a name that no public name server has.
    static func isLocal(_ authority: Substring) -> Bool {
        let host = host(of: authority)
        if host.utf8.first == UInt8(ascii: "[") {
            return InternetAddress(String(host.dropFirst().prefix { $0 != "]" })) != nil
        }
        return isOutOfReach(name(host))
    }

    /// Whether no public name server gives `name`, in lower case, an address.
    static func isOutOfReach(_ name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return true }
        let last = name[name.utf8.index(after: dot)...]
        // Top-level domains of the public name service are alphabetic (RFC 1123 §2.1).
        if let first = last.utf8.first, first < UInt8(ascii: "a") { return InternetAddress(name) != nil }
        switch last {
        // RFC 6761 §6.3 and RFC 6762 §3; ICANN's board reserved the last one in July 2024.
        case "localhost", "local", "internal": return true
        // RFC 8375.
        case "arpa": return name.hasSuffix(".home.arpa")
        default: return false
        }
    }

    /// Returns the host of a host with an optional port; an IPv6 address keeps its brackets.
    static func host(of authority: Substring) -> Substring {
        let bytes = authority.utf8
        if bytes.first == UInt8(ascii: "[") {
            return bytes.firstIndex(of: UInt8(ascii: "]")).map { authority[...$0] } ?? authority
        }
        return authority.utf8.firstIndex(of: UInt8(ascii: ":")).map { authority[..<$0] } ?? authority
    }

    /// Returns a host in its form for comparison: in lower case, without a dot at the end.
    static func name(_ host: Substring) -> String {
        let name = host.last == "." ? host.dropLast() : host
        return name.lowercased()
    }
}

extension ServerSettings {
    /// The host that `publicURL` names, without its port.
    package var publicHost: String? {
        publicURL.flatMap { $0.split(separator: "://", maxSplits: 1).last }.map {
            String(AllowedHosts.host(of: $0))
        }
    }

    /// Whether no public name server gives `name`, in lower case, an address, so that the server accepts it anyway.
    package static func isOutOfReach(_ name: String) -> Bool { AllowedHosts.isOutOfReach(name) }

    /// How to allow names of the public name service; `nil` when the server accepts such a name already.
    package var remedyForOtherNames: String? {
        guard publicURL == nil, hostNames.allSatisfy(Self.isOutOfReach) else { return nil }
        return "To accept a public name, such as map.example.org, start it with --host-name map.example.org."
    }

    /// Returns a host name, or `*.` and a domain, in lower case; `nil` for anything else.
    package static func hostName(_ text: some StringProtocol) -> String? {
        let name = AllowedHosts.name(Substring(text))
        let rest = name.hasPrefix("*.") ? name.dropFirst(2) : name[...]
        // A name that begins or ends with a dot, or has two in a row, is invalid.
        let isName = rest.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
        return isName && !rest.contains(":") && RequestCheck.isAuthority(rest.utf8) ? name : nil
    }
}
