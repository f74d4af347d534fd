import Glibc

/// An IPv4 or IPv6 address of a node.
package struct NodeAddress: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Four bytes or sixteen, in network order.
    package let bytes: [UInt8]

    /// `nil` for another number of bytes.
    package init?(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        guard [4, 16].contains(self.bytes.count) else { return nil }
    }

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

    package var isIPv6: Bool { bytes.count == 16 }

    /// Whether it is valid on one link only (RFC 4291 §2.5.6). Such an address means something together with an
    /// interface only.
    package var isLinkLocalIPv6: Bool { isIPv6 && bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80 }

    /// Whether both addresses begin with the same `prefixLength` bits.
    func shares(_ prefixLength: Int, with other: NodeAddress) -> Bool {
        guard bytes.count == other.bytes.count, (0...8 * bytes.count).contains(prefixLength) else { return false }
        let whole = prefixLength >> 3
        guard bytes[..<whole] == other.bytes[..<whole] else { return false }
        return prefixLength & 7 == 0 || (bytes[whole] ^ other.bytes[whole]) >> UInt8(8 - prefixLength & 7) == 0
    }

    package var description: String {
        guard isIPv6 else { return bytes.map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        // `text` is as long as the longest address (inet_ntop(3)).
        guard unsafe inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    package static func < (left: NodeAddress, right: NodeAddress) -> Bool {
        left.bytes.count == right.bytes.count
            ? left.bytes.lexicographicallyPrecedes(right.bytes) : left.bytes.count < right.bytes.count
    }
}
