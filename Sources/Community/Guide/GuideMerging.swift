import GeoCore
import Gossip

/// Merges messages into the guide, in one transaction of a store. Entries that visitors see follow from the registers
/// alone, so the same messages leave the same entries in any order. Pictures, floor plans and drafts stay as they are
/// at each node.
package struct GuideMerging<Rows: GuideRows> {
    package private(set) var rows: Rows
    package private(set) var hasChanged = false
    private let time: Timestamp
    private let signer: (AccountID?) -> MessageSigner?

    package init(_ rows: Rows, at time: Timestamp, signer: @escaping (AccountID?) -> MessageSigner?) {
        (self.rows, self.time, self.signer) = (rows, time, signer)
    }

    /// Takes a message. What was changed here before is told first, or it would be lost.
    package mutating func take(_ change: GuideChange) throws {
        guard change.field < FieldRegister.firstLocal else { return }
        let list = change.list
        if let list { try tellOrder(of: list) } else { try tell(change.subject) }
        if let known = try rows.registers(of: change.subject)[change.field], known.order >= change.order { return }
        try rows.set(FieldRegister(change.order, change.value), change.field, of: change.subject)
        if let list { try settle(list) } else { try rebuild(change.subject) }
    }

    /// Takes a message back: where its field has its value, it gets that of the greatest of `others`, or none.
    package mutating func takeBack(_ change: GuideChange, _ others: [GuideChange]) throws {
        guard try isLast(change) else { return }
        let list = change.list
        if let list { try tellOrder(of: list) } else { try tell(change.subject) }
        guard try isLast(change) else { return }
        let last = others.filter {
            $0.subject == change.subject && $0.field == change.field && $0.order != change.order
        }.max { $0.order < $1.order }
        try rows.set(
            last.map { FieldRegister($0.order, $0.value) } ?? .local(nil), change.field, of: change.subject)
        if let list { try settle(list) } else { try rebuild(change.subject) }
    }

    private func isLast(_ change: GuideChange) throws -> Bool {
        guard change.field < FieldRegister.firstLocal else { return false }
        return try rows.registers(of: change.subject)[change.field]?.order == change.order
    }

    /// Makes messages of all that was changed here.
    package mutating func tellAll() throws {
        var lists: Set<GuideList> = []
        for entry in try rows.allEntries() {
            try tell(entry.id)
            lists.insert(GuideList(entry))
        }
        for list in lists.sorted(by: { $0.subject < $1.subject }) { try tellOrder(of: list) }
    }

    // MARK: From registers to entries

    /// Returns the content and venue of an entry as its registers say; `nil` for one that visitors do not see, and for
    /// one of which not enough has come.
    private func shown(
        _ registers: [UInt8: FieldRegister], picturesOf before: GuideEntry?
    ) throws -> (content: GuideContent, venue: GuideID?)? {
        guard let presence = registers[GuideField.presence.rawValue]?.value, let first = presence.first,
            let kind = GuideKind(rawValue: first), presence.count == (kind == .work ? 17 : 1)
        else { return nil }
        let venue = GuideID(bytes: presence.dropFirst())
        if let venue { guard try rows.entry(venue)?.content.kind == .venue else { return nil } }
        var values = GuideBytes.values(registers)
        if kind == .tour {
            // A tour passes over venues that are gone or have not come.
            let there = try (GuideBytes.ids(values[.venues] ?? []) ?? []).filter { id in
                guard let venue = try rows.entry(id) else { return false }
                return isPublic(venue) && venue.content.kind == .venue
            }
            values[.venues] = there.flatMap(\.bytes)
        }
        return GuideContent(values, kind).map { ($0.withPictures(of: before?.content), venue) }
    }

    private func isPublic(_ entry: GuideEntry) -> Bool { !entry.isDeleted && entry.draft.isPublic(at: time) }

    private mutating func rebuild(_ id: GuideID) throws {
        let registers = try rows.registers(of: id), before = try rows.entry(id)
        guard registers[GuideField.presence.rawValue] != nil else { return }
        guard let (content, venue) = try shown(registers, picturesOf: before) else {
            guard var entry = before, isPublic(entry) else { return }
            entry.isDeleted = true
            return try write(entry, isNew: false)
        }
        guard let entry = before else {
            let last = try rows.entries(of: venue.map { .works($0) } ?? content.kind.list).map(\.rank).max() ?? -1
            let made = HybridTime(milliseconds: id.milliseconds)
            let new = GuideEntry(
                id: id, venue: venue, draft: GuideDraft(content: content, isPublished: true), isDeleted: false,
                rank: last + 1, revision: 0, created: made, changed: made)
            return try write(new, isNew: true)
        }
        guard !isPublic(entry) || entry.content != content || entry.venue != venue else { return }
        let changed = GuideEntry(
            id: id, venue: venue, draft: GuideDraft(content: content, isPublished: true), isDeleted: false,
            rank: entry.rank, revision: entry.revision, created: entry.created, changed: entry.changed)
        // Only a curator's forged message makes something else of an entry; its versions could not be read any more.
        if content.kind != entry.content.kind { try rows.forgetHistory(of: id) }
        try write(changed, isNew: false)
        guard entry.content.kind != content.kind || entry.venue != venue else { return }
        try settle(GuideList(entry))
        if entry.content.kind == .venue { try rebuildDependents(of: id) }
    }

    private mutating func write(_ entry: GuideEntry, isNew: Bool) throws {
        var entry = entry
        entry.revision += 1
        entry.changed = rows.reading()
        try rows.write(entry, isNew: isNew)
        try rows.set(told(entry), FieldRegister.told, of: entry.id)
        hasChanged = true
        try settle(GuideList(entry))
        if entry.content.kind == .venue { try rebuildDependents(of: entry.id) }
    }

    /// Rebuilds what waited for a venue, and what must pass over it now.
    private mutating func rebuildDependents(of venue: GuideID) throws {
        let works = try rows.subjects(of: .presence, with: [GuideKind.work.rawValue] + venue.bytes)
        for id in try works + rows.subjects(of: .venues, with: nil) where id != venue { try rebuild(id) }
    }

    /// The order that the list's register says: entries that it does not name stand behind, by their ids.
    private func ordered(_ entries: [GuideEntry], _ list: GuideList) throws -> [GuideEntry] {
        let value = try rows.registers(of: list.subject)[GuideField.order.rawValue]?.value
        var places: [GuideID: Int] = [:]
        for (place, id) in (GuideBytes.ids(value ?? []) ?? []).enumerated() where places[id] == nil {
            places[id] = place
        }
        return entries.sorted { (places[$0.id] ?? .max, $0.id) < (places[$1.id] ?? .max, $1.id) }
    }

    /// Sets the ranks of a list, drafts last, where the entries that visitors see have another order.
    private mutating func settle(_ list: GuideList) throws {
        let entries = try rows.entries(of: list), shown = entries.filter(isPublic)
        let wanted = try ordered(shown, list)
        guard wanted.map(\.id) != shown.map(\.id) else { return }
        let time = rows.reading()
        for (rank, entry) in (wanted + entries.filter { !isPublic($0) }).enumerated() where entry.rank != rank {
            try rows.setRank(rank, of: entry.id, at: time)
        }
        hasChanged = true
    }

    // MARK: From entries to messages

    /// Says that an entry as it is now follows from messages: its revision (8), and whether visitors see it (1).
    private func told(_ entry: GuideEntry) -> FieldRegister {
        let revision = (0..<8).map { UInt8(truncatingIfNeeded: entry.revision >> (56 - 8 * $0)) }
        return .local(revision + [isPublic(entry) ? 1 : 0])
    }

    /// Makes messages of what was changed here of an entry.
    private mutating func tell(_ id: GuideID) throws {
        guard let entry = try rows.entry(id) else { return }
        let registers = try rows.registers(of: id), isTold = told(entry)
        // Nobody changed it here. But its venue, or a tour's venues, may have gone or come.
        guard registers[FieldRegister.told] != isTold else { return try rebuild(id) }
        let shown = try shown(registers, picturesOf: entry)
        guard isPublic(entry) else {
            guard shown != nil else { return }
            // Drafts and entries under embargo never leave, but others learn that an entry is one now.
            if try send(.presence, nil, of: entry, registers) { try rows.set(isTold, FieldRegister.told, of: id) }
            return
        }
        let wanted = entry.values, told = GuideBytes.values(registers)
        var known = told
        if let content = shown?.content {
            var other = entry
            other.draft.content = content
            known = other.values
        }
        var isSent = true
        for field in GuideField.allCases
        where field != .order && wanted[field] != known[field] && wanted[field] != told[field] {
            let sent = try send(field, wanted[field], of: entry, registers)
            isSent = isSent && sent
        }
        guard isSent else { return }
        try rows.set(isTold, FieldRegister.told, of: id)
        try rebuild(id)
    }

    private mutating func tellOrder(of list: GuideList) throws {
        let entries = try rows.entries(of: list).filter(isPublic)
        guard try ordered(entries, list).map(\.id) != entries.map(\.id) else { return }
        let registers = try rows.registers(of: list.subject)
        let editor = registers[FieldRegister.orderer]?.value.flatMap { AccountID(bytes: $0) }
        _ = try send(.order, entries.flatMap(\.id.bytes), of: list.subject, by: editor, registers)
    }

    private mutating func send(
        _ field: GuideField, _ value: [UInt8]?, of entry: GuideEntry, _ registers: [UInt8: FieldRegister]
    ) throws -> Bool {
        try send(field, value, of: entry.id, by: try rows.editor(of: entry), registers)
    }

    /// Makes a message that sets a field; returns false where `editor` is no curator of the mesh, and for a value that is
    /// too long.
    private mutating func send(
        _ field: GuideField, _ value: [UInt8]?, of subject: GuideID, by editor: AccountID?,
        _ registers: [UInt8: FieldRegister]
    ) throws -> Bool {
        guard let signer = signer(editor), value?.count ?? 0 <= Self.longestValue else { return false }
        let last = registers[field.rawValue]?.order.time.rawValue ?? 0
        let time = max(rows.reading(), HybridTime(rawValue: last + 1))
        let body = GuideChangeBody(of: subject.subject, field: field.rawValue, value: value)
        let draft = MessageDraft(
            .guideChange, in: signer.place, at: time, by: signer.key, about: subject.subject, body.fields)
        try rows.set(FieldRegister(MessageOrder(time: time, id: draft.id), value), field.rawValue, of: subject)
        try rows.send(draft, of: signer, about: subject)
        return true
    }

    /// In bytes; longer values do not fit in a message and stay here.
    private static var longestValue: Int { BodyField.maximumValue - 16 }
}

extension GuideChange {
    /// The list that it orders.
    fileprivate var list: GuideList? { field == GuideField.order.rawValue ? GuideList(of: subject) : nil }
}

extension GuideBytes {
    fileprivate static func values(_ registers: [UInt8: FieldRegister]) -> GuideValues {
        var values: GuideValues = [:]
        for (field, register) in registers {
            if let field = GuideField(rawValue: field) { values[field] = register.value }
        }
        return values
    }
}

extension GuideKind {
    fileprivate var list: GuideList {
        switch self {
        case .tour: .tours
        case .venue, .work: .venues
        }
    }
}
