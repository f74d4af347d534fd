package import Fairness
import Glibc

extension Network {
    /// The network of the client at `address`, as the system writes addresses; `nil` for this machine itself. An IPv4
    /// address inside an IPv6 address is one of IPv4.
    package init?(ofClientAt address: String) {
        guard let bytes = Self.bytes(of: address) else {
            self = .unknown
            return
        }
        self.init(bytes)
    }

    /// The network of a client that a proxy names: an address, also with a port behind it or in brackets (RFC 7239 §6).
    /// `nil` for the proxy's own machine. All who are not named so that they can be told apart are one network.
    package init?(forwarded name: Substring) {
        var name = name.filter { $0 != " " && $0 != "\t" && $0 != "\"" }[...]
        if name.first == "[" {
            name = name.dropFirst().prefix { $0 != "]" }
        } else if name.count(where: { $0 == ":" }) == 1 {
            name = name.prefix { $0 != ":" }
        }
        // A zone says by which interface of the proxy.
        self.init(ofClientAt: String(name.prefix { $0 != "%" }))
    }

    private init?(_ bytes: [UInt8]) {
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff
        if isMapped {
            if bytes[12] == 127 { return nil }
            self.init(ipv4: bytes.suffix(4).reduce(0) { $0 << 8 | UInt32($1) })
        } else {
            if bytes.dropLast().allSatisfy({ $0 == 0 }), bytes[15] == 1 { return nil }
            self.init(ipv6: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    /// The sixteen bytes of an IPv6 address, with one of IPv4 mapped into it; `nil` for anything else.
    private static func bytes(of address: String) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET6, address, &bytes) == 1 { return bytes }
        var four = [UInt8](repeating: 0, count: 4)
        guard unsafe inet_pton(AF_INET, address, &four) == 1 else { return nil }
        return [UInt8](repeating: 0, count: 10) + [0xff, 0xff] + four
    }
}
