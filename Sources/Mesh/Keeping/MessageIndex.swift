import GeoCore
import Gossip

/// What a node remembers of its messages: which there are, whom they count for, and the sets to compare. Some 400 bytes
/// a message; the messages' bytes are in the store.
struct MessageIndex {
    /// What becomes of a message that is not kept yet.
    enum Place {
        case free
        /// This one leaves, and the new one takes its place.
        case instead(of: MessageID)
        /// A later message has set the register.
        case replaced
        case overQuota
    }

    private struct RegisterKey: Hashable {
        let kind: MessageKind
        let subject: SubjectID
    }

    private var all: [MessageID: StoredMessage] = [:]
    private var beginnings: [UInt64: MessageID] = [:]
    private var sets: [ClassSet] = MessageClass.allCases.map { _ in ClassSet() }
    private var registers: [RegisterKey: MessageOrder] = [:]
    private var quotas = QuotaTable()
    private let table: ClassTable
    var roster: any Roster

    init(_ table: ClassTable, _ roster: any Roster) { (self.table, self.roster) = (table, roster) }

    var count: Int { all.count }
    var footprint: Int { all.count + beginnings.count + registers.count + quotas.spanCount }

    func contains(_ id: MessageID) -> Bool { all[id] != nil }
    func id(beginning: UInt64) -> MessageID? { beginnings[beginning] }
    subscript(id: MessageID) -> StoredMessage? { all[id] }
    subscript(messageClass: MessageClass) -> ClassSet { sets[Int(messageClass.rawValue) - 1] }

    /// Every message, the oldest of the first class first.
    var stored: [StoredMessage] {
        MessageClass.allCases.flatMap { self[$0].items(from: 0).compactMap { all[$0.id] } }
    }

    func place(for facts: MessageFacts) -> Place {
        if let register = facts.register, let last = registers[RegisterKey(kind: facts.kind, subject: register)] {
            return last < facts.order ? .instead(of: last.id) : .replaced
        }
        guard let full = allowances(of: facts).first(where: quotas.isFull) else { return .free }
        guard let latest = latest(in: full.span, of: facts.messageClass), facts.order < latest else {
            return .overQuota
        }
        return .instead(of: latest.id)
    }

    /// The full quota of a message whose span ends last.
    func fullQuota(for facts: MessageFacts) -> FullQuota? {
        guard let span = allowances(of: facts).last(where: quotas.isFull)?.span else { return nil }
        let isOfEntry = if case .entry = span.owner { true } else { false }
        return FullQuota(isOfEntry: isOfEntry, wait: span.start + span.length - facts.order.time.milliseconds)
    }

    private func allowances(of facts: MessageFacts) -> [QuotaTable.Allowance] {
        QuotaTable.allowances(of: facts, isNamed: facts.author.map(roster.names) ?? false, table)
    }

    /// Whether a message of the span's time counts for its owner, as `allowances` has it, without making them.
    private func counts(_ facts: MessageFacts, in owner: QuotaTable.Owner) -> Bool {
        switch owner {
        case .author(let author, let counted):
            facts.author == author && AuthorQuota.Counted(facts) == counted && roster.names(author)
        case .stranger(let author, let counted, let entry):
            facts.entry == entry && facts.author == author && AuthorQuota.Counted(facts) == counted
                && !roster.names(author)
        case .entry(let entry, let messageClass):
            facts.entry == entry && facts.messageClass == messageClass
                && !(facts.author.map(roster.names) ?? false)
        }
    }

    /// The latest message that counts in a span. It looks from the end of the span backwards.
    private func latest(in span: QuotaTable.Span, of messageClass: MessageClass) -> MessageOrder? {
        let start = UInt64(max(0, span.start)) / 1000, end = UInt64(max(0, span.start + span.length)) / 1000
        let set = self[messageClass]
        var latest: MessageOrder?
        // One by one from the end: mostly the first is it, and a flood asks this for each of its messages.
        for position in set.positions(from: start, to: end).reversed() {
            let item = set.items[position]
            if let latest, item.time < UInt64(latest.time.milliseconds) / 1000 { break }
            guard let facts = all[item.id]?.facts, counts(facts, in: span.owner) else { continue }
            latest = max(latest ?? facts.order, facts.order)
        }
        return latest
    }

    mutating func insert(_ message: StoredMessage) {
        let facts = message.facts
        all[facts.id] = message
        beginnings[facts.id.beginning] = facts.id
        change(facts.messageClass) {
            $0.insert(NegentropyItem(facts.order))
            $0.bytes += message.hasBytes ? facts.size : 0
        }
        quotas.add(allowances(of: facts))
        if let register = facts.register {
            registers[RegisterKey(kind: facts.kind, subject: register)] = facts.order
        }
    }

    mutating func remove(_ id: MessageID) {
        guard let message = all.removeValue(forKey: id) else { return }
        let facts = message.facts
        if beginnings[id.beginning] == id { beginnings[id.beginning] = nil }
        change(facts.messageClass) {
            $0.remove(NegentropyItem(facts.order))
            $0.bytes -= message.hasBytes ? facts.size : 0
        }
        quotas.remove(allowances(of: facts))
        if let register = facts.register {
            let key = RegisterKey(kind: facts.kind, subject: register)
            if registers[key] == facts.order { registers[key] = nil }
        }
    }

    mutating func empty(_ id: MessageID) {
        guard let message = all[id], message.hasBytes else { return }
        all[id]?.hasBytes = false
        change(message.facts.messageClass) { $0.bytes -= message.facts.size }
    }

    private mutating func change(_ messageClass: MessageClass, _ body: (inout ClassSet) -> Void) {
        body(&sets[Int(messageClass.rawValue) - 1])
    }

    /// Takes the roster's new word: everybody counts anew.
    mutating func recount(_ roster: any Roster) {
        let stored = self.stored
        quotas = QuotaTable()
        self.roster = roster
        for message in stored { quotas.add(allowances(of: message.facts)) }
    }

    /// Removes the messages that ended before `time` (each class has its life); returns their ids.
    mutating func expire(before time: Timestamp) -> [MessageID] {
        var ids: [MessageID] = []
        for messageClass in MessageClass.allCases {
            guard let life = messageClass.life else { continue }
            let end = UInt64(max(0, time - life)) / 1000
            ids += self[messageClass].items(from: 0, to: end).map { $0.id }
        }
        for id in ids { remove(id) }
        return ids
    }
}

extension MessageIndex {
    /// Makes room in a class that has grown over its limits.
    ///
    /// `dropped` are messages at the old end, where there are too many: nodes can leave a prefix out of their
    /// comparison. `emptied` lost their bytes alone, since nodes could not otherwise agree on a set with gaps.
    mutating func makeRoom(in messageClass: MessageClass) -> (dropped: [MessageID], emptied: [MessageID]) {
        let limit = table[messageClass]
        guard self[messageClass].items.count > limit.count || self[messageClass].bytes > limit.bytes else {
            return ([], [])
        }
        // A little more than is needed, so that the next message does not search again.
        var dropped: [MessageID] = []
        if self[messageClass].items.count > limit.count {
            change(messageClass) { dropped = $0.raiseFloor(toKeep: limit.count - limit.count / 50).map { $0.id } }
        }
        for id in dropped { remove(id) }
        guard self[messageClass].bytes > limit.bytes else { return (dropped, []) }
        let emptied = superfluous(in: messageClass, downTo: limit.bytes - limit.bytes / 20)
        for id in emptied { empty(id) }
        return (dropped, emptied)
    }

    /// The messages to empty first: those of strangers, of the entry node with the most bytes, the oldest first; then
    /// those of others, the oldest first.
    private func superfluous(in messageClass: MessageClass, downTo bytes: Int) -> [MessageID] {
        var strangers: [UInt64: [(MessageID, Int)]] = [:], sums: [UInt64: Int] = [:], others: [(MessageID, Int)] = []
        for item in self[messageClass].items(from: 0) {
            guard let message = all[item.id], message.hasBytes else { continue }
            let facts = message.facts
            if facts.author.map(roster.names) ?? false {
                others.append((facts.id, facts.size))
            } else {
                strangers[facts.entry, default: []].append((facts.id, facts.size))
                sums[facts.entry, default: 0] += facts.size
            }
        }
        for entry in strangers.keys { strangers[entry]?.reverse() }
        var excess = self[messageClass].bytes - bytes, ids: [MessageID] = []
        while excess > 0, let most = sums.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key {
            guard let (id, size) = strangers[most]?.popLast() else {
                sums[most] = nil
                continue
            }
            sums[most]? -= size
            excess -= size
            ids.append(id)
        }
        for (id, size) in others where excess > 0 {
            excess -= size
            ids.append(id)
        }
        return ids
    }
}
