package import GeoCore

/// A moment as the host reads it.
package struct Moment: Equatable, Sendable {
    /// Milliseconds of a clock that never jumps: timers run by it.
    package let steady: Milliseconds
    /// The machine's clock, by which periods are counted.
    package let clock: Timestamp
    /// Whether the machine's clock is known to be right.
    package let isClockSet: Bool

    package init(steady: Milliseconds, clock: Timestamp, isClockSet: Bool = true) {
        (self.steady, self.clock, self.isClockSet) = (steady, clock, isClockSet)
    }
}

/// The system's number of a network interface.
package struct InterfaceID: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static func < (left: InterfaceID, right: InterfaceID) -> Bool { left.rawValue < right.rawValue }
}

/// A network interface that is up, and its addresses that other nodes may learn.
package struct MeshInterface: Equatable, Sendable {
    package let id: InterfaceID
    /// Sorted, so that the order in which the system lists them is no change.
    package let addresses: [NetworkAddress]

    package init(_ id: InterfaceID, _ addresses: [NetworkAddress]) {
        self.id = id
        self.addresses = addresses.sorted { ($0.address, $0.prefixLength) < ($1.address, $1.prefixLength) }
    }

    /// The groups in which the interface can speak.
    var families: [AddressFamily] {
        AddressFamily.allCases.filter { family in
            addresses.contains { $0.address.isIPv6 == (family == .ipv6) }
        }
    }

    /// Whether the address is on the interface's own network. Nobody is to make nodes dial elsewhere.
    func reaches(_ address: NodeAddress) -> Bool {
        addresses.contains { $0.address.shares($0.prefixLength, with: address) }
    }
}

/// An address, and how many bits of it name the network.
package struct NetworkAddress: Hashable, Sendable {
    package let address: NodeAddress
    package let prefixLength: Int

    package init(_ address: NodeAddress, prefixLength: Int) {
        (self.address, self.prefixLength) = (address, prefixLength)
    }
}

package enum AddressFamily: Int, Hashable, CaseIterable, Sendable {
    case ipv4, ipv6
}

/// Where a packet of multicast DNS comes from or goes to: the group of one family on one interface.
package struct Segment: Hashable, Sendable {
    package let interface: InterfaceID
    package let family: AddressFamily

    package init(_ interface: InterfaceID, _ family: AddressFamily) {
        (self.interface, self.family) = (interface, family)
    }
}

/// Eight random bytes by which a node calls itself for a while. It names the service instance and the host.
package struct NodeLabel: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Reads sixteen lower-case digits.
    init?(_ text: [UInt8]) {
        guard text.count == 16 else { return nil }
        var value: UInt64 = 0
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        rawValue = value
    }

    package var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    package static func < (left: NodeLabel, right: NodeLabel) -> Bool { left.rawValue < right.rawValue }
}

/// Another node of the place that was heard.
package struct HeardNode: Equatable, Sendable {
    package let label: NodeLabel
    package let interface: InterfaceID
    /// At most eight, all on the interface's own network.
    package let addresses: [NodeAddress]
    package let port: UInt16

    package init(_ label: NodeLabel, on interface: InterfaceID, at addresses: [NodeAddress], port: UInt16) {
        (self.label, self.interface, self.addresses, self.port) = (label, interface, addresses, port)
    }
}

/// An event around the discovery.
package enum DiscoveryEvent: Sendable {
    /// The interfaces that are up now, which may be the same as before.
    case interfaces([MeshInterface])
    case packet([UInt8], Segment)
    /// The time that `Discovery.nextTimer` named has come.
    case timer
    /// The node is about to leave; nothing follows.
    case stop
}

/// An action that the discovery wants.
package enum DiscoveryAction: Equatable, Sendable {
    case send([UInt8], Segment)
    /// The node has another label from now on, and needs a new certificate: the old one would connect the two.
    case renewed(NodeLabel)
    /// It is this side's turn to dial the node.
    case found(HeardNode)
    /// A node that was found is no longer heard.
    case lost(NodeLabel, InterfaceID)
}
