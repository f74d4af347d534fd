import Glibc
import NIOCore

/// The address of a client or a proxy: the sixteen bytes of IPv6. An IPv4 address is stored as the IPv6 address that
/// maps it (RFC 4291 §2.5.5.2).
package struct InternetAddress: Hashable, Sendable {
    /// The first and the last eight bytes.
    let high: UInt64
    let low: UInt64

    /// Reads an address as the system writes it, without a port and a zone; `nil` for anything else.
    package init?(_ text: String) {
        var four = in_addr()
        // inet_pton(3) fills exactly these bytes, in network byte order.
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            self.init(high: 0, low: Self.mapped << 32 | UInt64(UInt32(bigEndian: four.s_addr)))
            return
        }
        var sixteen = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, text, &sixteen) == 1 else { return nil }
        self.init(high: Self.number(sixteen[..<8]), low: Self.number(sixteen[8...]))
    }

    /// Reads an address as proxies write it, optionally with a port, in brackets or in quotes (RFC 7239 §6); `nil` for
    /// anything else.
    package init?(forwarded name: Substring) {
        var name = name.filter { $0 != " " && $0 != "\t" && $0 != "\"" }[...]
        if name.first == "[" {
            name = name.dropFirst().prefix { $0 != "]" }
        } else if name.count(where: { $0 == ":" }) == 1 {
            name = name.prefix { $0 != ":" }
        }
        // A zone names an interface of the proxy.
        self.init(String(name.prefix { $0 != "%" }))
    }

    /// Makes the address of a connection's other end. A local socket, and a test without a network, count as this
    /// machine. `nil` for an address of another kind.
    init?(ofPeer address: SocketAddress?) {
        switch address {
        case nil, .unixDomainSocket: self = .loopback
        case .v4, .v6:
            guard let text = address?.ipAddress else { return nil }
            self.init(text)
        }
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// This machine, to itself.
    static let loopback = InternetAddress(high: 0, low: 1)

    /// The 32 bits before an IPv4 address.
    private static let mapped: UInt64 = 0xffff

    var isIPv4: Bool { high == 0 && low >> 32 == Self.mapped }

    var isLoopback: Bool { self == .loopback || isIPv4 && low >> 24 & 0xff == 127 }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

/// A block of addresses that begin with the same bits.
struct AddressBlock: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64
    private let highMask: UInt64
    private let lowMask: UInt64

    /// Reads an address, or a block such as `10.0.0.0/8`; `nil` for anything else. It ignores bits behind the block's
    /// prefix.
    init?(_ text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = InternetAddress(String(first)) else { return nil }
        let most = address.isIPv4 && !first.contains(":") ? 32 : 128
        var bits = most
        if parts.count == 2 {
            let isNumber =
                (1...3).contains(parts[1].utf8.count) && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard isNumber, let given = Int(parts[1]), given <= most else { return nil }
            bits = given
        }
        bits += 128 - most
        highMask = bits >= 64 ? .max : ~(.max >> UInt64(bits))
        lowMask = bits <= 64 ? 0 : ~(bits == 128 ? 0 : .max >> UInt64(bits - 64))
        high = address.high & highMask
        low = address.low & lowMask
    }

    func contains(_ address: InternetAddress) -> Bool {
        address.high & highMask == high && address.low & lowMask == low
    }
}

/// Addresses and blocks that an operator lists.
package struct AddressList: Equatable, Sendable, CustomStringConvertible {
    private let blocks: [AddressBlock]
    package let description: String

    /// Reads addresses and blocks separated by commas, such as `10.0.0.2,192.168.7.0/24`, or `off` for none; `nil` for
    /// anything else.
    package init?(_ text: String) {
        if text == "off" {
            (blocks, description) = ([], text)
            return
        }
        let items = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " }[...] }
        let read = items.compactMap { AddressBlock($0) }
        guard read.count == items.count else { return nil }
        (blocks, description) = (read, items.joined(separator: ","))
    }

    private init(_ blocks: [AddressBlock], _ description: String) {
        self.blocks = blocks
        self.description = description
    }

    /// This machine alone.
    package static let loopback = AddressList("127.0.0.0/8,::1") ?? AddressList([], "off")

    package func contains(_ address: InternetAddress) -> Bool { blocks.contains { $0.contains(address) } }
}
