import Synchronization

/// The rules of set-up codes: while the server runs, a holder of a code becomes an operator or regains an account.
///
/// A class because each code works once, also for simultaneous requests.
package final class SetUpCodes: Sendable {
    /// The time for which a code is valid.
    package static let lifetime: Milliseconds = UTCHour.milliseconds

    private let store: any SetUpCodeStore
    private let now: @Sendable () -> Timestamp
    /// Receives errors of the store that must not replace the answer to the caller.
    private let note: @Sendable (any Error) -> Void
    /// Locks checks and changes of the store, so that only one of two simultaneous callers gets the code.
    private let claiming = Mutex(())

    package init(
        store: some SetUpCodeStore, now: @escaping @Sendable () -> Timestamp,
        note: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.store = store
        self.now = now
        self.note = note
    }

    /// Makes a code that adds an operator, or that sets the password of the account with the name `name`. Invalidates
    /// the code before it.
    package func make(for name: String? = nil) throws -> SetUpCode {
        var generator = SystemRandomNumberGenerator()
        let code = SetUpCode(using: &generator)
        try store.keep(KeptSetUpCode(digest: code.digest, expires: now() + Self.lifetime, account: name))
        return code
    }

    /// Redeems a code: adds an operator with the chosen name and password, or sets the password of the code's account
    /// and ends its sessions. Begins a page's session.
    ///
    /// `register` runs around the addition of an account, to reserve its name; `revoke` runs around the new password
    /// of an account. Throws `wrongCode`, `codeOfAnother`, `nameTaken`, `invalid` and `busy`; after all of these but
    /// the first, the code stays valid.
    package func enter(
        _ entry: SetUpEntry, of accounts: Accounts,
        holdingName register: (_ body: () async throws -> SetUpEntry.Result) async throws -> SetUpEntry.Result = {
            try await $0()
        },
        _ revoke: Accounts.Revocation = { _, check, change in
            _ = try await check()
            return try await change()
        }
    ) async throws -> SetUpEntry.Result {
        let code = try claim(entry.code)
        do {
            let result =
                if let owner = code.account {
                    try await accounts.recover(
                        owner, name: entry.name, password: entry.password, kind: .page, label: entry.label, revoke)
                } else {
                    try await register {
                        try await accounts.register(
                            name: entry.name, password: entry.password, role: .operator, kind: .page,
                            label: entry.label)
                    }
                }
            noting { try store.forget(code) }
            return result
        } catch let fault as CommunityFault {
            // Nothing has changed. After any other error something may have changed, so the code stays used up.
            noting { try claiming.withLock { _ in try store.giveBack(code) } }
            throw fault
        }
    }

    /// Deletes an unused code for the account with the name `name`, if there is one.
    package func revoke(for name: AccountName) throws {
        try claiming.withLock { _ in
            guard let code = try store.code(), let owner = code.account,
                (try? AccountName(owner))?.folded == name.folded, try store.take(code)
            else { return }
            try store.forget(code)
        }
    }

    /// Whether there is an unused code for the account with the name `name`.
    package func isWaiting(for name: AccountName) throws -> Bool {
        guard let code = try store.code(), let owner = code.account, code.expires > now() else { return false }
        return (try? AccountName(owner))?.folded == name.folded
    }

    /// Takes the code so that no other caller can; throws `wrongCode` for a code that is wrong, expired or used.
    private func claim(_ typed: String) throws -> KeptSetUpCode {
        guard let digest = SetUpCode(typed: typed)?.digest else { throw CommunityFault.wrongCode }
        return try claiming.withLock { _ in
            // The code is taken before its use: if the server ends in between, no code works twice.
            guard let kept = try store.code(), kept.expires > now(), Self.areEqual(digest, kept.digest),
                try store.take(kept)
            else { throw CommunityFault.wrongCode }
            return kept
        }
    }

    /// Runs `body`; its error must not replace the answer.
    private func noting(_ body: () throws -> Void) {
        do { try body() } catch { note(error) }
    }

    /// Compares every byte, so that the time does not depend on the first difference.
    private static func areEqual(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && zip(one.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The entry of a person with a set-up code.
package struct SetUpEntry: Sendable {
    package typealias Result = (account: Account, token: Token)

    /// The code as typed.
    package let code: String
    package let name: String
    package let password: String
    /// The page's name in the list of sessions.
    package let label: String

    package init(code: String, name: String, password: String, label: String) {
        self.code = code
        self.name = name
        self.password = password
        self.label = label
    }
}
