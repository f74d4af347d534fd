package import GeoCore
package import Gossip
import Mesh

/// The links of a node.
package struct NodeLinks: Equatable, Sendable {
    package struct Link: Equatable, Sendable {
        package let key: SignerKey
        package let since: Timestamp

        package init(key: SignerKey, since: Timestamp) { (self.key, self.since) = (key, since) }
    }

    package let links: [Link]
    /// When the node announced them; `nil` of this one, whose links are those of now.
    package let announced: Timestamp?

    package init(links: [Link], announced: Timestamp?) { (self.links, self.announced) = (links, announced) }
}

/// When a node announces the members that it is linked to: at changes, but not more than once a minute, and each
/// half hour.
package enum LinkAnnouncing {
    package static let pause: Milliseconds = 60_000
    package static let interval: Milliseconds = 1_800_000

    /// Whether a node that is linked to `members` announces them at `time`. `last` is its last announcement, also that
    /// of an earlier run; `nil`: none counts any more.
    package static func isDue(
        _ members: Set<SignerKey>, after last: (members: Set<SignerKey>, time: Timestamp)?, at time: Timestamp
    ) -> Bool {
        guard let last else { return !members.isEmpty }
        let age = time - last.time
        // Nobody hears of a node that is alone, so it announces that once.
        return age >= interval && !members.isEmpty || age >= pause && members != last.members
    }
}

extension MeshHost {
    /// The links of the place's nodes by their keys: those of this one, and those that others announced in the last six
    /// hours.
    package func nodeLinks() throws -> [SignerKey: NodeLinks] {
        let now = time ?? clock.now.clock
        var all = try announcedLinks(at: now)
        all[keys.node.key] = NodeLinks(links: ownLinks(at: now).map(\.link), announced: nil)
        return all
    }

    /// The links that members announced. An announcement that has ended counts no more, also where the node still keeps
    /// it.
    private func announcedLinks(at now: Timestamp) throws -> [SignerKey: NodeLinks] {
        var found: [SignerKey: NodeLinks] = [:]
        for stored in node.messages(of: .now) where stored.facts.kind == .links && stored.hasBytes {
            let time = stored.facts.order.time.milliseconds
            guard let author = stored.facts.author, roster.isMember(author, at: now),
                time > now - (MessageClass.now.life ?? 0),
                let bytes = try storage.bytes(of: stored.facts.id), let message = try? Message(bytes: bytes),
                let body = try? LinksBody(message)
            else { continue }
            let links = body.links.compactMap { link in
                roster.member(link.member, at: message.time).map { NodeLinks.Link(key: $0, since: link.since) }
            }
            found[author] = NodeLinks(links: links, announced: time)
        }
        return found
    }

    private func ownLinks(at now: Timestamp) -> [(link: NodeLinks.Link, isMember: Bool)] {
        let steady = clock.now.steady
        return node.linkedSince.map { peer, since in
            (NodeLinks.Link(key: peer.key, since: now - (steady - since)), peer.isMember)
        }
    }

    /// Announces the members that this node is linked to, where that is due. Only members do: the links of guests are
    /// nobody's business.
    package func announceLinks() throws {
        guard isMember, choices.duties.relays, !isDiskFull, let time else { return }
        let linked = ownLinks(at: time).filter(\.isMember).map(\.link)
        let last = try announcedLinks(at: time)[keys.node.key]
        guard
            LinkAnnouncing.isDue(
                Set(linked.map(\.key)),
                after: last.flatMap { last in last.announced.map { (Set(last.links.map(\.key)), $0) } }, at: time)
        else { return }
        let body = LinksBody(
            links: linked.prefix(LinksBody.most).map { .init(member: $0.key.beginning, since: $0.since) })
        let draft = MessageDraft(
            .links, in: keys.placeCode, at: hybrid.reading(at: time), by: keys.node.key, body.fields)
        _ = try write(draft)
    }
}
