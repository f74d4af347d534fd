import Gossip

/// The steps by which two nodes prove that they belong to a place, and who they are, inside TLS: frames in, frames out.
///
/// 1. The dialler shows a code of the place's secret over both certificates.
/// 2. The listener shows its code, then its key, roster entry and signature over both certificates.
/// 3. The dialler shows its key, roster entry and signature.
///
/// A prober without the secret learns nothing that lasts. A code or signature of one link is worth nothing in another,
/// as each has another pair of certificates, whose keys TLS proved.
package struct Handshake: Sendable {
    /// This side's part of a link.
    package struct Setup: Sendable {
        package let secret: PlaceSecret
        package let credentials: LinkCredentials
        package let policy: LinkPolicy
        /// The period by this side's clock (`DiscoverySettings.periodNumber(at:)`); `nil` if the clock is not set.
        package let period: Int64?

        package init(
            secret: PlaceSecret, credentials: LinkCredentials, period: Int64?, policy: @escaping LinkPolicy
        ) {
            (self.secret, self.credentials, self.period, self.policy) = (secret, credentials, period, policy)
        }
    }

    /// The consequences of a frame.
    package struct Step: Equatable, Sendable {
        package var send: [UInt8]?
        package var established: LinkEstablished?
    }

    private enum State { case beginning, proof, listenersWord, diallersWord, over }

    /// The greatest length of a frame in bytes.
    package static let longestFrame = 1 + proofLength + Introduction.longest
    private static let proofLength = 32

    private let setup: Setup
    private let role: LinkRole
    private let own: CertificateHash
    private let other: CertificateHash
    private var state: State

    /// A handshake on a connection in which TLS showed two certificates.
    package init(_ setup: Setup, role: LinkRole, own: CertificateHash, other: CertificateHash) {
        (self.setup, self.role, self.own, self.other) = (setup, role, own, other)
        state = role == .dialler ? .beginning : .proof
    }

    /// The dialler's first frame; `nil` for the listener, who waits.
    package mutating func begin() throws(HandshakeFault) -> [UInt8]? {
        guard own != other else { throw .ownKey }
        guard state == .beginning else { return nil }
        state = .listenersWord
        return [1] + setup.secret.proof(.dialler, own: own, other: other)
    }

    /// Takes a frame of the other side. After a fault the connection is to be closed without an answer, and every later
    /// frame is another fault.
    package mutating func receive(_ frame: [UInt8]) throws(HandshakeFault) -> Step {
        let now = state
        state = .over
        guard own != other else { throw .ownKey }
        guard let kind = frame.first else { throw .length }
        let rest = frame[1...]
        switch now {
        case .proof:
            guard kind == 1 else { throw .unexpected }
            try checkProof(rest)
            state = .diallersWord
            return Step(send: [2] + setup.secret.proof(role, own: own, other: other) + (try introduction()))
        case .listenersWord:
            guard kind == 2 else { throw .unexpected }
            try checkProof(rest.prefix(Self.proofLength))
            let established = try checked(rest.dropFirst(Self.proofLength))
            return Step(send: [3] + (try introduction()), established: established)
        case .diallersWord:
            guard kind == 3 else { throw .unexpected }
            return Step(established: try checked(rest))
        case .beginning, .over: throw .unexpected
        }
    }

    private func checkProof(_ code: ArraySlice<UInt8>) throws(HandshakeFault) {
        guard code.count == Self.proofLength else { throw .length }
        guard setup.secret.isProof(code, role.opposite, own: other, other: own) else { throw .proof }
    }

    private func introduction() throws(HandshakeFault) -> [UInt8] {
        do {
            return try Introduction.bytes(setup.credentials, period: setup.period, role: role, own: own, other: other)
        } catch {
            throw .signing
        }
    }

    private func checked(_ bytes: ArraySlice<UInt8>) throws(HandshakeFault) -> LinkEstablished {
        let word = try Introduction(bytes, role: role.opposite, own: other, other: own)
        guard word.key != setup.credentials.key else { throw .ownKey }
        guard word.holds else { throw .signature }
        // Two clocks that are set agree but for the border of a period.
        if let theirs = word.period, let ours = setup.period {
            let (difference, isFar) = theirs.subtractingReportingOverflow(ours)
            guard !isFar, (-1...1).contains(difference) else { throw .period }
        }
        guard setup.policy(word.key, word.rosterEntry) else { throw .refused }
        return LinkEstablished(
            key: word.key, rosterEntry: word.rosterEntry, relays: word.relays, isClockSet: word.period != nil,
            role: role)
    }
}

/// Why a link does not come about.
package enum HandshakeFault: Error, Equatable, Sendable {
    /// A frame that is not the next one.
    case unexpected
    case length
    /// Zeros at the end that are none.
    case padding
    /// A flag that this version does not know.
    case flags
    /// The other side does not have the place's secret, or speaks of another link.
    case proof
    /// The key did not sign this, or is one that anybody can sign for.
    case signature
    /// The other side is this node itself.
    case ownKey
    /// The clocks of both sides are set, and differ by more than a period.
    case period
    /// The policy does not want the node.
    case refused
    /// This side's key could not sign.
    case signing
}
