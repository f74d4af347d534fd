import Fairness
import Server
import Testing

/// Which network a client's address belongs to.
@Suite struct NetworkAddressTests {
    private static let ipv6 = Network(ipv6: 0x2001_0db8_0000_0000), ipv4 = Network(ipv4: 0xc000_0207)

    @Test(arguments: [
        ("127.0.0.1", nil), ("127.9.9.9", nil), ("::1", nil), ("::ffff:127.0.0.1", nil), ("192.0.2.7", ipv4),
        ("::ffff:192.0.2.7", ipv4), ("2001:db8::1", ipv6), ("2001:db8::ffff:0:1", ipv6),
        ("2001:db8:0:1::1", Network(ipv6: 0x2001_0db8_0000_0001)),
    ])
    func `limits apply to networks, one for each customer of a provider`(address: String, network: Network?) {
        #expect(Network(of: InternetAddress(address)) == network)
    }

    @Test(arguments: [
        ("192.0.2.7", ipv4), (" 192.0.2.7\t", ipv4), ("192.0.2.7:4711", ipv4), ("\"192.0.2.7:4711\"", ipv4),
        ("[2001:db8::1]", ipv6), ("[2001:db8::1]:4711", ipv6), ("2001:db8::1", ipv6), ("2001:db8::1%eth0", ipv6),
        ("127.0.0.1:80", nil), ("[::1]:80", nil), ("unknown", Network.unknown), ("_hidden", Network.unknown),
        ("", Network.unknown), ("192.0.2.7.1:5", Network.unknown), ("[", Network.unknown),
    ])
    func `an address that a proxy names is the same with a port and without`(name: String, network: Network?) {
        #expect(Network(of: InternetAddress(forwarded: name[...])) == network)
    }

    private static func block(of address: String) -> Network.Block? { Network(of: InternetAddress(address))?.block }

    @Test func `a block contains the networks that are assigned together`() {
        #expect(Self.block(of: "192.0.2.7") == Self.block(of: "192.0.2.200"))
        #expect(Self.block(of: "192.0.3.7") != Self.block(of: "192.0.2.7"))
        #expect(Self.block(of: "2001:db8:1:2::1") == Self.block(of: "2001:db8:1:ffff::9"))
        #expect(Self.block(of: "2001:db8:2::1") != Self.block(of: "2001:db8:1::1"))
    }

    @Test(arguments: [
        ("10.0.0.2", ["10.0.0.2", "::ffff:10.0.0.2"], ["10.0.0.3", "::a00:2"]),
        ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["9.255.255.255", "11.0.0.0", "::1"]),
        ("10.9.9.9/8", ["10.0.0.1"], ["11.0.0.1"]), ("0.0.0.0/0", ["192.0.2.1"], ["::1", "2001:db8::1"]),
        ("::/0", ["192.0.2.1", "::1"], []), ("2001:db8::/33", ["2001:db8:7fff::1"], ["2001:db8:8000::1"]),
        ("2001:db8::/64", ["2001:db8::ffff"], ["2001:db8:0:1::"]),
        ("2001:db8::/65", ["2001:db8::1"], ["2001:db8:0:0:8000::"]),
        ("2001:db8::1/128", ["2001:db8::1"], ["2001:db8::2"]), ("::1, 10.0.0.0/31", ["::1", "10.0.0.1"], ["10.0.0.2"]),
        ("::ffff:10.0.0.0/104", ["10.1.2.3"], ["11.0.0.1"]), ("off", [], ["127.0.0.1", "::1"]),
    ])
    func `a list of addresses holds those in its blocks`(text: String, inside: [String], outside: [String]) throws {
        let list = try #require(AddressList(text))
        for address in inside { #expect(list.contains(try #require(InternetAddress(address))), "\(address)") }
        for address in outside { #expect(!list.contains(try #require(InternetAddress(address))), "\(address)") }
    }

    @Test(arguments: [
        "", ",", "10.0.0.1,", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/+8", "10.0.0.0/8/8", "::/129",
        "proxy", "10.0.0",
        "fe80::1%eth0", "[::1]", "10.0.0.1:80", "10.0.0.0/0x8", "10.0.0.0/0000000000000000000008", "OFF,::1",
    ])
    func `a list of anything else is refused`(text: String) { #expect(AddressList(text) == nil) }

    @Test func `the default list is this machine`() throws {
        for (address, isIn) in [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true), ("10.0.0.1", false),
            ("::2", false),
        ] {
            #expect(AddressList.loopback.contains(try #require(InternetAddress(address))) == isIn, "\(address)")
        }
    }
}
