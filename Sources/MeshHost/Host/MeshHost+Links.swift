import GeoCore
import Gossip
import Mesh
import MeshLinks
import NIOCore

extension MeshHost {
    /// Takes a link that the transport has proved, and reads its frames until it ends.
    func take(_ link: Link, from candidate: CandidateID?) {
        let id = makeLinkID()
        links[id] = link
        enqueue(.up(id, link, from: candidate))
        let begun = clock.now.steady
        Task {
            // Each frame waits until the ones before it are taken where many wait: the other side is held back then.
            for await frame in link.frames { self.enqueue(.node(.frame(id, frame))) }
            await link.closed()
            self.end(id, candidate, begun: begun)
        }
    }

    private func end(_ id: LinkID, _ candidate: CandidateID?, begun: Milliseconds) {
        guard let link = links.removeValue(forKey: id) else { return }
        enqueue(.node(.linkDown(id)))
        // Guests come with any number of keys.
        if lastHeard.count >= Self.mostHeard { lastHeard = lastHeard.filter { roster.nodes[$0.key] != nil } }
        lastHeard[link.facts.key] = clock.now.clock
        notify(.nodes)
        let now = clock.now.steady
        candidates.lost(candidate, link.address, lasted: now - begun, at: now)
        retry()
    }

    /// Gives the node a link, with what the roster says of the other side.
    func begin(_ id: LinkID, _ link: Link, from candidate: CandidateID?) throws -> [MeshAction] {
        guard links[id] != nil else { return [] }
        let facts = link.facts
        var actions = try takeEntry(facts)
        let isMember = isMember(facts), isDialled = facts.role == .dialler
        let peer = Peer(key: facts.key, isMember: isMember, isDialled: isDialled)
        actions += try node.receive(.linkUp(id, peer, from: candidate), at: clock.now)
        if isMember, let address = link.address, !address.isLinkLocalIPv6 {
            known.add(facts.key, NodeEndpoint(address: address, port: link.port ?? port(of: facts.key, at: address)))
            candidates.linked(candidate)
        }
        notify(.nodes)
        return actions
    }

    /// Takes the roster entry that the other side showed, or its request to be admitted.
    private func takeEntry(_ facts: LinkEstablished) throws -> [MeshAction] {
        guard !facts.rosterEntry.isEmpty else { return [] }
        let now = clock.now
        if let placeKey = keys.placeKey, let time = node.time(at: now),
            let entry = Invitation.admission(of: facts.key, facts.rosterEntry, by: placeKey, at: time)
        {
            guard roster.nodes[facts.key] == nil, let invitation = entry.invitation,
                !roster.isUsed(invitation, byOthersThan: facts.key)
            else { return [] }
            do { return try say(entry) } catch is MeshFault { return [] }
        }
        guard let message = entryMessage(facts) else { return [] }
        let actions = try node.submit(message, at: now).actions
        return actions + (try refreshRoster(after: actions))
    }

    /// The message of the roster that the other side showed of itself; `nil` where it is none.
    private func entryMessage(_ facts: LinkEstablished) -> Message? {
        guard let message = try? Message(bytes: facts.rosterEntry), message.place == keys.placeCode,
            message.author == keys.place, NodeEntry(message)?.key == facts.key, message.isSigned(by: Ed25519Checking())
        else { return nil }
        return message
    }

    /// Whether the roster admits the other side. What it shows counts where this node has heard nothing of it: a
    /// machine without a clock takes no messages before it is linked to a member.
    private func isMember(_ facts: LinkEstablished) -> Bool {
        let now = clock.now
        let time = node.time(at: now) ?? now.clock
        if roster.nodes[facts.key] != nil { return roster.isMember(facts.key, at: time) }
        guard let entry = entryMessage(facts).flatMap({ NodeEntry($0) }) else { return false }
        return entry.until.map { HybridTime(milliseconds: time) < $0 } ?? true
    }

    private static let mostHeard = 4096

    // MARK: Dialling

    func take(_ report: DiscoveryService.Report) {
        switch report {
        case .renewed:
            // A node that dials twice must not see the same certificate under two labels.
            do { try transport.renewIdentity() } catch { fail(error) }
        case .found(let heardNode):
            let id = candidates.add(heardNode)
            heard = candidates.heardCount
            enqueue(.node(.found(id, isKnown: known.has(heardNode.addresses))))
            notify(.nodes)
        case .lost(let label, let interface):
            guard let id = candidates.remove(label, interface) else { return }
            heard = candidates.heardCount
            enqueue(.node(.lost(id)))
            notify(.nodes)
        }
    }

    /// The addresses of a join code and of last time.
    func addKnownCandidates() {
        let code = keys.joinCode.flatMap { JoinCode($0) }
        if let code, !isMember { shown.set(code.invitation.request(of: keys.node.key, name: keys.name)) }
        let invited = code.map { code in code.addresses.map { NodeEndpoint(address: $0, port: code.port) } } ?? []
        for endpoint in invited + known.endpoints {
            guard let id = candidates.add(endpoint) else { continue }
            enqueue(.node(.found(id, isKnown: true)))
        }
    }

    func dial(_ id: CandidateID) {
        let addresses = candidates.addresses(of: id)
        let linked = Set(
            links.values.compactMap { link in
                link.address.map { address in
                    NodeEndpoint(address: address, port: link.port ?? port(of: link.facts.key, at: address))
                }
            })
        guard !addresses.contains(where: { NodeEndpoint($0).map(linked.contains) ?? false }) else {
            return enqueue(.node(.dialFailed(id)))
        }
        Task { [transport] in
            for address in addresses {
                do throws(LinkFault) {
                    let link = try await transport.dial(address)
                    self.candidates.dialled(id, nil)
                    return self.take(link, from: id)
                } catch {
                    self.candidates.dialled(id, error)
                }
            }
            self.enqueue(.node(.dialFailed(id)))
        }
    }

    /// The port at which a node that dialled this one listens: that of an earlier time, or else the same as here.
    private func port(of key: SignerKey, at address: NodeAddress) -> UInt16 {
        known.port(of: key, at: address) ?? ownPort
    }

    /// Dials again where a link ended a short while ago, without the pause that grows.
    func retry() {
        for id in candidates.recent(at: clock.now.steady) {
            enqueue(.node(.lost(id)))
            enqueue(.node(.found(id, isKnown: true)))
        }
    }

    /// The organiser's own node is a member like others.
    private func admitOrganiser() {
        guard keys.placeKey != nil, roster.nodes[keys.node.key] == nil, time != nil else { return }
        do { try publish(NodeEntry(keys.node.key, name: keys.name)) } catch {
            // A store that fails has ended the mesh.
        }
    }

    /// Admits the nodes that are linked and asked while this machine's clock was not set.
    private func admitWaiting() {
        guard keys.placeKey != nil, time != nil else { return }
        let waiting = links.values.map(\.facts).filter { roster.nodes[$0.key] == nil && !$0.rosterEntry.isEmpty }
        guard !waiting.isEmpty else { return }
        do { try commit { ((), try waiting.flatMap { try takeEntry($0) }) } } catch {
            // A store that fails has ended the mesh.
        }
    }

    /// Looks after the clock, the disk and lost links, until the task is cancelled.
    func doChores() async {
        var round = 0
        while !Task.isCancelled {
            measureDisk()
            enqueue(.node(.clock(isSet: clock.isSet)))
            retry()
            admitOrganiser()
            admitWaiting()
            do { try announceLinks() } catch is MeshFault {} catch { return fail(error) }
            if round % 12 == 11 {
                do {
                    try keepNotes()
                    try forgetEndedHidden()
                } catch { return fail(error) }
            }
            round += 1
            try? await Task.sleep(for: .seconds(5))
        }
    }
}
