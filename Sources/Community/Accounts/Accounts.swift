/// The rules of accounts: who may register, log in and change what.
package struct Accounts: Sendable {
    typealias Store = AccountStore & SessionStore & RegistrationLinkStore & HistoryStore & PasskeyStore
    let store: any Store
    let hasher: PasswordHasher
    let failures = FailedLogIns()
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64

    package init(
        store: some AccountStore & SessionStore & RegistrationLinkStore & HistoryStore & PasskeyStore,
        hasher: PasswordHasher, now: @escaping @Sendable () -> Int64
    ) {
        self.store = store
        self.hasher = hasher
        self.now = now
    }

    /// Adds an account; throws `invalid` with the rule that name or password break, `nameTaken` and `busy`.
    package func register(name: String, password: String, role: Role = .user) async throws -> Account {
        let account = try await newAccount(name, password, role)
        return try await store.add(account, at: now())
    }

    /// Adds an account while nobody else can take its name; throws `nameTaken` when somebody has it.
    package typealias NameHolding = (_ name: String, _ add: () async throws -> Account) async throws -> Account

    /// The same, and begins its first session in the same step. `hold` runs around the adding alone: digesting a
    /// password takes long.
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
        // Before digesting: a name that is taken should not cost that.
        guard try await store.account(named: name.folded) == nil else { throw CommunityFault.nameTaken }
        var generator = SystemRandomNumberGenerator()
        let hash = try await hasher.hash(password, using: &generator)
        return NewAccount(id: AccountID(at: now(), using: &generator), name: name, role: role, password: hash)
    }

    /// Whether `name` is somebody's, in whatever spelling; a text that is no name is nobody's.
    package func isTaken(_ name: String) async throws -> Bool {
        // Blanks and signs around or inside a name would make it look like somebody's.
        let plain = String(name.filter { $0.isLetter || $0.isWholeNumber })
        for text in [name, plain] {
            if let name = try? AccountName(text), try await store.account(named: name.folded) != nil { return true }
        }
        return false
    }

    /// Who has this id; `nil` when nobody has any more.
    package func account(_ id: AccountID) async throws -> Account? { try await store.account(id) }

    /// Who has these ids, by id, as far as somebody has them still.
    package func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] { try await store.accounts(ids) }

    /// Who has `name`, in whatever spelling; `nil` when nobody has, also for a text that is no name.
    package func account(named name: String) async throws -> Account? {
        try await (try? AccountName(name)).asyncFlatMap { try await store.account(named: $0.folded) }
    }

    /// Begins a session for who knows name and password; throws `wrongCredentials` and `busy`.
    package func logIn(
        name: String, password: String, kind: Session.Kind, label: String
    ) async throws -> (account: Account, token: Token) {
        do {
            return try await logInOnce(name, password, kind, label)
        } catch CommunityFault.changedMeanwhile {
            // Two at once, of whom one had the password digested anew; or it was changed, and may be another.
            return try await logInOnce(name, password, kind, label)
        }
    }

    private func logInOnce(
        _ name: String, _ password: String, _ kind: Session.Kind, _ label: String
    ) async throws -> (account: Account, token: Token) {
        // A text that is no name is nobody's, and costs as much to refuse.
        let account = try await (try? AccountName(name)).asyncFlatMap { try await store.account(named: $0.folded) }
        let password = try Password(password)
        guard try await hasher.matches(password, account?.password), let account else {
            if let account { failures.add(AccountNote(.failedLogIn, "", at: now()), of: account.id) }
            throw CommunityFault.wrongCredentials
        }
        let current = try await rehashed(account, password)
        return (current, try await begin(kind, label, for: current, isConfirmed: true))
    }

    /// Digests a password that was right anew when digests have become dearer since; whoever logs in next has that done
    /// otherwise.
    private func rehashed(_ account: Account, _ password: Password) async throws -> Account {
        guard account.password.isCheaper(than: hasher.cost) else { return account }
        var generator = SystemRandomNumberGenerator()
        do {
            let hash = try await hasher.hash(password, using: &generator)
            return try await store.change(account.id, .rehash(hash, replacing: account.password), at: now())
        } catch CommunityFault.busy, CommunityFault.cannotKeep {
            return account
        }
    }

    /// Begins a session of somebody who is known: by another session of theirs, or by the password that `account` has.
    /// Throws `notFound` when the account, or the session that asks, has gone, `changedMeanwhile` when it has another
    /// password by now, and `invalid`. It counts as confirmed when whoever gets it has just shown whose account it is:
    /// one that another session begins does not, or sessions that begin each other would stay confirmed.
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

    /// The session that `token` belongs to, and whose it is.
    package func session(_ token: Token) async throws -> (session: Session, account: Account)? {
        let time = now()
        guard let found = try await store.session(token.digest, at: time) else { return nil }
        if time - found.session.used >= Session.useStep {
            // Who only looks is answered, too, where nothing can be written.
            do { try await store.use(found.session.id, at: time) } catch CommunityFault.cannotKeep {}
        }
        return found
    }

    /// Those of `sessions` that have not ended.
    package func running(_ sessions: Set<SessionID>) async throws -> Set<SessionID> {
        try await store.running(sessions, at: now())
    }

    package func sessions(of account: AccountID) async throws -> [Session] {
        try await store.sessions(of: account, at: now())
    }

    package func end(_ session: SessionID, of account: AccountID) async throws {
        try await store.end(session, of: account, at: now())
    }

    /// Whether anybody but `account` is operator.
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

    /// At most `limit` accounts by name, behind the one called `name`; a text that is no name is a place in the order
    /// all the same.
    package func all(after name: String?, limit: Int) async throws -> [Account] {
        try await store.accounts(after: name.map { (try? AccountName($0))?.folded ?? $0 }, limit: limit)
    }

    /// Gives an account another role; throws `notFound`, `lastOperator`. It stands in the history of both.
    ///
    /// - Parameter giver: Whoever gave it; `nil` for whoever may write the data folder.
    package func setRole(of id: AccountID, to role: Role, by giver: AccountID? = nil) async throws -> Account {
        try await store.change(id, .role(role, by: giver), at: now())
    }

    /// The same for the account called `name`; a text that is no name is nobody's.
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
    /// `flatMap` for what waits.
    fileprivate func asyncFlatMap<Result>(_ body: (Wrapped) async throws -> Result?) async rethrows -> Result? {
        guard let self else { return nil }
        return try await body(self)
    }
}
