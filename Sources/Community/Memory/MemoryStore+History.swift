import Synchronization

extension MemoryStore {
    package func note(_ note: AccountNote, of account: AccountID) throws {
        try write { state in
            guard state.accounts[account] != nil else { throw CommunityFault.notFound }
            state.note(note, of: account)
        }
    }

    package func withdraw(_ note: AccountNote, of account: AccountID) throws {
        try write { state in
            guard var notes = state.history[account] else { return }
            guard let place = notes.lastIndex(where: note.isSame) ?? notes.lastIndex(where: note.asRest.isSame) else {
                return
            }
            let before = notes.remove(at: place)
            if before.count > note.count { notes.insert(before.joined(with: -note.count), at: place) }
            state.history[account] = notes
        }
    }

    package func history(of account: AccountID, after oldest: Timestamp) -> [AccountNote] {
        state.withLock { $0.history[account] ?? [] }.filter { $0.time > oldest }.reversed()
    }
}

extension AccountNote {
    /// Whether another entry records the same event on the same day.
    fileprivate func isSame(_ other: AccountNote) -> Bool {
        kind == other.kind && text == other.text && isRest == other.isRest && sameDay.contains(other.time)
    }
}

extension MemoryStore.State {
    mutating func note(_ note: AccountNote, of account: AccountID) {
        guard accounts[account] != nil else { return }
        var notes = history[account] ?? [], note = note
        if !notes.contains(where: note.isSame),
            notes.count(where: { $0.kind == note.kind && !$0.isRest && note.sameDay.contains($0.time) })
                >= AccountNote.maximumOfDay
        {
            note = note.asRest
        }
        if let same = notes.lastIndex(where: note.isSame) { note = note.joined(with: notes.remove(at: same).count) }
        notes.append(note)
        notes.removeAll { $0.time <= note.expired }
        let ofKind = notes.indices.filter { notes[$0].kind == note.kind }
        for place in ofKind.dropLast(AccountNote.maximumOfKind).reversed() { notes.remove(at: place) }
        history[account] = notes
    }
}
