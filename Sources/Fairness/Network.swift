/// Where a request comes from, as far as limits are concerned.
///
/// One customer has all of an IPv6 /64 and may have a whole /48 of them (RFC 6177). Of IPv4, a /24 is the smallest block
/// that the Internet routes; behind one of its addresses may be a household, or a festival. So whatever is shared is
/// shared among blocks first, and then among the networks of each.
package struct Network: Hashable, Sendable {
    /// The first 64 bits of an IPv6 address. An IPv4 address stands behind 32 bits that are set, where only multicast
    /// addresses of IPv6 would be, from which nobody can ask.
    package let prefix: UInt64

    private static let ofIPv4: UInt64 = 0xffff_ffff_0000_0000

    /// The network of an IPv6 address, by its first 64 bits.
    package init(ipv6 prefix: UInt64) { self.prefix = prefix }

    /// The network of an IPv4 address: that address.
    package init(ipv4 address: UInt32) { prefix = Self.ofIPv4 | UInt64(address) }

    /// This machine itself: programs on it, and the server's own work.
    package static let local = Network(ipv4: 0x7f00_0001)
    /// All those of whom a proxy does not say where they are.
    package static let unknown = Network(ipv4: 0)

    /// The block that the network is in: an IPv6 /48 or an IPv4 /24.
    package var block: Block {
        let isIPv4 = prefix & Self.ofIPv4 == Self.ofIPv4
        return Block(prefix: prefix & ~(isIPv4 ? 0xff : 0xffff))
    }

    /// Addresses that are given away together.
    package struct Block: Hashable, Sendable {
        fileprivate let prefix: UInt64
    }
}
