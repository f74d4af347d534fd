import Glibc

/// The system's network interfaces on which nodes can meet.
package enum SystemInterfaces {
    /// Reads the interfaces that are up, can multicast, and have a cable or a radio that carries: no loopback, and no
    /// tunnels, whose other end is elsewhere. Other nodes learn IPv4 addresses and link-local IPv6 addresses only.
    package static func current() -> [MeshInterface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var addresses: [InterfaceID: [NetworkAddress]] = [:]
        var next = unsafe list
        while let entry = unsafe next {
            unsafe next = entry.pointee.ifa_next
            let flags = unsafe Int32(truncatingIfNeeded: entry.pointee.ifa_flags)
            guard flags & wanted == wanted, flags & unwanted == 0 else { continue }
            let index = unsafe if_nametoindex(entry.pointee.ifa_name)
            guard index > 0, let address = unsafe address(entry.pointee.ifa_addr),
                !address.isIPv6 || address.isLinkLocalIPv6,
                let mask = unsafe self.address(entry.pointee.ifa_netmask)
            else { continue }
            let prefix = mask.bytes.reduce(0) { $0 + $1.nonzeroBitCount }
            addresses[InterfaceID(rawValue: Int(index)), default: []].append(
                NetworkAddress(address, prefixLength: prefix))
        }
        return addresses.map { MeshInterface($0.key, $0.value) }.sorted { $0.id < $1.id }
    }

    // The system's module gives these numbers with several types.
    private static let wanted = Int32(0x1 | 0x40 | 0x1000)  // IFF_UP, IFF_RUNNING, IFF_MULTICAST (netdevice(7))
    private static let unwanted = Int32(0x8 | 0x10)  // IFF_LOOPBACK, IFF_POINTOPOINT

    private static func address(_ pointer: UnsafeMutablePointer<sockaddr>?) -> NodeAddress? {
        guard let pointer = unsafe pointer else { return nil }
        // The family says which structure lies there (getifaddrs(3)): the address begins at the fourth byte of a
        // sockaddr_in (ip(7)), and at the eighth of a sockaddr_in6 (ipv6(7)).
        let raw = UnsafeRawPointer(pointer)
        return switch unsafe Int32(pointer.pointee.sa_family) {
        case AF_INET: unsafe NodeAddress(UnsafeRawBufferPointer(start: raw + 4, count: 4))
        case AF_INET6: unsafe NodeAddress(UnsafeRawBufferPointer(start: raw + 8, count: 16))
        default: nil
        }
    }
}
