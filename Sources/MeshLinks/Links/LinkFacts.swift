package import Crypto
package import Gossip

/// The identity that a node shows on a link, once the other side has shown the place's secret.
package struct LinkCredentials: Sendable {
    /// The greatest length of a roster entry in bytes.
    package static let longestEntry = 8192

    package let nodeKey: Curve25519.Signing.PrivateKey
    /// The roster's message that names this node a member, as bytes; empty for a guest.
    package let rosterEntry: [UInt8]
    /// Whether the node passes on messages of others.
    package let relays: Bool

    /// `nil` if the entry is too long.
    package init?(nodeKey: Curve25519.Signing.PrivateKey, rosterEntry: [UInt8], relays: Bool) {
        guard rosterEntry.count <= Self.longestEntry else { return nil }
        (self.nodeKey, self.rosterEntry, self.relays) = (nodeKey, rosterEntry, relays)
    }

    var key: SignerKey? { Bytes32(nodeKey.publicKey.rawRepresentation).map { SignerKey($0) } }
}

/// The identity that the other side of a link has proved.
package struct LinkEstablished: Equatable, Sendable {
    package let key: SignerKey
    /// Its entry of the roster, as it showed it: the reader of the roster checks it.
    package let rosterEntry: [UInt8]
    package let relays: Bool
    /// Whether it says that its clock is set.
    package let isClockSet: Bool
    /// This side's role.
    package let role: LinkRole
}

/// Says which nodes may link: blocks and pins.
package typealias LinkPolicy = @Sendable (SignerKey, _ rosterEntry: [UInt8]) -> Bool
