/// The origin of a request, for limits.
///
/// One customer has a whole IPv6 /64 and may have a /48 (RFC 6177). In IPv4, a /24 is the smallest block that the
/// Internet routes, and one address may serve a household or a festival. So limits first divide a resource among
/// blocks, and then among the networks of each block.
package struct Network: Hashable, Sendable {
    /// The first 64 bits of an IPv6 address. An IPv4 address follows 32 set bits, which in IPv6 are multicast addresses
    /// and never send requests.
    package let prefix: UInt64

    private static let ofIPv4: UInt64 = 0xffff_ffff_0000_0000

    /// Makes the network of an IPv6 address from its first 64 bits.
    package init(ipv6 prefix: UInt64) { self.prefix = prefix }

    /// Makes the network of an IPv4 address: the address itself.
    package init(ipv4 address: UInt32) { prefix = Self.ofIPv4 | UInt64(address) }

    /// This machine itself: its programs, and the server's own work.
    package static let local = Network(ipv4: 0x7f00_0001)
    /// All requesters whose address a proxy does not forward.
    package static let unknown = Network(ipv4: 0)

    /// The block that the network is in: an IPv6 /48 or an IPv4 /24.
    package var block: Block {
        let isIPv4 = prefix & Self.ofIPv4 == Self.ofIPv4
        return Block(prefix: prefix & ~(isIPv4 ? 0xff : 0xffff))
    }

    /// A block of addresses that one owner gets together.
    package struct Block: Hashable, Sendable {
        /// The bits of the block, followed by zeros.
        package let prefix: UInt64
    }
}
