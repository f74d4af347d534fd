package import GeoCore
package import Gossip

/// A moment as the host reads it.
package struct MeshInstant: Equatable, Sendable {
    /// Milliseconds of a clock that never jumps: timers and budgets run by it.
    package let steady: Milliseconds
    /// The machine's clock: the times of messages are compared with it.
    package let clock: Timestamp

    package init(steady: Milliseconds, clock: Timestamp) { (self.steady, self.clock) = (steady, clock) }
}

/// A link to another node, named by the transport and never used again after it is down.
package struct LinkID: Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static func < (left: LinkID, right: LinkID) -> Bool { left.rawValue < right.rawValue }
}

/// An address that the transport could dial.
package struct CandidateID: Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The other side of a link, as the transport proved it before it reported the link.
package struct Peer: Equatable, Sendable {
    package let key: SignerKey
    /// Whether the roster admits the node; others are guests.
    package let isMember: Bool
    /// Whether this side dialled. The dialler reconciles.
    package let isDialled: Bool

    package init(key: SignerKey, isMember: Bool, isDialled: Bool) {
        (self.key, self.isMember, self.isDialled) = (key, isMember, isDialled)
    }
}

/// An event around a node.
package enum MeshEvent: Sendable {
    case linkUp(LinkID, Peer, from: CandidateID?)
    case linkDown(LinkID)
    /// Bytes of one frame, without the length that the transport puts before it.
    case frame(LinkID, [UInt8])
    /// The time that `MeshNode.nextTimer` named has come.
    case timer
    /// The place's roster says something else now.
    case roster(any Roster)
    /// Discovery heard of an address. `isKnown`: it once led to a member.
    case found(CandidateID, isKnown: Bool)
    case lost(CandidateID)
    case dialFailed(CandidateID)
    /// Whether the kernel says that the machine's clock is set.
    case clock(isSet: Bool)
    /// The operator wants other duties of the node.
    case duties(NodeDuties)
}

/// The duties of a node to others, as its operator wants them.
package struct NodeDuties: Equatable, Sendable {
    /// Whether it passes on what others wrote. If not, it passes on the roster, and what people wrote at it.
    package var relays = true
    /// Whether it links to nodes that are no members.
    package var takesGuests = true

    package init(relays: Bool = true, takesGuests: Bool = true) {
        (self.relays, self.takesGuests) = (relays, takesGuests)
    }
}

/// An action that a node wants; the host takes the actions in their order.
package enum MeshAction: Equatable, Sendable {
    case send(LinkID, [UInt8])
    case close(LinkID, CloseReason)
    case dial(CandidateID)
    /// The node keeps a message that it did not keep before: the host merges it and shows it.
    case kept(Message)
    /// The node no longer keeps these: replaced, hidden, over a quota, or dropped for want of room.
    case dropped([MessageID])
    /// How far a message that was written here has got.
    case delivery(MessageID, DeliveryState)
}

package enum CloseReason: Equatable, Sendable {
    /// All places for links are taken by better ones.
    case full
    /// A second link to the same node.
    case twice
    /// The other side gave no sign of life, and has begun another link.
    case silent
    case banned
    /// The roster took the node's membership away.
    case expelled
    /// The operator wants no links to guests.
    case noGuests
}
