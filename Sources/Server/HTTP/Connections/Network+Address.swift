package import Fairness

extension Network {
    /// Makes the network of the client at `address`; `nil` for this machine itself. All clients without a known address
    /// share one network.
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
