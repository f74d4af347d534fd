/// The rules of accounts: who may register, log in and change what.
package struct Accounts: Sendable {
    typealias Store = AccountStore & SessionStore & RegistrationLinkStore & HistoryStore & PasskeyStore
    let store: any Store
    private let hasher: PasswordHasher
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
            return try await store.change(account.id, at: account.revision, .rehash(hash), at: now())
        } catch CommunityFault.busy, CommunityFault.cannotKeep {
            return account
        }
    }

    /// Begins a session of somebody who is known; throws `notFound` when the account has gone, `changedMeanwhile` when
    /// it is not the one that was known, and `invalid`. It counts as confirmed when whoever gets it has just shown whose
    /// account it is: one that another session begins does not, or sessions that begin each other would stay confirmed.
    package func begin(
        _ kind: Session.Kind, _ label: String, for account: Account, isConfirmed: Bool
    ) async throws -> Token {
        let (session, token) = try newSession(kind, label, for: account.id, isConfirmed: isConfirmed)
        try await store.add(session, at: account.revision)
        return token
    }

    func newSession(
        _ kind: Session.Kind, _ label: String, for account: AccountID, isConfirmed: Bool = true
    ) throws(CommunityFault) -> (Session, Token) {
        try Timeline.check(label, "label", maximum: 80)
        var generator = SystemRandomNumberGenerator()
        let token = Token(using: &generator), milliseconds = now()
        let session = Session(
            id: SessionID(at: milliseconds, using: &generator), account: account, kind: kind,
            label: label, token: token.digest, created: milliseconds,
            expires: milliseconds + kind.days * 86_400_000, confirmed: isConfirmed ? milliseconds : 0)
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

    /// Whether the holder of a session has shown lately whose account it is.
    package func isConfirmed(_ session: Session) -> Bool { session.isConfirmed(at: now()) }

    /// Confirms a session with the password of its account; throws `wrongCredentials`, `notFound`, `changedMeanwhile`
    /// and `busy`. Returns until when the confirmation holds, in milliseconds since 1970.
    package func confirm(
        _ session: SessionID, of account: Account, password: String
    ) async throws -> Int64 {
        try await check(password, of: account)
        return try await confirm(session, of: account)
    }

    /// Confirms a session whose holder has shown otherwise that `account`, as it was then, is theirs.
    package func confirm(_ session: SessionID, of account: Account) async throws -> Int64 {
        let time = now()
        try await store.confirm(session, at: account.revision, at: time)
        return time + Session.confirmationLifetime
    }

    /// What runs around a change that ends access to an account: it ends what is kept elsewhere, and then does the
    /// change.
    package typealias TakingBack =
        @Sendable (
            _ account: Account, _ change: @Sendable () async throws -> Account
        ) async throws -> Account

    /// Ends the sessions of `account` but `kept`.
    package func signOut(_ account: Account, keeping kept: Set<SessionID>, _ takeBack: TakingBack) async throws {
        _ = try await takeBack(account) { [store, now] in
            // Another revision by now does not matter: all there is ends.
            guard let current = try await store.account(account.id) else { throw CommunityFault.notFound }
            return try await store.change(current.id, at: current.revision, .signOut(keeping: kept), at: now())
        }
    }

    /// Changes the password of `account` and ends its sessions but the one that asks and `kept`; throws `wrongCredentials`, `invalid`,
    /// `busy`, and then has ended nothing.
    package func changePassword(
        of account: Account, from old: String, to new: String, by session: SessionID?,
        keeping kept: Set<SessionID> = [],
        _ takeBack: TakingBack = { _, change in try await change() }
    ) async throws {
        let password = try Password(new: new, for: account.name)
        try await check(old, of: account)
        var generator = SystemRandomNumberGenerator()
        let hash = try await hasher.hash(password, using: &generator)
        _ = try await takeBack(account) { [store, now] in
            try await store.change(
                account.id, at: account.revision, .password(hash, by: session, keeping: kept), at: now())
        }
    }

    /// Gives the account called `owner` a password without asking for the one before, ends all its sessions, and begins
    /// one, in one step: for who holds a set-up code that was made for it. Throws `codeOfAnother` unless it is there and
    /// called `name`, `invalid`, `busy`.
    package func recover(
        _ owner: String, name: String, password: String, kind: Session.Kind, label: String,
        _ takeBack: TakingBack = { _, change in try await change() }
    ) async throws -> (account: Account, token: Token) {
        guard let account = try await account(named: owner),
            (try? AccountName(name))?.folded == account.name.folded
        else { throw CommunityFault.codeOfAnother }
        let password = try Password(new: password, for: account.name)
        let (session, token) = try newSession(kind, label, for: account.id)
        var generator = SystemRandomNumberGenerator()
        let hash = try await hasher.hash(password, using: &generator)
        let changed = try await takeBack(account) { [store, now] in
            try await store.change(account.id, at: account.revision, .recovery(hash, beginning: session), at: now())
        }
        return (changed, token)
    }

    /// Whether anybody is operator.
    ///
    /// - Complexity: O(accounts) until the first operator by name.
    package func hasOperator() async throws -> Bool {
        var last: String?
        while true {
            let page = try await store.accounts(after: last, limit: 500)
            if page.contains(where: { $0.role == .operator }) { return true }
            guard page.count == 500 else { return false }
            last = page.last?.name.folded
        }
    }

    /// Removes `account` with its posts, votes and reports, and returns which pictures went with it; what it wrote in
    /// the guide stays, without its name. Throws `wrongCredentials`, `lastOperator`, `busy`.
    @discardableResult
    package func remove(_ account: Account, password: String) async throws -> [PictureID] {
        try await check(password, of: account)
        return try await store.remove(account.id, at: now())
    }

    /// At most `limit` accounts by name, behind the one called `name`; a text that is no name is a place in the order
    /// all the same.
    package func all(after name: String?, limit: Int) async throws -> [Account] {
        try await store.accounts(after: name.map { (try? AccountName($0))?.folded ?? $0 }, limit: limit)
    }

    /// Gives an account another role; throws `notFound`, `lastOperator`.
    package func setRole(of id: AccountID, to role: Role) async throws -> Account {
        guard let account = try await store.account(id) else { throw CommunityFault.notFound }
        return try await store.change(id, at: account.revision, .role(role), at: now())
    }

    /// The same for the account called `name`; a text that is no name is nobody's.
    package func setRole(named name: String, to role: Role) async throws -> Account {
        guard let name = try? AccountName(name), let account = try await store.account(named: name.folded) else {
            throw CommunityFault.notFound
        }
        return try await setRole(of: account.id, to: role)
    }

    private func check(_ password: String, of account: Account) async throws {
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
