import HTTPTypes

extension HTTPField.Name {
    static let strictTransportSecurity = HTTPField.Name("strict-transport-security")!
}

extension Exchange {
    /// Whether to send HSTS (RFC 6797), after which the browser asks this host over TLS alone.
    ///
    /// Never where people had to tell their devices to trust the server: a browser lets nobody past a fault of a
    /// certificate then. It holds for all ports of the host, and others may serve something else at another one. So it is
    /// sent at TLS's own port alone. Browsers heed none from an address, nor over a plain connection.
    var sendsHSTS: Bool {
        let isPublic = settings.publicURL?.hasPrefix("https:") == true
        guard settings.staysEncrypted, !settings.hasOwnAuthority, settings.tls != nil || isPublic, cameEncrypted,
            let authority = askedAuthority
        else { return false }
        let host = AllowedHosts.host(of: authority), name = AllowedHosts.name(host)
        if host.first == "[" || AllowedHosts.isOutOfReach(name) { return false }
        return [":443", ":", ""].contains(authority.dropFirst(host.count))
    }
}
