import Synchronization

extension MemoryStore {
    package func note(_ note: AccountNote, of account: AccountID) throws {
        try write { state in
            guard state.accounts[account] != nil else { throw CommunityFault.notFound }
            state.note(note, of: account)
        }
    }

    package func history(of account: AccountID, after oldest: Int64) -> [AccountNote] {
        state.withLock { $0.history[account] ?? [] }.filter { $0.time > oldest }.reversed()
    }
}

extension MemoryStore.State {
    mutating func note(_ note: AccountNote, of account: AccountID) {
        var notes = history[account] ?? [], note = note
        if let same = notes.lastIndex(where: {
            $0.kind == note.kind && $0.text == note.text && note.sameDay.contains($0.time)
        }) {
            note = note.joined(with: notes.remove(at: same).count)
        }
        notes.append(note)
        history[account] = notes.filter { $0.time > note.expired }.suffix(AccountNote.maximum)
    }
}
