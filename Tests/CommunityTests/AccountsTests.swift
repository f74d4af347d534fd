import Community
import Testing

@Suite struct AccountsTests {
    private static let cost = PasswordHash.Cost(logRounds: 4, parallelism: 1)
    private let store = MemoryStore()
    private let accounts: Accounts

    init() {
        accounts = Accounts(store: store, hasher: PasswordHasher(cost: Self.cost), now: { 1_700_000_000_000 })
    }

    @Test func `a registered person can log in, and acts with a token until logging out`() async throws {
        let account = try await accounts.register(name: "Anna", password: "correct horse")
        let (known, token) = try await accounts.logIn(
            name: "aNNa", password: "correct horse", kind: .page, label: "test")
        #expect(known == account && account.role == .user)
        let session = try #require(try await accounts.session(token))
        #expect(session.account == account)
        #expect(session.session.label == "test")
        try await accounts.end(session.session.id, of: account.id)
        #expect(try await accounts.session(token) == nil)
        #expect(try await accounts.session(Token(text: "hb_guess")) == nil)
    }

    @Test func `a wrong password and a wrong name get the same error`() async throws {
        _ = try await accounts.register(name: "anna", password: "correct horse")
        for (name, password) in [("anna", "correct hors"), ("annb", "correct horse"), ("", ""), ("a b\u{0}", "x")] {
            await #expect(throws: CommunityFault.wrongCredentials) {
                try await accounts.logIn(name: name, password: password, kind: .page, label: "test")
            }
        }
    }

    @Test func `a password is digested anew at log-in once digests are dearer`() async throws {
        let account = try await accounts.register(name: "anna", password: "correct horse")
        func costing(_ logRounds: Int) -> Accounts {
            Accounts(
                store: store, hasher: PasswordHasher(cost: .init(logRounds: logRounds, parallelism: 1)),
                now: { 1_700_000_000_000 })
        }
        func logIn(_ accounts: Accounts, _ password: String = "correct horse") async throws -> Account {
            try await accounts.logIn(name: "anna", password: password, kind: .page, label: "test").account
        }
        await #expect(throws: CommunityFault.wrongCredentials) { _ = try await logIn(costing(5), "wrong horse") }
        #expect(store.accounts([account.id])[account.id] == account)
        let before = try await logIn(costing(4)), dearer = try await logIn(costing(5))
        #expect(before.password == account.password)
        #expect(dearer.password.text.hasPrefix("$scrypt$ln=5,") && store.accounts([account.id])[account.id] == dearer)
        #expect(store.sessions(of: account.id, at: 1_700_000_000_001).count == 2)
        // It stays as expensive, and still is the password.
        #expect(try await logIn(costing(4)).password == dearer.password)
        #expect(try await logIn(costing(5)).revision == dearer.revision)
    }

    @Test func `simultaneous log-ins of one person all succeed, though the password is hashed anew`()
        async throws
    {
        _ = try await accounts.register(name: "anna", password: "correct horse")
        let dearer = Accounts(
            store: store, hasher: PasswordHasher(cost: .init(logRounds: 12, parallelism: 1), parallelism: 4),
            now: { 1_700_000_000_000 })
        let accounts = try await withThrowingTaskGroup(of: Account.self, returning: [Account].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try await dearer.logIn(name: "anna", password: "correct horse", kind: .page, label: "test").account
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(accounts.allSatisfy { $0.revision == 2 && $0.password.text.hasPrefix("$scrypt$ln=12,") })
    }

    @Test func `changing the password ends all other sessions`() async throws {
        let account = try await accounts.register(name: "anna", password: "correct horse")
        let mine = try await accounts.begin(.page, "mine", for: account, isConfirmed: false)
        let other = try await accounts.begin(.program, "other", for: account, isConfirmed: true)
        let asking = try #require(try await accounts.session(mine)).session
        await #expect(throws: CommunityFault.wrongCredentials) {
            try await accounts.changePassword(of: account, from: "wrong", to: "battery staple", by: asking)
        }
        #expect(try await accounts.session(other) != nil)
        let token = try #require(
            try await accounts.changePassword(of: account, from: "correct horse", to: "battery staple", by: asking))
        #expect(try await accounts.session(token)?.session.id == asking.id)
        #expect(try await accounts.session(mine) == nil)
        #expect(try await accounts.session(other) == nil)
        await #expect(throws: CommunityFault.wrongCredentials) {
            try await accounts.logIn(name: "anna", password: "correct horse", kind: .page, label: "test")
        }
        _ = try await accounts.logIn(name: "anna", password: "battery staple", kind: .page, label: "test")
    }

    @Test func `removing one's own account needs the password`() async throws {
        let account = try await accounts.register(name: "anna", password: "correct horse")
        await #expect(throws: CommunityFault.wrongCredentials) { try await accounts.remove(account, password: "no") }
        try await accounts.remove(account, password: "correct horse")
        #expect(store.accounts([account.id])[account.id] == nil)
        _ = try await accounts.register(name: "anna", password: "another horse")
    }

    @Test(arguments: [
        "a", "", " anna", "anna ", "an na", "-anna", "anna.", "a\u{0}b", "a<b>c", "a/b", "a\u{202e}b", "an\u{200d}na",
        "anna\u{3164}", "anna\u{fe0f}", "\u{430}nna", "Guest", "GUEST",
        String(repeating: "a", count: 33), "a" + String(repeating: "\u{301}", count: 9) + "b",
    ])
    func `a name that breaks a rule is refused`(name: String) {
        #expect(throws: CommunityFault.self) { try AccountName(name) }
    }

    @Test(arguments: ["anna", "Änne-Liisa", "李小龙", "محمد", "an.na_2", "Ürün", "0x", "प्रिया"])
    func `names of any script are accepted`(name: String) throws {
        #expect(try AccountName(name).text.unicodeScalars.count > 1)
    }

    @Test func `names that read alike are the same name`() throws {
        #expect(try AccountName("ＡＮＮＡ").folded == AccountName("anna").folded)
        #expect(try AccountName("Ä2").folded == AccountName("a\u{308}2").folded)
        #expect(try AccountName("ΓΙΆΝΝΗΣ").folded == AccountName("Γιάννης").folded)
        #expect(try AccountName("Straße").folded != AccountName("Strasse1").folded)
    }

    @Test(arguments: ["short", "aaaaaaaa", "abababab", "password", "PassWord1", "anna1234", "12345678"])
    func `a password that is easy to guess is refused`(password: String) async {
        await #expect(throws: CommunityFault.self) { try await accounts.register(name: "anna", password: password) }
    }

    @Test func `a letter that keyboards write in two ways is the same letter in a password`() async throws {
        _ = try await accounts.register(name: "anna", password: "p\u{e4}ssword horse")
        _ = try await accounts.logIn(name: "anna", password: "pa\u{308}ssword horse", kind: .page, label: "test")
    }

    @Test func `a log-in that was checked before the password changed begins no session`() async throws {
        let before = try await accounts.register(name: "anna", password: "correct horse")
        try await accounts.changePassword(of: before, from: "correct horse", to: "battery staple", by: nil)
        await #expect(throws: CommunityFault.changedMeanwhile(current: 2)) {
            try await accounts.begin(.page, "late", for: before, isConfirmed: true)
        }
    }

    @Test func `the digest of a password is scrypt's, as RFC 7914 prints it`() async throws {
        // §12, third vector: N 16384, r 8, p 1. The first 32 of its 64 bytes are the digest of 32.
        let text = "$scrypt$ln=14,r=8,p=1$U29kaXVtQ2hsb3JpZGU$cCO9yzr9c0hGHAbNgf046/2o+7qQT44+qbVD9lRdofI"
        var generator = SystemRandomNumberGenerator()
        let account = NewAccount(
            id: AccountID(at: 1, using: &generator), name: try AccountName("anna"), role: .user,
            password: PasswordHash(text: text))
        _ = try store.add(account, at: 1)
        _ = try await accounts.logIn(name: "anna", password: "pleaseletmein", kind: .page, label: "test")
        await #expect(throws: CommunityFault.wrongCredentials) {
            try await accounts.logIn(name: "anna", password: "pleaseletmeout", kind: .page, label: "test")
        }
    }

    @Test func `too many log-ins at once are turned away, not queued for ever`() async throws {
        let slow = Accounts(
            store: store, hasher: PasswordHasher(cost: Self.cost, parallelism: 1, maximumWaiting: 0), now: { 1 })
        await #expect(throws: CommunityFault.busy) {
            try await slow.logIn(name: "anna", password: "x", kind: .page, label: "test")
        }
    }
}
