package import Fairness

extension Network {
    /// The network of the client at `address`; `nil` for this machine itself. All those of whom nobody knows where they
    /// are, are one network.
    package init?(of address: InternetAddress?) {
        guard let address else {
            self = .unknown
            return
        }
        if address.isLoopback { return nil }
        if address.isIPv4 {
            self.init(ipv4: UInt32(truncatingIfNeeded: address.low))
        } else {
            self.init(ipv6: address.high)
        }
    }
}
