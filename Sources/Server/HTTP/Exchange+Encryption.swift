import HTTPTypes

extension HTTPField.Name {
    static let strictTransportSecurity = HTTPField.Name("strict-transport-security")!
}

extension Exchange {
    /// Whether to send HSTS (RFC 6797), after which a browser uses only TLS for this host.
    ///
    /// Never with the server's own authority: a browser with HSTS lets nobody past a certificate error. HSTS holds for
    /// all ports of a host, and another port may serve something else. So the server sends it only at TLS's own port.
    /// Browsers ignore HSTS for addresses and on plain connections.
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
