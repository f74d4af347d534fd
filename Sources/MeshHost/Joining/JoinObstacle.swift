import Gossip
import MeshLinks

/// Why the place does not count this node as a member.
package enum JoinObstacle: Equatable, Sendable, CaseIterable {
    /// This is the organiser's server, and its own clock is not set.
    case ownClock
    /// The server that answers says that its clock is not set: it cannot admit anybody.
    case organiserClock
    /// Another node joined with the code.
    case codeUsed
    case codeEnded
    /// An operator removed the node.
    case removed
    /// No node of the place answers.
    case unreachable
    /// The server that answers has another secret.
    case otherPlace
    /// The clocks of both sides are set, and differ by more than a period.
    case clocksDiffer
    /// Nodes of the place answer, and none of them is the organiser's server.
    case organiserAway
    /// The organiser's server answers, and did not make the code.
    case notAdmitted

    /// Whether waiting changes nothing.
    package var isFinal: Bool { [.codeUsed, .codeEnded, .removed].contains(self) }
}

extension MeshHost {
    /// Why this node is no member, as far as it knows now; `nil` for a member.
    ///
    /// The node finds it out by itself: by what nodes show to each guest that has the place's secret, by the roster that
    /// guests get as well, and by its own code. So nobody learns more of a code than before.
    package var obstacle: JoinObstacle? {
        guard !isMember else { return nil }
        if keys.placeKey != nil { return .ownClock }
        if roster.nodes[keys.node.key] != nil { return .removed }
        if let code = keys.joinCode.flatMap({ JoinCode($0) }) {
            if roster.isUsed(code.invitation.number, byOthersThan: keys.node.key) { return .codeUsed }
            if let time, time >= code.invitation.end { return .codeEnded }
        }
        return links.isEmpty ? obstacleToLinks : obstacleAtLinks
    }

    private var obstacleToLinks: JoinObstacle {
        let faults = Set(candidates.faults.values.map(\.obstacle))
        return [.clocksDiffer, .otherPlace].first(where: faults.contains) ?? .unreachable
    }

    private var obstacleAtLinks: JoinObstacle {
        let linked = links.values.map(\.facts)
        let organisers = linked.filter { $0.key == roster.organiser?.key }
        // An organiser's server whose clock was never set has no roster that could name it.
        let answering = organisers.isEmpty && roster.organiser == nil ? linked : organisers
        if answering.contains(where: { !$0.isClockSet }) { return .organiserClock }
        return organisers.isEmpty ? .organiserAway : .notAdmitted
    }
}

extension LinkFault {
    fileprivate var obstacle: JoinObstacle {
        switch self {
        case .rejected, .handshake(.proof): .otherPlace
        case .handshake(.period): .clocksDiffer
        case .handshake, .frameLength, .otherProtocol, .late, .closed, .tls, .unsent: .unreachable
        }
    }
}
