/// The rules of accounts: registration, log-in and permitted changes.
package struct Accounts: Sendable {
    typealias Store = AccountStore & SessionStore & RegistrationLinkStore & HistoryStore & PasskeyStore
    let store: any Store
    let hasher: PasswordHasher
    let failures = FailedLogIns()
    let now: @Sendable () -> Timestamp

    package init(
        store: some AccountStore & SessionStore & RegistrationLinkStore & HistoryStore & PasskeyStore,
        hasher: PasswordHasher, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.hasher = hasher
        self.now = now
    }

    /// Adds an account; throws `invalid` with the rule that the name or password breaks, `nameTaken`, `busy` and
    /// `tooManyAttempts`.
    package func register(name: String, password: String, role: Role = .user) async throws -> Account {
        let account = try await newAccount(name, password, role)
        return try await store.add(account, at: now())
    }

    /// Adds an account while reserving its name; throws `nameTaken` if another account has it.
    package typealias NameHolding = (_ name: String, _ add: () async throws -> Account) async throws -> Account

    /// Adds an account and begins its first session in the same transaction. `hold` runs only around the addition,
    /// because hashing a password takes long. Throws the same faults, and `invalid` for a label that breaks the rules.
    package func register(
        name: String, password: String, role: Role = .user, kind: Session.Kind, label: String,
        holdingName hold: NameHolding = { try await $1() }
    ) async throws -> (account: Account, token: Token) {
        let new = try await newAccount(name, password, role)
        let (session, token) = try newSession(kind, label, for: new.id)
        let account = try await hold(name) { try await store.add(new, beginning: session, at: now()) }
        return (account, token)
    }

    func newAccount(_ name: String, _ password: String, _ role: Role) async throws -> NewAccount {
        let name = try AccountName(name)
        let password = try Password(new: password, for: name)
        // Checked before hashing, which is expensive, so that a taken name costs nothing.
        guard try await store.account(named: name.folded) == nil else { throw CommunityFault.nameTaken }
        var generator = SystemRandomNumberGenerator()
        let hash = try await hasher.hash(password, using: &generator)
        return NewAccount(id: AccountID(at: now(), using: &generator), name: name, role: role, password: hash)
    }

    /// Whether an account has `name` in any spelling, or has the letters and digits of `name` alone as its name.
    ///
    /// So " anna!" is taken if there is an Anna, although no account can have that name. False if both forms are
    /// invalid.
    package func isTaken(_ name: String) async throws -> Bool {
        // Blanks and signs around or inside a name would make it look like another person's name.
        let plain = String(name.filter { $0.isLetter || $0.isWholeNumber })
        for name in Set([name, plain].compactMap { (try? AccountName($0))?.folded }) {
            if try await store.account(named: name) != nil { return true }
        }
        return false
    }

    /// Returns the account with this id; `nil` if it no longer exists.
    package func account(_ id: AccountID) async throws -> Account? { try await store.account(id) }

    /// Returns the accounts with these ids, by id; without those that no longer exist.
    package func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] { try await store.accounts(ids) }

    /// Returns the account with `name`, in any spelling; `nil` if there is none, or if the name is invalid.
    package func account(named name: String) async throws -> Account? {
        try await (try? AccountName(name)).asyncFlatMap { try await store.account(named: $0.folded) }
    }

    /// Begins a session for a caller that knows name and password.
    ///
    /// Throws `wrongCredentials`, `busy`, `tooManyAttempts`, and `invalid` for a label that breaks the rules.
    package func logIn(
        name: String, password: String, kind: Session.Kind, label: String
    ) async throws -> (account: Account, token: Token) {
        do {
            return try await logInOnce(name, password, kind, label)
        } catch CommunityFault.changedMeanwhile {
            // Another log-in rehashed the password at the same moment, or the owner changed it.
            return try await logInOnce(name, password, kind, label)
        }
    }

    private func logInOnce(
        _ name: String, _ password: String, _ kind: Session.Kind, _ label: String
    ) async throws -> (account: Account, token: Token) {
        // An invalid name belongs to no account, and refusing it takes as long.
        let account = try await (try? AccountName(name)).asyncFlatMap { try await store.account(named: $0.folded) }
        let password = try Password(password)
        guard try await hasher.matches(password, account?.password), let account else {
            if let account { failures.add(AccountNote(.failedLogIn, "", at: now()), of: account.id) }
            throw CommunityFault.wrongCredentials
        }
        let current = try await rehashed(account, password)
        return (current, try await begin(kind, label, for: current, isConfirmed: true))
    }

    /// Rehashes a correct password if hashes have become more expensive since. If the hasher or the store is overloaded
    /// or the store cannot write, the account stays as it is, and the next log-in tries again: the password is correct.
    private func rehashed(_ account: Account, _ password: Password) async throws -> Account {
        guard account.password.isCheaper(than: hasher.cost) else { return account }
        var generator = SystemRandomNumberGenerator()
        do {
            let hash = try await hasher.hash(password, using: &generator)
            return try await store.change(account.id, .rehash(hash, replacing: account.password), at: now())
        } catch CommunityFault.busy, CommunityFault.tooManyAttempts(_), CommunityFault.networkLimitReached(_),
            CommunityFault.storageFailed
        {
            return account
        }
    }

    /// Begins a session for a caller that another session or the account's current password identifies.
    ///
    /// Throws `notFound` if the account or the asking session no longer exists, `changedMeanwhile` if the password has
    /// changed, and `invalid`. The session counts as confirmed only if its holder has just proved to own the account. A
    /// session that another session begins does not count as confirmed: otherwise sessions that begin each other would
    /// stay confirmed.
    package func begin(
        _ kind: Session.Kind, _ label: String, for account: Account, by asking: SessionID? = nil, isConfirmed: Bool
    ) async throws -> Token {
        let (session, token) = try newSession(kind, label, for: account.id, isConfirmed: isConfirmed)
        try await store.add(session, on: asking.map { .session($0) } ?? .password(account.password))
        return token
    }

    func newSession(
        _ kind: Session.Kind, _ label: String, for account: AccountID, by passkey: PasskeyID? = nil,
        isConfirmed: Bool = true
    ) throws(CommunityFault) -> (Session, Token) {
        try Timeline.check(label, "label", maximum: 80)
        var generator = SystemRandomNumberGenerator()
        let token = Token(using: &generator), milliseconds = now()
        let session = Session(
            id: SessionID(at: milliseconds, using: &generator), account: account, kind: kind,
            label: label, token: token.digest, created: milliseconds,
            expires: milliseconds + kind.days * UTCDay.milliseconds, confirmed: isConfirmed ? milliseconds : 0,
            passkey: passkey)
        return (session, token)
    }

    /// Returns the session of `token`, and its account.
    package func session(_ token: Token) async throws -> (session: Session, account: Account)? {
        let time = now()
        guard let found = try await store.session(token.digest, at: time) else { return nil }
        if time - found.session.used >= Session.useStep {
            // A reader gets an answer even if the store cannot write.
            do { try await store.use(found.session.id, at: time) } catch CommunityFault.storageFailed {}
        }
        return found
    }

    /// Returns those of `sessions` that have not ended.
    package func running(_ sessions: Set<SessionID>) async throws -> Set<SessionID> {
        try await store.running(sessions, at: now())
    }

    package func sessions(of account: AccountID) async throws -> [Session] {
        try await store.sessions(of: account, at: now())
    }

    package func end(_ session: SessionID, of account: AccountID) async throws {
        try await store.end(session, of: account, at: now())
    }

    /// Whether there is an operator other than `account`.
    ///
    /// - Complexity: O(accounts) until the first operator by name.
    package func hasOperator(but account: AccountID? = nil) async throws -> Bool {
        var last: String?
        while true {
            let page = try await store.accounts(after: last, limit: 500)
            if page.contains(where: { $0.role == .operator && $0.id != account }) { return true }
            guard page.count == 500 else { return false }
            last = page.last?.name.folded
        }
    }

    /// Returns at most `limit` accounts by name, after the name `name`. An invalid name is a valid position in that
    /// order.
    package func all(after name: String?, limit: Int) async throws -> [Account] {
        try await store.accounts(after: name.map { (try? AccountName($0))?.folded ?? $0 }, limit: limit)
    }

    /// Gives an account another role; throws `notFound`, `lastOperator`. Both histories record it.
    ///
    /// - Parameter giver: The operator who gave it; `nil` for a person with access to the data folder.
    package func setRole(of id: AccountID, to role: Role, by giver: AccountID? = nil) async throws -> Account {
        try await store.change(id, .role(role, by: giver), at: now())
    }

    /// The same for the account with the name `name`; throws `notFound` for an invalid name.
    package func setRole(named name: String, to role: Role) async throws -> Account {
        guard let name = try? AccountName(name), let account = try await store.account(named: name.folded) else {
            throw CommunityFault.notFound
        }
        return try await setRole(of: account.id, to: role)
    }

    func check(_ password: String, of account: Account) async throws {
        guard try await hasher.matches(Password(password), account.password) else {
            failures.add(AccountNote(.failedLogIn, "", at: now()), of: account.id)
            throw CommunityFault.wrongCredentials
        }
    }
}

extension Optional {
    /// An asynchronous `flatMap`.
    fileprivate func asyncFlatMap<Result>(_ body: (Wrapped) async throws -> Result?) async rethrows -> Result? {
        guard let self else { return nil }
        return try await body(self)
    }
}
