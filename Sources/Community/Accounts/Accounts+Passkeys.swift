package import Passkeys

extension Accounts {
    /// How authenticators know an account; throws `notFound` when it has gone.
    package func userHandle(of account: AccountID) async throws -> UserHandle {
        var generator = SystemRandomNumberGenerator()
        return try await store.userHandle(of: account, orElse: UserHandle(using: &generator))
    }

    /// The passkeys of an account, newest first.
    package func passkeys(of account: AccountID) async throws -> [AccountPasskey] {
        try await store.passkeys(of: account)
    }

    /// Adds a passkey that was verified to `account`, whose `session` asks for it. Throws `invalid` with the rule that
    /// the label breaks, `passkeyTaken`, `quotaReached` and `notFound`.
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

    /// Removes a passkey of an account, and ends the sessions that it began but `asking`; throws `notFound`.
    package func remove(_ passkey: PasskeyID, of account: AccountID, but asking: SessionID?) async throws {
        try await store.remove(passkey, of: account, but: asking, at: now())
    }

    /// Begins a session of a page for who shows a passkey. Throws `wrongPasskey`, which does not say why, and
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

    /// Confirms a session with a passkey of its account; throws as `logIn` does.
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

    /// Does what a change at the same moment may hinder, of the account or by the same passkey, and then once more: all
    /// is looked up and verified anew.
    private func twice<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do {
            do { return try await body() } catch CommunityFault.changedMeanwhile { return try await body() }
        } catch CommunityFault.notFound {
            // It was removed meanwhile, or its account, or the session.
            throw CommunityFault.wrongPasskey
        }
    }

    /// The passkey that an answer is of, as it is to be stored, and what it had counted to before.
    ///
    /// - Parameter account: Whose it has to be; `nil` for anybody's.
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
