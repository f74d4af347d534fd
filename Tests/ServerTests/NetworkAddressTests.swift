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
    func `limits are for networks, of which one customer has one`(address: String, network: Network?) {
        #expect(Network(ofClientAt: address) == network)
    }

    @Test(arguments: [
        ("192.0.2.7", ipv4), (" 192.0.2.7\t", ipv4), ("192.0.2.7:4711", ipv4), ("\"192.0.2.7:4711\"", ipv4),
        ("[2001:db8::1]", ipv6), ("[2001:db8::1]:4711", ipv6), ("2001:db8::1", ipv6), ("2001:db8::1%eth0", ipv6),
        ("127.0.0.1:80", nil), ("[::1]:80", nil), ("unknown", Network.unknown), ("_hidden", Network.unknown),
        ("", Network.unknown), ("192.0.2.7.1:5", Network.unknown), ("[", Network.unknown),
    ])
    func `an address that a proxy names is the same with a port and without`(name: String, network: Network?) {
        #expect(Network(forwarded: name[...]) == network)
    }

    @Test func `a block is what is given away together`() {
        #expect(Network(ofClientAt: "192.0.2.7")?.block == Network(ofClientAt: "192.0.2.200")?.block)
        #expect(Network(ofClientAt: "192.0.3.7")?.block != Network(ofClientAt: "192.0.2.7")?.block)
        #expect(Network(ofClientAt: "2001:db8:1:2::1")?.block == Network(ofClientAt: "2001:db8:1:ffff::9")?.block)
        #expect(Network(ofClientAt: "2001:db8:2::1")?.block != Network(ofClientAt: "2001:db8:1::1")?.block)
    }
}
