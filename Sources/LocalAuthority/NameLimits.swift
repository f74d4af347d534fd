import SwiftASN1
import X509

/// The names and addresses that an authority may sign for (name constraints, RFC 5280 §4.2.1.10).
struct NameLimits: Sendable {
    private let domains: [String]
    private let ranges: [AddressRange]

    /// Private addresses, `.local`, and the current names of this machine. For a public IPv6 address, its whole network
    /// is included: the rest of it changes every day (RFC 8981).
    init(ofMachineCalled names: ServerNames) {
        let domains = ["localhost", "local"]
        self.domains = domains + names.hosts.filter { host in !domains.contains { Self.isInside(host, $0) } }
        let own = names.addresses.filter { address in !AddressRange.ofPrivateNetworks.contains { $0.contains(address) }
        }
        .map { AddressRange($0, bits: $0.isIPv6 ? 64 : 32) }
        ranges = AddressRange.ofPrivateNetworks + own.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Reads the limits from an authority's certificate. A certificate without limits allows nothing: this program
    /// never made one.
    init(of certificate: Certificate) {
        let constraints = try? certificate.extensions.nameConstraints
        domains = constraints.map { Array($0.permittedDNSDomains) } ?? []
        ranges = constraints.map { $0.permittedIPRanges.compactMap { AddressRange(constraint: $0.bytes) } } ?? []
    }

    var constraints: NameConstraints {
        NameConstraints(
            permittedDNSDomains: domains,
            permittedIPRanges: ranges.map { ASN1OctetString(contentBytes: $0.constraint[...]) })
    }

    /// Splits `names` into those that are allowed, and texts for the others.
    func split(_ names: ServerNames) -> (granted: ServerNames, leftOut: [String]) {
        let hosts = names.hosts.filter { host in domains.contains { Self.isInside(host, $0) } }
        let addresses = names.addresses.filter { address in ranges.contains { $0.contains(address) } }
        let leftOut =
            names.hosts.filter { !hosts.contains($0) }
            + names.addresses.filter { !addresses.contains($0) }.map(\.description)
        return (ServerNames(hosts: hosts, addresses: addresses), leftOut)
    }

    private static func isInside(_ host: String, _ domain: String) -> Bool {
        host == domain || host.hasSuffix("." + domain)
    }
}
