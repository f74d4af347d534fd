extension Accounts {
    /// Adds an entry to the history of an account; throws `notFound` if the account no longer exists.
    package func note(_ kind: AccountNote.Kind, _ text: String = "", of account: AccountID) async throws {
        try await store.note(AccountNote(kind, text, at: now()), of: account)
    }

    /// Takes back one event of an entry, because the server refused it.
    package func withdraw(_ kind: AccountNote.Kind, _ text: String, of account: AccountID) async throws {
        try await store.withdraw(AccountNote(kind, text, at: now()), of: account)
    }

    /// Returns the history of an account, newest first.
    package func history(of account: AccountID) async throws -> [AccountNote] {
        try await noteFailures(of: account)
        let time = now()
        return try await store.history(of: account, after: AccountNote(.logIn, "", at: time).expired)
    }

    /// Writes failed log-ins into the history: of one account, or of all.
    package func noteFailures(of account: AccountID? = nil) async throws {
        for (account, note) in failures.take(of: account) {
            do {
                try await store.note(note, of: account)
            } catch CommunityFault.notFound {
                // The account no longer exists.
            } catch {
                failures.add(note, of: account)
                throw error
            }
        }
    }
}
