package import GeoCore
package import Gossip

/// Why a message is not kept.
package enum Refusal: Hashable, Sendable {
    case otherPlace
    /// The node does not know what time it is.
    case noClock
    /// The message ended, or the node has no room for messages as old as this one.
    case tooOld
    /// The message is from more than an hour ahead, or from less and there is no room to hold it back.
    case tooEarly
    /// The stamp says that the message entered before it was written, or after it had ended.
    case stampTime
    /// The roster does not let the author write such messages.
    case notAllowed
    /// The roster names no member that could have made the stamp.
    case unknownMember
    case noStamp
    case overQuota
    /// A later message has set the same register.
    case replaced
    case hidden
    case badSignature
    case badStamp
}

package enum Acceptance: Equatable, Sendable {
    case kept
    case known
    /// It waits until it is due.
    case held
    /// Its id stays, so that nobody offers it again: this node does not want it.
    case blocked
    case refused(Refusal)
}

/// The quota that refuses a message.
package struct FullQuota: Equatable, Sendable {
    /// Whether it is that of all strangers who write at this node, and not the author's own.
    package let isOfEntry: Bool
    /// How long after the message's time it is full.
    package let wait: Milliseconds

    package init(isOfEntry: Bool, wait: Milliseconds) { (self.isOfEntry, self.wait) = (isOfEntry, wait) }
}

extension MeshNode {
    /// Returns the quota that refuses a message which a person brings here: of several, the one that is full for
    /// longest.
    package func fullQuota(for message: Message, at now: MeshInstant) -> FullQuota? {
        guard let time = time(at: now) else { return nil }
        let message = stamped(message, from: nil, at: time)
        return index.fullQuota(for: MessageFacts(message, register: roster.register(of: message)))
    }

    /// Whether the message would be new here, and this node would say when it entered the mesh.
    package func isEntering(_ message: Message) -> Bool {
        message.stamp == nil && message.messageClass != .roster && !index.contains(message.id)
            && !held.contains(message.id.beginning)
    }

    /// Takes a message that a person wrote at this node, or brought here. A member stamps it.
    package mutating func submit(
        _ message: Message, at now: MeshInstant
    ) throws -> (acceptance: Acceptance, actions: [MeshAction]) {
        let acceptance = try accept(message, from: nil, link: nil, at: now)
        return (acceptance, takeActions())
    }

    /// Counts what became of a message that a person brought.
    package mutating func count(_ outcome: Acceptance) {
        if case .refused(let refusal) = outcome { counters.refused[refusal, default: 0] += 1 }
    }

    /// Counts bytes that a person brought and that are no messages.
    package mutating func countMalformed(_ number: Int) { counters.malformed += number }

    /// Keeps a message where all rules allow it, and spreads it. `peer` is `nil` for what was written here; `link` is
    /// `nil` where the message waited.
    mutating func accept(
        _ message: Message, from peer: Peer?, link: LinkID?, at now: MeshInstant, isCarried: Bool = false
    ) throws -> Acceptance {
        guard !index.contains(message.id) else { return .known }
        guard !held.contains(message.id.beginning) else { return .held }
        guard let time = time(at: now) else { return .refused(.noClock) }
        let message = stamped(message, from: peer, at: time)
        let facts = MessageFacts(message, register: roster.register(of: message))
        if let refusal = refusal(of: message, facts, from: peer, at: time) { return .refused(refusal) }
        // A full quota refuses a message before its signatures are checked: a flood costs no checks.
        if let refusal = refusal(by: index.place(for: facts)) { return .refused(refusal) }
        guard message.isSigned(by: checker) else { return .refused(.badSignature) }
        guard holdsStamp(message) else { return .refused(.badStamp) }
        let due = max(message.time.milliseconds, message.stamp?.time.milliseconds ?? 0) - settings.lead
        guard due <= time else {
            guard due <= time + settings.heldLead - settings.lead else { return .refused(.tooEarly) }
            return held.insert(message, from: peer, due: due, settings) ? .held : .refused(.tooEarly)
        }
        let isBlocked = roster.verdict(on: facts) == .blocked
        try keep(message, facts, hasBytes: !isBlocked)
        guard !isBlocked else { return .blocked }
        track(message, from: link, at: now.steady)
        if passesOn(facts) { spread(message, from: link, isCarried: isCarried, at: now.steady) }
        return .kept
    }

    private func stamped(_ message: Message, from peer: Peer?, at time: Timestamp) -> Message {
        guard let signer, message.stamp == nil, message.messageClass != .roster, !(peer?.isMember ?? false),
            // One from the near future gets its stamp when it is due.
            message.time.milliseconds <= time + settings.lead
        else { return message }
        let now = HybridTime(milliseconds: time)
        let signature = signer.signature(of: EntryStamp.signedBytes(of: message.id, at: now))
        return message.stamped(EntryStamp(member: signer.key, time: now, signature: signature))
    }

    /// The rules that need no signature.
    private func refusal(
        of message: Message, _ facts: MessageFacts, from peer: Peer?, at time: Timestamp
    ) -> Refusal? {
        guard message.place == place else { return .otherPlace }
        let sent = message.time.milliseconds
        if let life = message.messageClass.life, sent + life <= time { return .tooOld }
        if UInt64(sent) / 1000 < index[message.messageClass].floor { return .tooOld }
        guard sent <= time + settings.heldLead else { return .tooEarly }
        if let author = message.author,
            !roster.mayWrite(message.kind, author, enteredAt: message.stamp?.time)
        {
            return .notAllowed
        }
        if let stamp = message.stamp {
            let entered = stamp.time.milliseconds
            guard sent <= entered + settings.lead, message.messageClass.life.map({ sent + $0 >= entered }) ?? true
            else { return .stampTime }
            guard entered <= time + settings.heldLead else { return .tooEarly }
            guard roster.member(stamp.member, at: stamp.time) != nil else { return .unknownMember }
        } else if message.messageClass != .roster, peer?.isMember ?? false {
            return .noStamp
        }
        return roster.verdict(on: facts) == .hidden ? .hidden : nil
    }

    private func refusal(by place: MessageIndex.Place) -> Refusal? {
        switch place {
        case .free, .instead: nil
        case .replaced: .replaced
        case .overQuota: .overQuota
        }
    }

    private func holdsStamp(_ message: Message) -> Bool {
        guard let stamp = message.stamp else { return true }
        guard let key = roster.member(stamp.member, at: stamp.time) else { return false }
        return stamp.isSigned(of: message.id, by: key, checker)
    }

    private mutating func keep(_ message: Message, _ facts: MessageFacts, hasBytes: Bool) throws {
        let stored = StoredMessage(facts, hasBytes: hasBytes)
        // Of a register in a full span, a later message of the span leaves, then the replaced one.
        while case .instead(let other) = index.place(for: facts) {
            index.remove(other)
            try drop([other])
        }
        try store.add(stored, hasBytes ? message.bytes : nil)
        index.insert(stored)
        forget(facts.id.beginning)
        if hasBytes { actions.append(.kept(message)) }
        let (dropped, emptied) = index.makeRoom(in: facts.messageClass)
        try drop(dropped)
        guard !emptied.isEmpty else { return }
        try store.empty(emptied)
        actions.append(.dropped(emptied))
    }

    /// Stamps the messages that the node took while it was a guest: members take none without a stamp from a member.
    /// Does so once, as soon as the node knows the time.
    mutating func stampEarlierOnes(at now: MeshInstant) throws {
        guard mayLackStamps, signer != nil, let time = time(at: now) else { return }
        mayLackStamps = false
        for old in index.stored where old.hasBytes && lacksStamp(old.facts) {
            guard let bytes = try store.bytes(of: old.facts.id), let message = try? Message(bytes: bytes) else {
                continue
            }
            let stamped = stamped(message, from: nil, at: time)
            let facts = MessageFacts(stamped, register: old.facts.register)
            index.remove(facts.id)
            try store.drop([facts.id])
            guard refusal(of: stamped, facts, from: nil, at: time) == nil, case .free = index.place(for: facts) else {
                actions.append(.dropped([facts.id]))
                continue
            }
            let new = StoredMessage(facts, hasBytes: true)
            try store.add(new, stamped.bytes)
            index.insert(new)
        }
    }

    /// Whether a member would have stamped the message.
    func lacksStamp(_ facts: MessageFacts) -> Bool { facts.entry == 0 && facts.messageClass != .roster }

    /// Drops messages that have left the index.
    mutating func drop(_ ids: [MessageID]) throws {
        guard !ids.isEmpty else { return }
        try store.drop(ids)
        actions.append(.dropped(ids))
    }

    /// Takes a new roster: drops the messages that it hides or that are over a quota now, and ends links to nodes that
    /// it expels.
    mutating func take(_ roster: any Roster, at now: MeshInstant) throws {
        // It may allow now what it did not.
        refused = RecentIDs()
        var hidden: [MessageID] = [], blocked: [MessageID] = []
        for message in index.stored {
            let facts = message.facts
            let isStampGone = facts.entryTime.map { roster.member(facts.entry, at: $0) == nil } ?? false
            let isAllowed =
                facts.author.map { roster.mayWrite(facts.kind, $0, enteredAt: facts.entryTime) } ?? true
            switch roster.verdict(on: facts) {
            case .good where isStampGone || !isAllowed, .hidden: hidden.append(facts.id)
            case .blocked where message.hasBytes: blocked.append(facts.id)
            case .good, .blocked: break
            }
        }
        // First what is hidden leaves, since it counts in no quota.
        for id in hidden { index.remove(id) }
        try drop(hidden + index.recount(roster))
        blocked.removeAll { !index.contains($0) }
        for id in blocked { index.empty(id) }
        if !blocked.isEmpty {
            try store.empty(blocked)
            actions.append(.dropped(blocked))
        }
        guard let time = time(at: now) else { return }
        for link in links where roster.expels(link.peer.key, at: HybridTime(milliseconds: time)) {
            close(link.id, .expelled, at: now)
        }
    }
}
