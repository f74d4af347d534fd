package import GeoCore
package import Gossip
package import Mesh

/// The roster that a place's messages make. Equal messages make equal rosters, in whatever order they came.
///
/// The place's key may write all of it. Operators may write names and moderation. Messages by others, and messages that
/// say nothing, count for nothing.
package struct PlaceRoster: Roster, Equatable {
    package let place: SignerKey
    package private(set) var nodes: [SignerKey: NodeEntry] = [:]
    package private(set) var names: [SignerKey: String] = [:]
    package private(set) var roles: [SignerKey: RoleEntry.Role] = [:]
    /// The newest certificate of each node.
    package private(set) var certificates: [SignerKey: CertificateEntry] = [:]
    package private(set) var hidden = HiddenThings()
    /// When those lost their role who have none any more.
    private var roleEnds: [SignerKey: HybridTime] = [:]
    private var keys: [UInt64: SignerKey] = [:]

    /// Takes messages whose signatures hold; those of other kinds are passed over.
    package init(place: SignerKey, _ messages: some Sequence<Message>) {
        self.place = place
        let ordered = messages.filter { $0.messageClass == .roster && $0.place == PlaceCode(of: place) }.sorted {
            $0.order < $1.order
        }
        // Roles first: they say whose other words count.
        for message in ordered where message.author == place {
            guard let entry = RoleEntry(message) else { continue }
            let isOver = entry.role == .none
            (roles[entry.key], roleEnds[entry.key]) = (isOver ? nil : entry.role, isOver ? message.time : nil)
        }
        for message in ordered {
            guard let author = message.author, mayWrite(message.kind, author, enteredAt: nil) else { continue }
            take(message)
        }
        for entry in nodes.values {
            let other = keys[entry.key.beginning]
            if other.map({ entry.key.bytes < $0.bytes }) ?? true { keys[entry.key.beginning] = entry.key }
        }
    }

    private mutating func take(_ message: Message) {
        switch message.kind {
        case .nodes:
            if let entry = NodeEntry(message) { nodes[entry.key] = entry }
        case .names:
            if let entry = NameEntry(message) { names[entry.key] = entry.name }
        case .certificate:
            if let entry = CertificateEntry(message) { certificates[entry.key] = entry }
        case .moderation:
            if let entry = ModerationEntry(message) { hidden.take(entry, at: message.time) }
        default: break
        }
    }

    package func mayWrite(_ kind: MessageKind, _ author: SignerKey, enteredAt entry: HybridTime?) -> Bool {
        switch kind {
        case .roles, .nodes, .certificate: author == place
        case .names, .moderation: author == place || roles[author] == .operator
        case .guideChange, .overlay:
            author == place || roles[author] != nil || isBeforeEnd(of: author, entry)
        // A node that was removed reports nothing any more, and nothing is left of what it reported.
        case .report: nodes[author].map { $0.until == nil } ?? false
        default: true
        }
    }

    private func isBeforeEnd(of author: SignerKey, _ entry: HybridTime?) -> Bool {
        guard let entry, let end = roleEnds[author] else { return false }
        return entry < end
    }

    /// Those count, too, who had a role: of strangers, nodes keep nothing of the plan.
    package func names(_ author: SignerKey) -> Bool {
        names[author] != nil || roles[author] != nil || roleEnds[author] != nil || author == place
    }

    package func member(_ beginning: UInt64, at time: HybridTime) -> SignerKey? {
        guard let key = keys[beginning], let entry = nodes[key], entry.until.map({ time < $0 }) ?? true else {
            return nil
        }
        return key
    }

    package func expels(_ node: SignerKey, at time: HybridTime) -> Bool {
        nodes[node]?.until.map { $0 <= time } ?? false
    }

    /// The length of a deletion without fields, in bytes: head, signature and stamp.
    private static let longestDeletion = 72 + 64 + 80

    package func verdict(on message: MessageFacts) -> Verdict {
        guard message.messageClass != .roster else { return .good }
        // A deletion without fields says nothing to anybody, and a post that its author deleted stays deleted.
        guard message.kind != .deletion || message.size > Self.longestDeletion else { return .good }
        return hides(message.id, by: message.author, enteredAt: message.entry) ? .hidden : .good
    }

    /// Whether no row may follow from a message: operators hide it, or its author might not write it when it entered.
    func excludes(_ message: MessageFacts) -> Bool {
        verdict(on: message) == .hidden
            || message.author.map { !mayWrite(message.kind, $0, enteredAt: message.entryTime) } ?? false
    }

    func excludesTheSame(as other: PlaceRoster) -> Bool {
        (hidden, roles, roleEnds) == (other.hidden, other.roles, other.roleEnds)
    }

    /// Whether operators hide a message, its author, or the member that stamped it, named by the beginning of its key.
    package func hides(_ message: MessageID, by author: SignerKey?, enteredAt entry: UInt64) -> Bool {
        hidden.has(message, by: author, enteredAt: entry)
    }

    /// The organiser's server: the member that came without an invitation. `nil` where this node has not heard of it.
    package var organiser: NodeEntry? {
        nodes.values.filter { $0.invitation == nil && $0.until == nil }.min { $0.key.bytes < $1.key.bytes }
    }

    /// Of the plan, each author has registers of their own: where operators hide what one wrote, that of the others is
    /// still there. Rows follow from the greatest of them.
    package func register(of message: Message) -> SubjectID? {
        guard message.messageClass != .roster else { return message.about }
        guard message.messageClass == .plan, let register = message.register, let author = message.author else {
            return message.register
        }
        let digest = PortableSHA256.digest(of: register.bytes + author.bytes.bytes)
        return SubjectID(digest.bytes.prefix(16))
    }

    /// Whether another node than `key` came by an invitation.
    package func isUsed(_ invitation: UInt64, byOthersThan key: SignerKey) -> Bool {
        nodes.values.contains { $0.invitation == invitation && $0.key != key }
    }
}
