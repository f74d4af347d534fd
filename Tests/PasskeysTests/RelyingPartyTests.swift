import Passkeys
import Testing

@Suite struct RelyingPartyTests {
    /// The opened address, the host that browsers bind passkeys to, and the origin that they write.
    @Test(arguments: [
        ("https://map.example", "map.example", "https://map.example"),
        ("https://map.example:443", "map.example", "https://map.example"),
        ("https://map.example:8443", "map.example", "https://map.example:8443"),
        ("HTTPS://Map.Example", "map.example", "https://map.example"),
        ("https://nas", "nas", "https://nas"), ("https://home.local", "home.local", "https://home.local"),
        ("https://xn--mnchen-3ya.example", "xn--mnchen-3ya.example", "https://xn--mnchen-3ya.example"),
        ("http://localhost", "localhost", "http://localhost"),
        ("http://localhost:80", "localhost", "http://localhost"),
        ("http://localhost:8080", "localhost", "http://localhost:8080"),
        ("https://localhost:80", "localhost", "https://localhost:80"),
        ("http://map.localhost:8080", "map.localhost", "http://map.localhost:8080"),
    ])
    func `the host is the id`(_ address: String, _ host: String, _ origin: String) throws {
        let relyingParty = try RelyingParty(origin: address, name: "Hereabouts")
        #expect(relyingParty.id == host)
        #expect(relyingParty.origins == [origin])
    }

    @Test(arguments: [
        ("https://192.0.2.1", PasskeysUnavailable.ipAddress), ("http://127.0.0.1:8080", .ipAddress),
        ("http://192.0.2.1", .ipAddress), ("https://[2001:db8::1]:8443", .ipAddress), ("http://[::1]:8080", .ipAddress),
        ("https://2001:db8::1", .ipAddress), ("https://2130706433", .ipAddress), ("https://0x7f.1", .ipAddress),
        ("https://127.0x1", .ipAddress), ("https://0x", .ipAddress),
        ("http://map.example", .insecure), ("http://localhost.example", .insecure), ("http://notlocalhost", .insecure),
        ("http://nas.local:8080", .insecure),
        ("https://", .invalidHost), ("https://map..example", .invalidHost), ("https://map.example.", .invalidHost),
        ("https://.map.example", .invalidHost), ("https://münchen.example", .invalidHost),
        ("https://me@map.example", .invalidHost), ("https://map.example/", .invalidHost),
        ("https://map.example:", .invalidHost), ("https://map.example:0", .invalidHost),
        ("https://map.example:+8", .invalidHost), ("https://map.example:65536", .invalidHost),
        ("ftp://map.example", .invalidHost), ("map.example", .invalidHost), ("", .invalidHost),
        ("https:map.example", .invalidHost), ("https://map example", .invalidHost), ("//map.example", .invalidHost),
    ])
    func `elsewhere passkeys are unavailable, and the reason is stated`(
        _ address: String, _ reason: PasskeysUnavailable
    ) {
        #expect(throws: reason) { try RelyingParty(origin: address, name: "Hereabouts") }
    }

    @Test func `a name has its bounds`() throws {
        let label = String(repeating: "a", count: 63)
        #expect(throws: Never.self) { try RelyingParty(origin: "https://\(label).example", name: "") }
        #expect(throws: PasskeysUnavailable.invalidHost) {
            try RelyingParty(origin: "https://\(label)a.example", name: "")
        }
        let host = Array(repeating: label, count: 4).joined(separator: ".")
        #expect(throws: PasskeysUnavailable.invalidHost) { try RelyingParty(origin: "https://\(host)", name: "") }
    }

    @Test func `each reason has a remedy and a name of its own`() {
        #expect(PasskeysUnavailable.allCases.map(\.rawValue) == ["ip-address", "insecure", "invalid-host"])
        #expect(PasskeysUnavailable.allCases.allSatisfy { "\($0)".contains("; ") })
    }
}
