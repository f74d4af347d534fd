package import Passkeys

extension Accounts {
    /// Returns the id by which authenticators know an account; throws `notFound` if the account no longer exists.
    package func userHandle(of account: AccountID) async throws -> UserHandle {
        var generator = SystemRandomNumberGenerator()
        return try await store.userHandle(of: account, orElse: UserHandle(using: &generator))
    }

    /// Returns the passkeys of an account, newest first.
    package func passkeys(of account: AccountID) async throws -> [AccountPasskey] {
        try await store.passkeys(of: account)
    }

    /// Adds a verified passkey to `account`, at the request of its `session`. Throws `invalid` with the rule that the
    /// label breaks, `passkeyTaken`, `quotaReached` and `notFound`.
    package func add(
        _ passkey: Passkey, label: String, to account: AccountID, by session: SessionID
    ) async throws -> AccountPasskey {
        try Timeline.checkLine(label, "label", maximum: 80)
        var generator = SystemRandomNumberGenerator()
        let time = now()
        let added = AccountPasskey(
            id: PasskeyID(at: time, using: &generator), account: account, label: label, passkey: passkey,
            created: time)
        try await store.add(added, by: session)
        return added
    }

    /// Removes a passkey of an account, and ends the sessions that it began, except `asking`; throws `notFound`.
    package func remove(_ passkey: PasskeyID, of account: AccountID, but asking: SessionID?) async throws {
        try await store.remove(passkey, of: account, but: asking, at: now())
    }

    /// Begins a page's session for the holder of a passkey. Throws `wrongPasskey`, which does not give the reason, and
    /// `passkeyCopied`.
    package func logIn(
        with answer: AuthenticationResponse, in ceremony: AuthenticationCeremony, label: String
    ) async throws -> (known: KnownPasskey, token: Token) {
        try await twice {
            let (known, count) = try await verified(answer, ceremony, of: nil)
            let (session, token) = try newSession(.page, label, for: known.account.id, by: known.passkey.id)
            try await store.use(known.passkey, after: count, for: .beginning(session))
            return (known, token)
        }
    }

    /// Confirms a session with a passkey of its account; throws the same faults as `logIn`.
    package func confirm(
        _ session: Session, with answer: AuthenticationResponse, in ceremony: AuthenticationCeremony
    ) async throws -> ConfirmedSession {
        try await twice {
            let (known, count) = try await verified(answer, ceremony, of: session.account)
            let (renewal, token) = renewal(of: session)
            try await store.use(known.passkey, after: count, for: .confirming(renewal))
            return ConfirmedSession(until: (known.passkey.used ?? 0) + Session.confirmationLifetime, token: token)
        }
    }

    /// Runs `body`, and once more if a simultaneous change of the account or the passkey interferes: it then looks up
    /// and verifies everything again.
    private func twice<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do {
            do { return try await body() } catch CommunityFault.changedMeanwhile { return try await body() }
        } catch CommunityFault.notFound {
            // The passkey, its account or the session was removed meanwhile.
            throw CommunityFault.wrongPasskey
        }
    }

    /// Returns the passkey of an answer in the form to store, and its previous counter.
    ///
    /// - Parameter account: The account that must own it; `nil` for any account.
    private func verified(
        _ answer: AuthenticationResponse, _ ceremony: AuthenticationCeremony, of account: AccountID?
    ) async throws -> (known: KnownPasskey, count: UInt32) {
        guard let credential = try? answer.credentialID, let known = try await store.passkey(credential),
            account == nil || account == known.account.id
        else { throw CommunityFault.wrongPasskey }
        var shown = known.passkey
        do {
            shown.passkey = try ceremony.verify(answer, with: known.passkey.passkey, of: known.owner)
        } catch PasskeyError.signCountDidNotGrow {
            try await store.note(AccountNote(.passkeyCopied, known.passkey.label, at: now()), of: known.account.id)
            throw CommunityFault.passkeyCopied(known.account.id, label: known.passkey.label)
        } catch {
            throw CommunityFault.wrongPasskey
        }
        shown.used = now()
        return (
            KnownPasskey(passkey: shown, owner: known.owner, account: known.account), known.passkey.passkey.signCount
        )
    }
}
