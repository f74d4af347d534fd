extension Accounts {
    /// Adds an entry to the history of an account; throws `notFound` when the account has gone.
    package func note(_ kind: AccountNote.Kind, _ text: String = "", of account: AccountID) async throws {
        try await store.note(AccountNote(kind, text, at: now()), of: account)
    }

    /// Counts an entry once less: what it tells of was refused.
    package func withdraw(_ kind: AccountNote.Kind, _ text: String, of account: AccountID) async throws {
        try await store.withdraw(AccountNote(kind, text, at: now()), of: account)
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
