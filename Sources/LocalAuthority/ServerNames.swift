import Glibc

/// The names and addresses under which browsers may reach a server.
package struct ServerNames: Equatable, Sendable {
    /// Host names in small letters.
    package var hosts: [String]
    package var addresses: [IPAddress]

    package init(hosts: [String], addresses: [IPAddress]) {
        self.hosts = hosts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        self.addresses = addresses.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns all names of this machine: `localhost`, its host name, that name with `.local` as phones find it (RFC
    /// 6762), the addresses of its interfaces, and the host of `publicURL`.
    package static func ofThisMachine(publicURL: String? = nil) -> ServerNames {
        var names = ServerNames(hosts: ["localhost"], addresses: [])
        let name = hostName()
        if isHostName(name) {
            names.hosts.append(name)
            let label = name.prefix { $0 != "." }
            if label != "localhost" { names.hosts.append("\(label).local") }
        }
        names.addresses = ["127.0.0.1", "::1"].compactMap { IPAddress($0) } + networkAddresses()
        if let publicURL { names.add(hostOf: publicURL) }
        return ServerNames(hosts: names.hosts, addresses: names.addresses)
    }

    /// Returns only the host of `url`, such as `https://map.example.org:8443`.
    package static func host(of url: String) -> ServerNames {
        var names = ServerNames(hosts: [], addresses: [])
        names.add(hostOf: url)
        return names
    }

    /// Returns the names that the first certificate in a file covers; empty if the file cannot be read.
    package static func ofCertificate(inFile path: String) -> ServerNames {
        guard let text = try? readText(path).get(), let chain = try? CertificateChain(pem: text),
            let first = chain.certificates.first
        else { return ServerNames(hosts: [], addresses: []) }
        return first.names
    }

    /// The names that other devices use: without `localhost` and loopback addresses.
    package var forOthers: ServerNames {
        ServerNames(hosts: hosts.filter { $0 != "localhost" }, addresses: addresses.filter { !$0.isLoopbackOrNone })
    }

    /// Returns the addresses of active interfaces, without loopback and link-local addresses.
    package static func networkAddresses() -> [IPAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var addresses: [IPAddress] = []
        var next = unsafe list
        // The list belongs to the system, and is complete and unchanged until it is freed above.
        while let interface = unsafe next?.pointee {
            unsafe next = interface.ifa_next
            guard unsafe interface.ifa_flags & UInt32(IFF_UP) != 0, let socket = unsafe interface.ifa_addr,
                let address = unsafe address(of: socket), !address.isLinkLocal, !address.isLoopbackOrNone
            else { continue }
            if !addresses.contains(address) { addresses.append(address) }
        }
        return addresses
    }

    private static func address(of socket: UnsafePointer<sockaddr>) -> IPAddress? {
        // The family determines the structure's type (getifaddrs(3)).
        switch Int32(unsafe socket.pointee.sa_family) {
        case AF_INET:
            unsafe socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { socket in
                var address = unsafe socket.pointee.sin_addr
                return unsafe withUnsafeBytes(of: &address) { unsafe IPAddress(bytes: $0) }
            }
        case AF_INET6:
            unsafe socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { socket in
                var address = unsafe socket.pointee.sin6_addr
                return unsafe withUnsafeBytes(of: &address) { unsafe IPAddress(bytes: $0) }
            }
        default: nil
        }
    }

    private static func hostName() -> String {
        var text = [CChar](repeating: 0, count: 256)
        // The last byte stays zero.
        guard unsafe gethostname(&text, 255) == 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).lowercased()
    }

    /// Whether a certificate may carry `text` as a host name (RFC 1123 §2.1).
    private static func isHostName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 253 && IPAddress(text) == nil
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy {
                        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
                    }
            }
    }

    private mutating func add(hostOf url: String) {
        let afterScheme = url.lowercased().split(separator: "://", maxSplits: 1).last ?? ""
        let authority = afterScheme.prefix { $0 != "/" }
        let host =
            authority.hasPrefix("[") ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
        if let address = IPAddress(String(host)) {
            addresses.append(address)
        } else if Self.isHostName(String(host)) {
            hosts.append(String(host))
        }
    }
}
