import Synchronization

/// Failed log-ins that are not in the history yet, by account.
///
/// The server writes them later: writing takes time, and a slower answer would reveal which names exist. A server that
/// ends abruptly loses those of the last seconds.
///
/// A class because all log-ins share it. It has at most one entry for each account.
final class FailedLogIns: Sendable {
    private let waiting = Mutex<[AccountID: AccountNote]>([:])

    func add(_ note: AccountNote, of account: AccountID) {
        waiting.withLock { waiting in
            let before = waiting[account].flatMap { note.sameDay.contains($0.time) ? $0.count : nil } ?? 0
            waiting[account] = note.joined(with: before)
        }
    }

    /// Takes the entries of one account, or of all.
    func take(of account: AccountID? = nil) -> [AccountID: AccountNote] {
        waiting.withLock { waiting in
            let taken = waiting.filter { account == nil || $0.key == account }
            for id in taken.keys { waiting[id] = nil }
            return taken
        }
    }
}
