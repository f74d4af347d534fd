import Synchronization

/// The rules of set-up codes: who holds one becomes an operator, or gets back into an account, while the server runs.
///
/// A class because a code is used once, whoever asks at the same time.
package final class SetUpCodes: Sendable {
    /// Milliseconds that a code is good for.
    package static let lifetime: Int64 = UTCHour.milliseconds

    private let store: any SetUpCodeStore
    /// Milliseconds since 1970.
    private let now: @Sendable () -> Int64
    /// Receives what went wrong with the store when somebody got another answer than that.
    private let note: @Sendable (any Error) -> Void
    /// Held while the store is looked at and changed, so that of two who bring the code one gets it.
    private let claiming = Mutex(())

    package init(
        store: some SetUpCodeStore, now: @escaping @Sendable () -> Int64,
        note: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.store = store
        self.now = now
        self.note = note
    }

    /// Makes a code that adds an operator, or that sets the password of the account called `name`. The code before it
    /// is good no more.
    package func make(for name: String? = nil) throws -> SetUpCode {
        var generator = SystemRandomNumberGenerator()
        let code = SetUpCode(using: &generator)
        try store.keep(KeptSetUpCode(digest: code.digest, expires: now() + Self.lifetime, account: name))
        return code
    }

    /// Uses up a code: adds an operator with the name and password that were chosen, or sets the password of the
    /// account that the code was made for and ends its sessions. Begins a session of the page.
    ///
    /// `register` runs around the adding of an account, to hold its name; `takeBack` around the new password of one.
    /// Throws `wrongCode`, `codeOfAnother`,
    /// `nameTaken`, `invalid` and `busy`; after all of these but the first the code is still good.
    package func enter(
        _ entry: SetUpEntry, of accounts: Accounts,
        holdingName register: (_ body: () async throws -> SetUpEntry.Result) async throws -> SetUpEntry.Result = {
            try await $0()
        },
        _ takeBack: Accounts.TakingBack = { _, check, change in
            _ = try await check()
            return try await change()
        }
    ) async throws -> SetUpEntry.Result {
        let code = try claim(entry.code)
        do {
            let result =
                if let owner = code.account {
                    try await accounts.recover(
                        owner, name: entry.name, password: entry.password, kind: .page, label: entry.label, takeBack)
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
            // Nothing was changed. After any other error something may have been: the code stays used up.
            noting { try claiming.withLock { _ in try store.giveBack(code) } }
            throw fault
        }
    }

    /// Forgets a code that waits for the account called `name`, if there is one.
    package func revoke(for name: AccountName) throws {
        try claiming.withLock { _ in
            guard let code = try store.code(), let owner = code.account,
                (try? AccountName(owner))?.folded == name.folded, try store.take(code)
            else { return }
            try store.forget(code)
        }
    }

    /// Whether a code waits for the account called `name`.
    package func isWaiting(for name: AccountName) throws -> Bool {
        guard let code = try store.code(), let owner = code.account, code.expires > now() else { return false }
        return (try? AccountName(owner))?.folded == name.folded
    }

    /// Takes the code away from everybody else; throws `wrongCode` for one that is wrong, too old or used up.
    private func claim(_ typed: String) throws -> KeptSetUpCode {
        guard let digest = SetUpCode(typed: typed)?.digest else { throw CommunityFault.wrongCode }
        return try claiming.withLock { _ in
            // Taken before it is used: a server that ends in between leaves no code that works twice.
            guard let kept = try store.code(), kept.expires > now(), Self.areEqual(digest, kept.digest),
                try store.take(kept)
            else { throw CommunityFault.wrongCode }
            return kept
        }
    }

    /// Does what must not hide the answer when it goes wrong.
    private func noting(_ body: () throws -> Void) {
        do { try body() } catch { note(error) }
    }

    /// Looks at every byte, however early they differ.
    private static func areEqual(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && zip(one.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// What somebody sends who holds a set-up code.
package struct SetUpEntry: Sendable {
    package typealias Result = (account: Account, token: Token)

    /// As it was typed.
    package let code: String
    package let name: String
    package let password: String
    /// What the list of sessions calls the page.
    package let label: String

    package init(code: String, name: String, password: String, label: String) {
        self.code = code
        self.name = name
        self.password = password
        self.label = label
    }
}
