import LocalAuthority
import Testing

@Suite struct ServerNamesTests {
    struct Spelling: Sendable, CustomTestStringConvertible {
        let text: String
        let canonical: String?
        var testDescription: String { text }
    }

    @Test(arguments: [
        Spelling(text: "192.168.1.20", canonical: "192.168.1.20"),
        Spelling(text: "2001:DB8:0::1", canonical: "2001:db8::1"),
        Spelling(text: "192.168.1", canonical: nil), Spelling(text: "fe80::1%eth0", canonical: nil),
        Spelling(text: "localhost", canonical: nil), Spelling(text: "", canonical: nil),
    ])
    func `addresses are read strictly and written in their shortest form`(_ spelling: Spelling) {
        #expect(IPAddress(spelling.text)?.description == spelling.canonical)
    }

    @Test func `link-local addresses are recognised`() throws {
        for (text, isLinkLocal) in [
            ("169.254.7.7", true), ("fe80::1", true), ("febf::1", true), ("fec0::1", false), ("169.253.0.1", false),
        ] { #expect(try #require(IPAddress(text)).isLinkLocal == isLinkLocal, "\(text)") }
    }

    @Test func `the host of a public address is taken without port and brackets`() {
        #expect(ServerNames.host(of: "https://Map.Example.org:8443").hosts == ["map.example.org"])
        #expect(ServerNames.host(of: "https://[2001:db8::1]:8443").addresses == [IPAddress("2001:db8::1")])
        #expect(ServerNames.host(of: "http://10.0.0.7").addresses == [IPAddress("10.0.0.7")])
        #expect(ServerNames.host(of: "https://not_a_name") == ServerNames(hosts: [], addresses: []))
    }

    @Test func `this machine's names are localhost, both loopback addresses, and that of its public address`() {
        let names = ServerNames.ofThisMachine(publicURL: "https://map.example.org")
        #expect(names.hosts.first == "localhost" && names.hosts.contains("map.example.org"))
        #expect(names.addresses.prefix(2).map(\.description) == ["127.0.0.1", "::1"])
        #expect(!names.addresses.contains { $0.isLinkLocal })
        #expect(names.addresses.count == Set(names.addresses).count && names.hosts.count == Set(names.hosts).count)
    }
}
