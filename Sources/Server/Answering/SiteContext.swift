import Glibc
package import Hummingbird
import NIOCore

/// What Hummingbird hands along with a request: we need the connection, for the client's address.
package struct SiteContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// The client's network: its IPv4 address, or the first 64 bits of its IPv6 address, of which one customer has all;
    /// `nil` for this machine itself, local sockets, and in tests without a network.
    var clientNetwork: String? { channel.remoteAddress?.ipAddress.flatMap { ClientNetwork.name($0) } }
}

/// Whom limits are for.
package enum ClientNetwork {
    /// Returns the network that `address` belongs to, `nil` for loopback; IPv4 inside IPv6 is IPv4.
    package static func name(_ address: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, address, &bytes) == 1 else {
            return address.hasPrefix("127.") ? nil : address
        }
        if bytes.dropLast().allSatisfy({ $0 == 0 }), bytes[15] == 1 { return nil }
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff {
            return bytes[12] == 127 ? nil : bytes.suffix(4).map { "\($0)" }.joined(separator: ".")
        }
        return bytes.prefix(8).map { hexadecimal($0) }.joined() + "/64"
    }

    private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
