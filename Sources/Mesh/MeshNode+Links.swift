package import GeoCore
import Gossip

extension MeshNode {
    package var linkedPeers: [Peer] { links.map(\.peer) }

    /// The peers, and since when each is linked: steady milliseconds.
    package var linkedSince: [(peer: Peer, since: Milliseconds)] { links.map { ($0.peer, $0.since) } }

    /// Whether a member is within reach: without one, a page shows what guests alone say.
    package var reachesMember: Bool { links.contains { $0.peer.isMember } }

    /// Takes a link that the transport has proved, or closes it.
    mutating func addLink(_ id: LinkID, _ peer: Peer, from candidate: CandidateID?, at now: MeshInstant) {
        let link = Link(id, peer, from: candidate, isGuest: signer == nil, settings, at: now.steady)
        if let reason = refusal(of: peer, from: candidate, at: now) {
            candidates.delay(candidate, at: now.steady)
            actions.append(.close(id, reason))
            return
        }
        links.append(link)
        candidates.setLinked(candidate, true)
        if peer.isDialled { links[links.count - 1].nextRun = now.steady }
        let clock = time(at: now)
        send(.hello(Hello(clock: clock ?? now.clock, isClockSet: isClockSet)), on: id)
        // Both sides know each other's clock before they compare: frames keep their order.
        reconcileOnTime(on: id, at: now)
    }

    /// Returns why a link is not taken, after worse ones were closed for it.
    private mutating func refusal(
        of peer: Peer, from candidate: CandidateID?, at now: MeshInstant
    ) -> CloseReason? {
        if misbehaviour.isBanned(peer.key, at: now.steady) { return .banned }
        if peer.key == key { return .twice }
        if !peer.isMember, !duties.takesGuests { return .noGuests }
        if !peer.isMember, !guestLinks.take(1, at: now.steady) { return .full }
        if let other = links.first(where: { $0.peer.key == peer.key }) {
            // Both sides keep the link that the smaller key dialled.
            guard peer.isDialled == (key.bytes < peer.key.bytes), other.peer.isDialled != peer.isDialled else {
                probe(other.id, heir: candidate, at: now.steady)
                return .twice
            }
            close(other.id, .twice, at: now)
        }
        guard hasRoom(for: peer) else {
            let worse = links.filter { rank(of: $0.peer) < rank(of: peer) }
            guard let worst = worse.min(by: { rank(of: $0.peer) < rank(of: $1.peer) }) else { return .full }
            close(worst.id, .full, at: now)
            return nil
        }
        return nil
    }

    /// Asks a link for a sign of life: a second link to the same node may mean that an address has changed, and that
    /// the first link is dead without a word. `heir` is dialled again then.
    private mutating func probe(_ link: LinkID, heir: CandidateID?, at time: Milliseconds) {
        guard let place = place(of: link), links[place].probe == nil,
            links[place].taken.takeReconciled(8, at: time)
        else { return }
        links[place].probe = Link.Probe(end: time + Self.probeTime, heir: heir)
        // No message has this beginning, so the answer is that it is not there.
        send(.fetch([0]), on: link)
    }

    private static let probeTime: Milliseconds = 3000

    mutating func closeSilent(_ link: LinkID, at now: MeshInstant) {
        guard let place = place(of: link), let probe = links[place].probe, probe.end <= now.steady else { return }
        close(link, .silent, at: now)
        candidates.hurry(probe.heir)
    }

    private func rank(of peer: Peer) -> Int { peer.isMember ? familiar.contains(peer.key) ? 2 : 1 : 0 }

    private func hasRoom(for peer: Peer) -> Bool {
        guard links.count < settings.mostLinks else { return false }
        let guests = links.count { rank(of: $0.peer) == 0 }, familiar = links.count { rank(of: $0.peer) == 2 }
        let isUnreservedLeft = links.count - familiar < settings.mostLinks - settings.reservedLinks
        switch rank(of: peer) {
        case 0: return guests < settings.mostGuests && isUnreservedLeft
        case 1: return isUnreservedLeft
        default: return true
        }
    }

    mutating func removeLink(_ id: LinkID, at now: MeshInstant) {
        guard let place = place(of: id) else { return }
        candidates.setLinked(links[place].candidate, false)
        links.remove(at: place)
    }

    /// Ends a link from this side; the transport reports nothing of it later.
    mutating func close(_ id: LinkID, _ reason: CloseReason, at now: MeshInstant) {
        guard let place = place(of: id) else { return }
        candidates.delay(links[place].candidate, at: now.steady)
        removeLink(id, at: now)
        actions.append(.close(id, reason))
    }

    mutating func take(_ duties: NodeDuties, at now: MeshInstant) {
        self.duties = duties
        guard !duties.takesGuests else { return }
        for link in links where !link.peer.isMember { close(link.id, .noGuests, at: now) }
    }

    /// Whether the node passes a message on. A node that relays nothing passes on the roster, and messages that entered
    /// at it. A guest stamps nothing, so it knows those by the missing stamp. A member passes on none without a stamp.
    func passesOn(_ facts: MessageFacts) -> Bool {
        if signer != nil, lacksStamp(facts) { return false }
        return duties.relays || facts.messageClass == .roster || facts.author == key
            || facts.entry == (signer == nil ? 0 : key.beginning)
    }

    /// Dials an address while the node has too few links.
    mutating func dial(at time: Milliseconds) {
        candidates.nextDial = time + settings.dialInterval
        guard links.count(where: { $0.peer.isMember }) < settings.enoughLinks else { return }
        if let candidate = candidates.next(at: time, using: &generator) { actions.append(.dial(candidate)) }
    }
}
