/// A session whose holder has proved to own the account.
package struct ConfirmedSession: Sendable {
    /// The end of the confirmation.
    package let until: Timestamp
    /// The session's new token; `nil` for a program, which keeps its token.
    package let token: Token?
}

extension Accounts {
    // MARK: Confirming

    /// Whether the holder of a session has proved recently to own the account.
    package func isConfirmed(_ session: Session) -> Bool { session.isConfirmed(at: now()) }

    /// Confirms a session with the password of its account. Throws `wrongCredentials`, `changedMeanwhile`, `busy`, and
    /// `notFound` if the session has ended or has another token.
    package func confirm(_ session: Session, of account: Account, password: String) async throws -> ConfirmedSession {
        try await check(password, of: account)
        let (renewal, token) = renewal(of: session), time = now()
        try await store.confirm(renewal, knowing: account.password, at: time)
        return ConfirmedSession(until: time + Session.confirmationLifetime, token: token)
    }

    /// Returns a new token for a page's session, because its cookie may have been copied. A program keeps its token: it
    /// has no way to store a new one.
    func renewal(of session: Session) -> (renewal: SessionRenewal, token: Token?) {
        guard session.kind == .page else {
            return (SessionRenewal(of: session.id, from: session.token, to: session.token), nil)
        }
        var generator = SystemRandomNumberGenerator()
        let token = Token(using: &generator)
        return (SessionRenewal(of: session.id, from: session.token, to: token.digest), token)
    }

    // MARK: Revoking access

    /// Runs around a change that ends access to an account: checks whether the change is allowed, ends sign-ins in
    /// other stores, and then makes the change.
    package typealias Revocation =
        @Sendable (
            _ account: AccountID, _ check: @Sendable () async throws -> Account,
            _ change: @Sendable () async throws -> Account
        ) async throws -> Account

    /// Ends all sign-ins of the account of `session`, except that session and `kept`. Throws `notFound` if the session
    /// has ended.
    package func signOut(by session: Session, keeping kept: KeptSignIns, _ revoke: Revocation) async throws {
        try await revokeAccess(to: session.account, .signOut(by: session.id, keeping: kept), revoke)
    }

    /// Changes the password of `account` and ends its sign-ins, except `kept` and the asking page.
    ///
    /// Throws `wrongCredentials`, `invalid`, `busy`, and `notFound` if the asking session has ended; it then ends
    /// nothing. Returns the new token of the page's session. A program's session ends unless it is kept.
    @discardableResult
    package func changePassword(
        of account: Account, from old: String, to new: String, by session: Session?,
        keeping kept: KeptSignIns = KeptSignIns(),
        _ revoke: Revocation = { _, check, change in
            _ = try await check()
            return try await change()
        }
    ) async throws -> Token? {
        let password = try Password(new: new, for: account.name)
        try await check(old, of: account)
        var generator = SystemRandomNumberGenerator()
        let hash = try await hasher.hash(password, using: &generator)
        let (asking, token) = session.flatMap { $0.kind == .page ? renewal(of: $0) : nil } ?? (nil, nil)
        try await revokeAccess(
            to: account.id, .password(hash, replacing: account.password, by: asking, keeping: kept), revoke)
        return token
    }

    /// Sets a password without the old one for the holder of a set-up code for the account `owner`. Ends all its
    /// sessions and begins a new one, in one transaction.
    ///
    /// Throws `codeOfAnother` unless the account exists and has the name `name`, `invalid`, `busy`.
    package func recover(
        _ owner: String, name: String, password: String, kind: Session.Kind, label: String,
        _ revoke: Revocation = { _, check, change in
            _ = try await check()
            return try await change()
        }
    ) async throws -> (account: Account, token: Token) {
        guard let account = try await account(named: owner),
            (try? AccountName(name))?.folded == account.name.folded
        else { throw CommunityFault.codeOfAnother }
        let password = try Password(new: password, for: account.name)
        let (session, token) = try newSession(kind, label, for: account.id)
        var generator = SystemRandomNumberGenerator()
        let hash = try await hasher.hash(password, using: &generator)
        let changed = try await revokeAccess(
            to: account.id, .recovery(hash, replacing: account.password, beginning: session), revoke)
        return (changed, token)
    }

    @discardableResult
    private func revokeAccess(
        to account: AccountID, _ change: AccountChange, _ around: Revocation
    ) async throws -> Account {
        try await around(account, { try await check(change, of: account) }) { [store, now] in
            try await store.change(account, change, at: now())
        }
    }

    /// Throws the store's faults in advance, before anything else ends. Returns the account as it is.
    private func check(_ change: AccountChange, of account: AccountID) async throws -> Account {
        guard let current = try await store.account(account) else { throw CommunityFault.notFound }
        if let replaced = change.replaced, current.password != replaced {
            throw CommunityFault.changedMeanwhile(current: current.revision)
        }
        let asking: SessionID? =
            switch change {
            case .signOut(let asking, _): asking
            case .password(_, _, let renewal, _): renewal?.session
            case .role, .recovery, .rehash: nil
            }
        if let asking, try await store.running([asking], at: now()).isEmpty { throw CommunityFault.notFound }
        return current
    }

    // MARK: Removing

    /// Runs around the removal of an account: checks whether the removal is allowed, removes its data in other stores,
    /// and then the account.
    package typealias Removing =
        (_ check: () async throws -> Void, _ remove: () async throws -> [PictureID]) async throws -> [PictureID]

    /// Removes `account` with its posts, votes and reports, and returns the pictures that went with it. Its guide
    /// entries stay, without its name.
    ///
    /// Throws `wrongCredentials`, `changedMeanwhile`, `lastOperator`, `busy`; it then removes nothing.
    @discardableResult
    package func remove(
        _ account: Account, password: String,
        _ around: Removing = { check, remove in
            try await check()
            return try await remove()
        }
    ) async throws -> [PictureID] {
        try await check(password, of: account)
        return try await around({
            guard let current = try await store.account(account.id) else { throw CommunityFault.notFound }
            guard current.password == account.password else {
                throw CommunityFault.changedMeanwhile(current: current.revision)
            }
            guard current.role == .operator else { return }
            guard try await hasOperator(but: current.id) else { throw CommunityFault.lastOperator }
        }) { try await store.remove(account.id, at: now()) }
    }
}
