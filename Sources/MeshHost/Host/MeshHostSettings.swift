package import GeoCore
package import Gossip
package import Mesh
package import MeshLinks

/// The numbers of a node's host.
package struct MeshHostSettings: Sendable {
    /// The port of links where the operator names no other.
    package static let usualPort: UInt16 = 29_170

    package var port = usualPort
    /// Whether the node listens; a node that only joins does not.
    package var listens = true
    /// Whether a node that listens announces itself and looks for others.
    package var announces = true
    package var trustsClock = false
    /// Whether the system vouches for the machine's clock.
    package var systemVouches: @Sendable () -> Bool = HostClock.systemVouches
    /// The folder whose disk holds the messages, and how many bytes of it the node leaves to others.
    package var folder = "."
    package var leastFree = 256 << 20
    /// The maximum number of bytes of hidden messages that wait to be shown again.
    package var mostHidden = 128 << 20
    /// What holds until an operator chooses otherwise over HTTP.
    package var duties = NodeDuties()
    package var node = MeshSettings()
    package var links = LinkSettings()

    package init() {}
}

/// What `mesh status` says.
package struct MeshStatus: Sendable {
    package var links = 0
    package var heard = 0
    package var isMember = false
    package var isClockSet = false
    package var isDiskFull = false
    /// By `MessageClass.allCases`.
    package var classes: [(name: String, messages: Int, bytes: Int)] = []
    package var counters = MeshCounters()
    /// Frames that were longer than a link takes: a fault of the program.
    package var tooLong = 0
}

/// A node of the place as people see it.
package struct NodeView: Equatable, Sendable {
    package let entry: NodeEntry
    package let isMember: Bool
    package let isThis: Bool
    package let isLinked: Bool
    /// When this node was last linked to it since it started.
    package let lastHeard: Timestamp?
}

/// What changed, for those who watch.
package enum MeshChange: Equatable, Sendable {
    case line(RoomLine)
    case delivery(MessageID, DeliveryState)
    case nodes
    case roster
    /// A message in a game came.
    case games
    /// A node asks for a certificate of the place's name.
    case certificateRequest
    /// The node listens at a port.
    case listening(Int)
    /// The place has admitted this node.
    case admitted
    /// The mesh has stopped: its store failed.
    case stopped
}
