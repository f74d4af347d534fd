import Glibc

/// An IPv4 or IPv6 address in network byte order.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four bytes or sixteen.
    package let bytes: [UInt8]

    /// Parses an address without a zone; returns `nil` if `text` is not one.
    package init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        // The longer form fills exactly the sixteen bytes of the buffer.
        if unsafe inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
        } else if unsafe inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = bytes
        } else {
            return nil
        }
    }

    /// Takes an address from a certificate; returns `nil` for another length.
    init?(bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard [4, 16].contains(self.bytes.count) else { return nil }
    }

    package var isIPv6: Bool { bytes.count == 16 }

    package var description: String {
        guard isIPv6 else { return bytes.map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        // `text` is as long as the longest address (inet_ntop(3)).
        guard unsafe inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether it is valid on one link only (RFC 3927, RFC 4291 §2.5.6): browsers cannot even open such an IPv6
    /// address.
    package var isLinkLocal: Bool { Self.linkLocal.contains { $0.contains(self) } }

    /// Whether it names the machine itself, or no machine.
    package var isLoopbackOrNone: Bool { bytes.allSatisfy { $0 == 0 } || Self.loopback.contains { $0.contains(self) } }

    private static let linkLocal = AddressRange.list("169.254.0.0/16", "fe80::/10")
    private static let loopback = AddressRange.list("127.0.0.0/8", "::1/128")
}

/// A range of addresses that begin with the same bits.
struct AddressRange: Hashable, Sendable {
    let first: IPAddress
    let mask: [UInt8]

    /// The addresses that share the first `bits` with `address`.
    init(_ address: IPAddress, bits: Int) {
        mask = address.bytes.indices.map { UInt8(truncatingIfNeeded: 0xff00 >> min(8, max(0, bits - 8 * $0))) }
        first = IPAddress(bytes: zip(address.bytes, mask).map { $0 & $1 }) ?? address
    }

    /// Takes a range from a certificate (RFC 5280 §4.2.1.10: address, then mask); returns `nil` for another length.
    init?(constraint bytes: some Collection<UInt8>) {
        guard let first = IPAddress(bytes: bytes.prefix(bytes.count / 2)), bytes.count.isMultiple(of: 2) else {
            return nil
        }
        self.first = first
        mask = Array(bytes.suffix(bytes.count / 2))
    }

    /// The form in a certificate.
    var constraint: [UInt8] { first.bytes + mask }

    func contains(_ address: IPAddress) -> Bool {
        address.bytes.count == mask.count && zip(address.bytes, mask).map { $0 & $1 } == first.bytes
    }

    /// Returns the ranges of `texts`, which are literals of this file.
    static func list(_ texts: String...) -> [AddressRange] {
        texts.map { text in
            let parts = text.split(separator: "/")
            guard let address = IPAddress(String(parts[0])), let bits = Int(parts[1]) else {
                preconditionFailure("a range is address/bits")
            }
            return AddressRange(address, bits: bits)
        }
    }

    /// Addresses of networks that cannot be reached from elsewhere: RFC 1918, RFC 6598 (also used by mesh networks),
    /// RFC 4193, and the machine itself.
    static let ofPrivateNetworks = list(
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8", "fc00::/7", "::1/128")
}
