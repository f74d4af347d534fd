package import GeoCore

/// The address of pictures by tile on another server, such as `https://example.org/{z}/{x}/{y}.jpg`.
package struct ImageryTemplate: Sendable, Equatable {
    package let isEncrypted: Bool
    /// The host, without brackets; only an operator names it.
    package let host: String
    package let port: Int
    /// Path and query with `{z}`, `{x}` and `{y}`, or `{-y}` for rows from the south.
    private let target: String

    /// Reads an address; `nil` when it lacks one of the numbers, has other braces, a user name or a fragment, or holds
    /// characters that no address has.
    package init?(_ text: String) {
        isEncrypted = text.hasPrefix("https://")
        guard isEncrypted || text.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst(isEncrypted ? 8 : 7)
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let authority = rest[..<slash], target = String(rest[slash...])
        guard RequestCheck.isAuthority(authority.utf8) else { return nil }
        let host = AllowedHosts.host(of: authority), port = authority.dropFirst(host.count + 1)
        guard let number = port.isEmpty ? (isEncrypted ? 443 : 80) : Int(port), (1...65535).contains(number) else {
            return nil
        }
        self.host = AllowedHosts.name(host).filter { $0 != "[" && $0 != "]" }
        self.port = number
        self.target = target
        let plain = ["{z}", "{x}", "{-y}", "{y}"].reduce(target) { $0.replacing($1, with: "") }
        let hasNumbers = target.contains("{z}") && target.contains("{x}")
        guard hasNumbers, target.contains("{y}") != target.contains("{-y}"), !self.host.isEmpty,
            plain.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && !"{}#<>\\^`|\"".utf8.contains($0) })
        else { return nil }
    }

    /// The value of the header `Host`.
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isEncrypted ? 443 : 80) ? name : "\(name):\(port)"
    }

    /// Returns path and query of the address of a tile.
    package func target(of tile: TileID) -> String {
        target.replacing("{z}", with: "\(tile.zoom)").replacing("{x}", with: "\(tile.x)")
            .replacing("{-y}", with: "\((1 << tile.zoom) - 1 - tile.y)").replacing("{y}", with: "\(tile.y)")
    }

    /// Whether the operator named a host of the own network: an address, or a name that no public name server has.
    package var namesOwnNetwork: Bool { AllowedHosts.isOutOfReach(host) || host.contains(":") }

    package var text: String { "\(isEncrypted ? "https" : "http")://\(authority)\(target)" }

    /// The address without its query, which may hold a key.
    package var textWithoutKey: String {
        text.contains("?") ? text.prefix { $0 != "?" } + "?…" : text
    }
}

extension AddressList {
    /// Addresses that no host of the public Internet has: this machine, private and link-local networks, groups, and
    /// blocks for documentation, tests and translation (IANA's special-purpose registries).
    package static let notPublic = AddressList(
        "0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24,"
            + "192.168.0.0/16,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/3,::/96,64:ff9b::/96,100::/64,"
            + "2001:db8::/32,2002::/16,fc00::/7,fe80::/10,ff00::/8")!

    /// Whether text as the system writes an address names a host of the public Internet.
    package static func isPublic(_ address: String) -> Bool {
        InternetAddress(String(address.prefix { $0 != "%" })).map { !notPublic.contains($0) } ?? false
    }
}
