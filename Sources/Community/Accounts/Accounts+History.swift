import Synchronization

/// Attempts to log in that failed and are not in the history yet, by account.
///
/// They are written later: writing takes time, and an answer that takes longer would tell which names there are. A
/// server that ends at once loses those of the last seconds.
///
/// A class because all who log in share it. It has at most one entry for each account.
final class FailedLogIns: Sendable {
    private let waiting = Mutex<[AccountID: AccountNote]>([:])

    func add(_ note: AccountNote, of account: AccountID) {
        waiting.withLock { waiting in
            let before = waiting[account].flatMap { note.sameDay.contains($0.time) ? $0.count : nil } ?? 0
            waiting[account] = note.joined(with: before)
        }
    }

    /// Takes those of one account, or of all.
    func take(of account: AccountID? = nil) -> [AccountID: AccountNote] {
        waiting.withLock { waiting in
            let taken = waiting.filter { account == nil || $0.key == account }
            for id in taken.keys { waiting[id] = nil }
            return taken
        }
    }
}

extension Accounts {
    /// Adds an entry to the history of an account; throws `notFound` when the account has gone.
    package func note(_ kind: AccountNote.Kind, _ text: String = "", of account: AccountID) async throws {
        try await store.note(AccountNote(kind, text, at: now()), of: account)
    }

    /// The history of an account, newest first.
    package func history(of account: AccountID) async throws -> [AccountNote] {
        try await noteFailures(of: account)
        let time = now()
        return try await store.history(of: account, after: AccountNote(.logIn, "", at: time).expired)
    }

    /// Writes the attempts that failed into the history: of one account, or of all.
    package func noteFailures(of account: AccountID? = nil) async throws {
        for (account, note) in failures.take(of: account) {
            do {
                try await store.note(note, of: account)
            } catch CommunityFault.notFound {
                // The account has gone.
            } catch {
                failures.add(note, of: account)
                throw error
            }
        }
    }
}
