import HTTPTypes

extension HTTPField.Name {
    static let strictTransportSecurity = HTTPField.Name("strict-transport-security")!
}

extension Exchange {
    /// Whether the browser is told to ask this host by no other way than encrypted (HSTS, RFC 6797).
    ///
    /// Never where people had to tell their devices to trust the server: a browser lets nobody past a fault of a
    /// certificate then. What it is told holds for all ports of the host, so whoever serves something else at another
    /// one must not lose that: it is told where `public-url` says that this host is encrypted, or at the port where all
    /// expect that. Browsers do not hear it from an address, nor over a plain connection.
    var isToStayEncrypted: Bool {
        let isPublic = settings.publicURL?.hasPrefix("https:") == true
        guard settings.staysEncrypted, !settings.hasOwnAuthority, settings.tls != nil || isPublic, cameEncrypted,
            let authority = askedAuthority
        else { return false }
        let host = AllowedHosts.host(of: authority), name = AllowedHosts.name(host)
        if host.first == "[" || AllowedHosts.isOutOfReach(name) { return false }
        if isPublic, settings.publicHost.map({ AllowedHosts.name($0[...]) }) == name { return true }
        return [":443", ":", ""].contains(authority.dropFirst(host.count))
    }
}
