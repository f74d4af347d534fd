import Glibc
package import NIOCore

extension NodeAddress {
    /// The address of a socket, without its port and zone. An IPv4 address in IPv6 form is an IPv4 address.
    package init?(_ address: SocketAddress) {
        // A zone follows a percent sign.
        guard let text = address.ipAddress?.prefix(while: { $0 != "%" }), let address = NodeAddress(String(text))
        else { return nil }
        let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]
        self.init(address.bytes.starts(with: mapped) ? Array(address.bytes.suffix(4)) : address.bytes)
    }

    /// The address of a socket; a link-local IPv6 address needs the interface. `nil` if the interface is gone.
    package func socketAddress(port: UInt16, on interface: InterfaceID) -> SocketAddress? {
        // A number with a zone is not looked up anywhere.
        let zone = isLinkLocalIPv6 ? "%\(interface.rawValue)" : ""
        return try? SocketAddress.makeAddressResolvingHost(description + zone, port: Int(port))
    }
}

extension HeardNode {
    /// Where to dial the node: IPv4 first, as its addresses need no zone.
    package var socketAddresses: [SocketAddress] {
        addresses.compactMap { $0.socketAddress(port: port, on: interface) }
    }
}
