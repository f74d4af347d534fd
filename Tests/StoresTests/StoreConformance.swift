import Community
import Foundation
import GeoCore
import Stores
import TestSupport
import Testing

/// What every store does, tried on each of them.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
    case memory, sqlite, postgres

    /// PostgreSQL only where there is a server; `make test-postgres` starts one.
    static var allCases: [Self] { TestPostgres.server == nil ? [.memory, .sqlite] : [.memory, .sqlite, .postgres] }

    var testDescription: String { rawValue }

    /// An empty store, and where its files are.
    func make() throws -> (store: any CommunityStore, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        switch self {
        case .memory: return (MemoryStore(), folder)
        case .sqlite: return (try SQLiteStore(path: folder.file("community.sqlite")), folder)
        case .postgres:
            let server = try #require(TestPostgres.server)
            return (try SQLiteStore(server, tenant: UUID().uuidString), folder)
        }
    }
}

/// The PostgreSQL server of a test run, with a place for each test.
enum TestPostgres {
    static let server = address.flatMap { try? PostgresServer($0) }
    /// The same server: it is set up as a cluster of keys has to be.
    static let keys = address.flatMap { try? PostgresKeyCluster($0) }

    private static let address = ProcessInfo.processInfo.environment["HEREABOUTS_TEST_POSTGRES"]
}

/// Entities for tests, different each time.
enum Made {
    static func id<Entity>(at milliseconds: Int64 = 1) -> ID<Entity> {
        var generator = SystemRandomNumberGenerator()
        return ID(at: milliseconds, using: &generator)
    }

    static func account(_ name: String, _ role: Role = .user) throws -> NewAccount {
        NewAccount(id: id(), name: try AccountName(name), role: role, password: password)
    }

    /// That of every account that is made here.
    static let password = PasswordHash(text: "none")
    static let grounds = SessionGrounds.password(password)

    static func post(_ message: String, by author: Account? = nil, at location: PostLocation? = nil) -> NewPost {
        NewPost(
            id: id(), author: Post.Author(account: author?.id, name: author?.name.text ?? "guest"), message: message,
            location: location)
    }

    static func session(
        of account: Account, by passkey: PasskeyID? = nil, expires: Int64 = 1000, at milliseconds: Int64 = 1
    ) -> Session {
        var generator = SystemRandomNumberGenerator()
        return Session(
            id: id(at: milliseconds), account: account.id, kind: .page, label: "test",
            token: Token(using: &generator).digest, created: milliseconds, expires: expires,
            passkey: passkey)
    }

    /// A picture that is not added yet.
    static func picture(
        of owner: AccountID?, bytes: Int = 7, isOfGuide: Bool = false, at milliseconds: Int64 = 1
    ) -> Picture {
        Picture(
            id: id(), owner: owner, width: 30, height: 20, bytes: bytes, isOfGuide: isOfGuide, created: milliseconds)
    }

    /// A key that `account` uses for a request with this content.
    static func key(of account: AccountID?, for content: String = "", _ text: String = "0123456789abcdef") throws
        -> IdempotencyKey
    {
        try #require(IdempotencyKey(text, of: account, for: [content]))
    }

    static let location = PostLocation(
        point: PointE7(latitudeE7: 601_700_000, longitudeE7: 249_400_000), accuracyMetres: 12.5, place: "Kluuvi",
        facing: .northEast, speed: .walking)
}

// The same without keys.
extension PictureStore {
    func add(_ picture: Picture, within budget: PictureBudget) async throws {
        _ = try await add(picture, key: nil, within: budget)
    }
}

extension GuideStore {
    func setVote(_ isFor: Bool, for work: GuideID, by account: AccountID) async throws {
        try await setVote(isFor, for: work, by: account, key: nil, at: 1)
    }
}

@Suite(.checksStatements) struct AccountConformance {
    @Test(arguments: StoreKind.allCases)
    func `an account is found by id and by any spelling of its name, and its name is taken`(kind: StoreKind)
        async throws
    {
        let (store, _) = try kind.make()
        let added = try await store.add(Made.account("Änne"), at: 5)
        #expect(added.revision == 1 && added.created == added.changed && added.created.milliseconds == 5)
        #expect(try await store.account(added.id) == added)
        #expect(try await store.account(named: AccountName("A\u{308}NNE").folded) == added)
        #expect(try await store.account(named: "nobody") == nil)
        await #expect(throws: CommunityFault.nameTaken) { try await store.add(Made.account("äNNE"), at: 6) }
    }

    @Test(arguments: StoreKind.allCases)
    func `accounts come in the order of their names, page by page`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        for name in ["cc", "Aa", "dd", "bb", "ää"] { _ = try await store.add(Made.account(name), at: 1) }
        let first = try await store.accounts(after: nil, limit: 3)
        #expect(first.map(\.name.text) == ["Aa", "bb", "cc"])
        #expect(try await store.accounts(after: "cc", limit: 3).map(\.name.text) == ["dd", "ää"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a change of the password needs the one it replaces`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        let added = try await store.add(Made.account("anna"), at: 1), new = PasswordHash(text: "new")
        let change = AccountChange.password(new, replacing: Made.password, by: nil, keeping: .init())
        let changed = try await store.change(added.id, change, at: 2)
        #expect(changed.revision == 2 && changed.password == new && changed.changed > added.changed)
        #expect(try await store.account(added.id) == changed)
        for late in [change, .rehash(new, replacing: Made.password)] {
            await #expect(throws: CommunityFault.changedMeanwhile(current: 2)) {
                try await store.change(added.id, late, at: 3)
            }
        }
        let session = Made.session(of: changed)
        try await store.add(session, on: .password(new))
        // Simultaneous changes of other data do no harm.
        _ = try await store.change(added.id, .role(.curator, by: nil), at: 3)
        let dearer = PasswordHash(text: "dearer")
        let rehashed = try await store.change(added.id, .rehash(dearer, replacing: new), at: 4)
        #expect(rehashed.password == dearer && rehashed.revision == 4)
        #expect(try await store.session(session.token, at: 5)?.account == rehashed)
        await #expect(throws: CommunityFault.notFound) {
            try await store.change(Made.id(), .role(.curator, by: nil), at: 3)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `the last operator stays`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        let first = try await store.add(Made.account("first", .operator), at: 1)
        await #expect(throws: CommunityFault.lastOperator) { try await store.remove(first.id, at: 2) }
        await #expect(throws: CommunityFault.lastOperator) {
            try await store.change(first.id, .role(.user, by: nil), at: 2)
        }
        let second = try await store.add(Made.account("second", .operator), at: 3)
        try await store.remove(first.id, at: 4)
        #expect(try await store.account(second.id) == second)
        #expect(try await store.accounts([second.id, first.id]) == [second.id: second])
        await #expect(throws: CommunityFault.lastOperator) { try await store.remove(second.id, at: 5) }
    }

    @Test(arguments: StoreKind.allCases)
    func `removing an account leaves none of its entries`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let author = try await store.add(Made.account("author-of-secrets"), at: 1)
        let other = try await store.add(Made.account("other"), at: 1)
        let session = Made.session(of: author)
        try await store.add(session, on: Made.grounds)
        let key = try #require(IdempotencyKey("0123456789abcdef", of: author.id))
        let post = try await store.add(Made.post("secret-text", by: author, at: Made.location), key: key, at: 2)
        let kept = try await store.add(Made.post("kept", by: other), key: nil, at: 3)
        try await store.add(
            NewReport(id: Made.id(), post: kept.id, reporter: author.id, reason: "secret-reason"), at: 4)
        try await store.remove(author.id, at: 9)
        #expect(try await store.account(author.id) == nil)
        #expect(try await store.session(session.token, at: 5) == nil)
        #expect(try await store.reportedPosts(before: nil, limit: 9).isEmpty)
        #expect(try await store.posts(before: nil, limit: 9) == [kept])
        let trace = try #require(try await store.post(post.id))
        #expect(trace.state == .deleted && trace.message.isEmpty && trace.location == nil && trace.author.name.isEmpty)
        #expect(try await store.posts(changedAfter: kept.changed, limit: 9).map(\.id) == [post.id])
        await #expect(throws: CommunityFault.notFound) { try await store.remove(author.id, at: 10) }
        withExtendedLifetime(folder) {}
    }
}

@Suite(.checksStatements) struct SessionConformance {
    @Test(arguments: StoreKind.allCases)
    func `a session is found by its token until it ends`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        let account = try await store.add(Made.account("anna"), at: 1)
        let session = Made.session(of: account, expires: 100)
        try await store.add(session, on: Made.grounds)
        let found = try #require(try await store.session(session.token, at: 99))
        #expect(found.session == session && found.account == account)
        #expect(try await store.session(session.token, at: 100) == nil)
        let second = Made.session(of: account, expires: 200)
        try await store.add(second, on: Made.grounds)
        let known: Set = [session.id, second.id], asked = known.union([Made.id()])
        #expect(try await store.running(asked, at: 99) == known)
        #expect(try await store.running(asked, at: 100) == [second.id])
        try await store.end(second.id, of: account.id, at: 2)
        #expect(try await store.running(asked, at: 99) == [session.id])
        #expect(try await store.sessions(of: account.id, at: 100).isEmpty)
        let stranger = try await store.add(Made.account("stranger"), at: 1)
        await #expect(throws: CommunityFault.notFound) { try await store.end(session.id, of: stranger.id, at: 2) }
        try await store.end(session.id, of: account.id, at: 2)
        #expect(try await store.session(session.token, at: 1) == nil)
        await #expect(throws: CommunityFault.notFound) { try await store.end(session.id, of: account.id, at: 2) }
    }

    @Test(arguments: StoreKind.allCases)
    func `an account begins with a session, or not at all`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        _ = folder
        func session(of new: NewAccount) -> Session {
            Made.session(
                of: Account(
                    id: new.id, name: new.name, role: new.role, password: new.password, revision: 1,
                    created: HybridTime(rawValue: 0), changed: HybridTime(rawValue: 0)))
        }
        let new = try Made.account("anna"), first = session(of: new)
        let added = try await store.add(new, beginning: first, at: 5)
        #expect(added.id == new.id && added.revision == 1 && added.created.milliseconds == 5)
        let found = try #require(try await store.session(first.token, at: 6))
        #expect(found.session == first && found.account == added)
        let other = try Made.account("ANNA"), second = session(of: other)
        await #expect(throws: CommunityFault.nameTaken) { try await store.add(other, beginning: second, at: 6) }
        #expect(try await store.account(other.id) == nil)
        #expect(try await store.session(second.token, at: 6) == nil)
        // A session of somebody else takes the account with it.
        let third = try Made.account("ben")
        await #expect(throws: CommunityFault.notFound) {
            try await store.add(third, beginning: session(of: Made.account("nobody")), at: 7)
        }
        #expect(try await store.account(third.id) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `a session requested by another session needs that session`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1),
            ben = try await store.add(Made.account("ben"), at: 1)
        let first = Made.session(of: anna), other = Made.session(of: ben)
        for session in [first, other] { try await store.add(session, on: Made.grounds) }
        try await store.add(Made.session(of: anna), on: .session(first.id))
        for asking in [other.id, Made.id()] {
            await #expect(throws: CommunityFault.notFound) {
                try await store.add(Made.session(of: anna), on: .session(asking))
            }
        }
        try await store.end(first.id, of: anna.id, at: 2)
        await #expect(throws: CommunityFault.notFound) {
            try await store.add(Made.session(of: anna), on: .session(first.id))
        }
        #expect(try await store.sessions(of: anna.id, at: 3).count == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `all sessions but one can be ended, and the number of sessions is limited`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        let account = try await store.add(Made.account("anna"), at: 1)
        let sessions = (1...Session.maximum + 3).map { Made.session(of: account, at: Int64($0)) }
        for session in sessions { try await store.add(session, on: Made.grounds) }
        let kept = try await store.sessions(of: account.id, at: 1)
        #expect(kept == Array(sessions.reversed().prefix(Session.maximum)))
        // A new one goes in even when the clock was set back, and those that have ended go first.
        let early = Made.session(of: account, expires: 500, at: 0)
        try await store.add(early, on: Made.grounds)
        #expect(try await store.session(early.token, at: 2)?.session == early)
        let hash = PasswordHash(text: "new"), token = Made.session(of: account).token
        // The page that asks has another token: a copy of the old token is worthless.
        let renewal = SessionRenewal(of: kept[7].id, from: kept[7].token, to: token)
        for wrong in [
            SessionRenewal(of: kept[7].id, from: kept[6].token, to: token),
            SessionRenewal(of: Made.id(), from: kept[7].token, to: token),
        ] {
            await #expect(throws: CommunityFault.notFound) {
                try await store.change(
                    account.id, .password(hash, replacing: Made.password, by: wrong, keeping: .init()), at: 2)
            }
        }
        #expect(try await store.sessions(of: account.id, at: 1).count == Session.maximum)
        _ = try await store.change(
            account.id, .password(hash, replacing: Made.password, by: renewal, keeping: .init()), at: 2)
        var asking = kept[7]
        (asking.confirmed, asking.token) = (2, token)
        #expect(try await store.sessions(of: account.id, at: 1) == [asking])
        #expect(try await store.session(kept[7].token, at: 2) == nil)
        await #expect(throws: CommunityFault.changedMeanwhile(current: 2)) {
            try await store.add(Made.session(of: account), on: Made.grounds)
        }
        let last = PasswordHash(text: "last")
        _ = try await store.change(account.id, .password(last, replacing: hash, by: nil, keeping: .init()), at: 2)
        #expect(try await store.sessions(of: account.id, at: 1).isEmpty)
        // A password that was lost: one session begins in the step that ends the others.
        for session in sessions.prefix(2) { try await store.add(session, on: .password(last)) }
        await #expect(throws: CommunityFault.changedMeanwhile(current: 3)) {
            try await store.change(account.id, .recovery(hash, replacing: hash, beginning: early), at: 3)
        }
        #expect(try await store.sessions(of: account.id, at: 1).count == 2)
        let recovered = try await store.change(
            account.id, .recovery(hash, replacing: last, beginning: sessions[5]), at: 3)
        #expect(recovered.revision == 4 && recovered.password == hash)
        #expect(try await store.sessions(of: account.id, at: 1) == [sessions[5]])
        let gone = try await store.add(Made.account("gone"), at: 1)
        try await store.remove(gone.id, at: 2)
        await #expect(throws: CommunityFault.notFound) { try await store.add(Made.session(of: gone), on: Made.grounds) }
    }
}

@Suite(.checksStatements) struct PostConformance {
    @Test(arguments: StoreKind.allCases)
    func `a post comes back as it was added`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        let author = try await store.add(Made.account("anna"), at: 1)
        let messages = ["plain", "'; DROP TABLE posts; --", "👩‍👩‍👧 \u{202e}", "tab\tline\n"]
        for message in messages {
            let located = NewPost(
                id: Made.id(), author: Post.Author(account: author.id, name: "anna"), message: message,
                location: Made.location, classicLocation: "[60.17, 24.94, \"Kluuvi\", \"NE\", \"walking\"]",
                isSimulated: true)
            let added = try await store.add(located, key: nil, at: 7)
            #expect(added.message == message && added.location == Made.location && added.state == .shown)
            #expect(try await store.post(added.id) == added)
        }
        let bare = try await store.add(Made.post("bare"), key: nil, at: 8)
        #expect(try await store.post(bare.id) == bare)
        #expect(bare.location == nil && bare.author.account == nil)
        #expect(try await store.post(Made.id()) == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `pages neither skip nor repeat while posts arrive and go`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        var expected: [PostID] = []
        // The clock stands still: order comes from the hybrid counter.
        for number in 0..<100 { expected.append(try await store.add(Made.post("\(number)"), key: nil, at: 42).id) }
        var seen: [PostID] = [], cursor: PostCursor?
        while true {
            let page = try await store.posts(before: cursor, limit: 7)
            guard let last = page.last else { break }
            seen += page.map(\.id)
            cursor = PostCursor(after: last)
            _ = try await store.add(Made.post("new"), key: nil, at: 41)
            // The one the cursor names goes: its place in the order stays.
            _ = try await store.change(last.id, at: nil, .delete, at: 43)
        }
        #expect(seen == expected.reversed())
    }

    @Test(arguments: StoreKind.allCases)
    func `a key adds one post, for one person, for thirty days`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        _ = folder
        let anna = try await store.add(Made.account("anna"), at: 1),
            ben = try await store.add(Made.account("ben"), at: 1)
        #expect(IdempotencyKey.memory == 30 * 24 * 3_600_000)
        let key = try Made.key(of: anna.id)
        let first = try await store.add(Made.post("once", by: anna), key: key, at: 10)
        for time in [11, 26 * 3_600_000, 9 + IdempotencyKey.memory] as [Timestamp] {
            #expect(try await store.add(Made.post("once", by: anna), key: key, at: time) == first)
        }
        await #expect(throws: CommunityFault.keyUsed) {
            try await store.add(Made.post("other", by: anna), key: Made.key(of: anna.id, for: "other"), at: 12)
        }
        let other = try Made.key(of: ben.id)
        #expect(try await store.add(Made.post("mine", by: ben), key: other, at: 12) != first)
        let later = try await store.add(Made.post("again", by: anna), key: key, at: 10 + IdempotencyKey.memory)
        #expect(later != first)
        #expect(try await store.posts(before: nil, limit: 9).count == 3)
        _ = try await store.change(later.id, at: nil, .delete, at: 12)
        await #expect(throws: CommunityFault.notFound) {
            try await store.add(Made.post("again", by: anna), key: key, at: 11 + IdempotencyKey.memory)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `many requests with one key at once add one post`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        _ = folder
        let anna = try await store.add(Made.account("anna"), at: 1), key = try Made.key(of: anna.id)
        let ids = try await withThrowingTaskGroup(of: PostID.self) { group in
            for _ in 0..<20 {
                group.addTask { try await store.add(Made.post("once", by: anna), key: key, at: 2).id }
            }
            return try await group.reduce(into: Set<PostID>()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(try await store.posts(before: nil, limit: 9).map(\.id) == Array(ids))
        #expect(try await store.postsOfDay(by: anna.id, at: 2) == 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `expired keys and the oldest beyond a limit are forgotten`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        _ = folder
        let keys = try (0..<4).map { try Made.key(of: nil, "0123456789abcde\($0)") }
        for (number, key) in keys.enumerated() {
            _ = try await store.add(Made.post("\(number)"), key: key, at: Timestamp(number))
        }
        try await store.forgetKeys(at: IdempotencyKey.memory, beyond: 2)
        for (number, key) in keys.enumerated() {
            _ = try await store.add(Made.post("\(number)"), key: key, at: 9)
        }
        // The first has expired, and the second is one too many.
        let messages = try await store.posts(before: nil, limit: 9).map(\.message)
        #expect(messages == ["1", "0", "3", "2", "1", "0"])
    }

    @Test(arguments: StoreKind.allCases)
    func `a late post keeps its own time, stands where it arrived, and loses the time when it is deleted`(
        kind: StoreKind
    )
        async throws
    {
        let (store, folder) = try kind.make()
        _ = folder
        let early = try await store.add(Made.post("early"), key: nil, at: 5_000_000)
        var draft = Made.post("late")
        draft.written = 1_000_000
        let late = try await store.add(draft, key: nil, at: 6_000_000)
        #expect(late.written == 1_000_000 && late.created.milliseconds == 6_000_000 && early.written == nil)
        #expect(try await store.posts(before: nil, limit: 9) == [late, early])
        #expect(try await store.posts(changedAfter: early.changed, limit: 9) == [late])
        #expect(try await store.change(late.id, at: nil, .delete, at: 7_000_000).written == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `changes are made at a revision and come in their order`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        #expect(try await store.lastChange() == HybridTime(rawValue: 0))
        let posts = try await [
            store.add(Made.post("a"), key: nil, at: 1), store.add(Made.post("b"), key: nil, at: 1),
            store.add(Made.post("c"), key: nil, at: 1),
        ]
        let edited = try await store.change(posts[1].id, at: 1, .message("B"), at: 1)
        #expect(try await store.lastChange() == edited.changed)
        #expect(edited.message == "B" && edited.revision == 2 && edited.created == posts[1].created)
        await #expect(throws: CommunityFault.changedMeanwhile(current: 2)) {
            try await store.change(posts[1].id, at: 1, .message("x"), at: 1)
        }
        let hidden = try await store.change(posts[0].id, at: nil, .hide, at: 1)
        #expect(hidden.state == .hidden)
        #expect(try await store.posts(before: nil, limit: 9).map(\.id) == [posts[2].id, posts[1].id])
        #expect(
            try await store.posts(changedAfter: posts[1].changed, limit: 9).map(\.id)
                == [posts[2].id, posts[1].id, posts[0].id])
        #expect(
            try await store.posts(changedAfter: posts[1].changed, limit: 2).map(\.id) == [posts[2].id, posts[1].id])
        #expect(try await store.change(posts[0].id, at: nil, .show, at: 1).state == .shown)
        #expect(try await store.change(posts[0].id, at: nil, .delete, at: 1).state == .deleted)
        await #expect(throws: CommunityFault.notFound) {
            try await store.change(posts[0].id, at: nil, .show, at: 1)
        }
        await #expect(throws: CommunityFault.notFound) { try await store.change(Made.id(), at: nil, .hide, at: 1) }
    }

    @Test(arguments: StoreKind.allCases)
    func `a removed account cannot post`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        let gone = try await store.add(Made.account("gone"), at: 1)
        try await store.remove(gone.id, at: 2)
        await #expect(throws: CommunityFault.notFound) {
            try await store.add(Made.post("ghost", by: gone), key: nil, at: 3)
        }
        #expect(try await store.posts(before: nil, limit: 1).isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `a key is known until it expires, its post is deleted or its account is removed`(
        kind: StoreKind
    ) async throws {
        let (store, folder) = try kind.make()
        _ = folder
        let anna = try await store.add(Made.account("anna"), at: 1)
        let keys = try [Made.key(of: anna.id), Made.key(of: nil)]
        let own = try await store.add(Made.post("own", by: anna), key: keys[0], at: 2)
        let guests = try await store.add(Made.post("guest's"), key: keys[1], at: 2)
        #expect(try await store.post(addedWith: keys[0], at: 3)?.id == own.id)
        #expect(try await store.post(addedWith: keys[1], at: 3)?.id == guests.id)
        #expect(try await store.post(addedWith: keys[1], at: 2 + IdempotencyKey.memory) == nil)
        _ = try await store.change(guests.id, at: nil, .delete, at: 4)
        await #expect(throws: CommunityFault.notFound) { try await store.post(addedWith: keys[1], at: 5) }
        try await store.remove(anna.id, at: 6)
        #expect(try await store.post(addedWith: keys[0], at: 7) == nil)
    }
}

@Suite(.checksStatements) struct ReportConformance {
    @Test(arguments: StoreKind.allCases)
    func `one person reports a post once, operators settle it`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1),
            ben = try await store.add(Made.account("ben"), at: 1)
        let post = try await store.add(Made.post("rude"), key: nil, at: 2)
        try await store.add(NewReport(id: Made.id(), post: post.id, reporter: anna.id, reason: "rude"), at: 3)
        try await store.add(NewReport(id: Made.id(), post: post.id, reporter: ben.id, reason: "spam"), at: 4)
        try await store.add(NewReport(id: Made.id(), post: post.id, reporter: anna.id, reason: "very rude"), at: 5)
        let open = try await store.reportedPosts(before: nil, limit: 9)
        #expect(open.map(\.post) == [post] && open.map(\.count) == [2])
        #expect(open[0].reports.map(\.reason) == ["spam", "very rude"])
        #expect(open[0].reports.map(\.reporterName) == ["ben", "anna"])
        #expect(open[0].lastReported == open[0].reports[0].created)
        try await store.settleReports(of: post.id, at: 6)
        #expect(try await store.reportedPosts(before: nil, limit: 9).isEmpty)
        await #expect(throws: CommunityFault.notFound) { try await store.settleReports(of: post.id, at: 7) }
        try await store.add(NewReport(id: Made.id(), post: post.id, reporter: anna.id, reason: "rude"), at: 7)
        _ = try await store.change(post.id, at: nil, .hide, at: 7)
        #expect(try await store.reportedPosts(before: nil, limit: 9).isEmpty)
        _ = try await store.change(post.id, at: nil, .show, at: 7)
        // A post that is shown anyway: saying so settles what was reported, too.
        try await store.add(NewReport(id: Made.id(), post: post.id, reporter: anna.id, reason: "rude"), at: 7)
        _ = try await store.change(post.id, at: nil, .show, at: 7)
        #expect(try await store.reportedPosts(before: nil, limit: 9).isEmpty)
        await #expect(throws: CommunityFault.notFound) {
            try await store.add(NewReport(id: Made.id(), post: post.id, reporter: Made.id(), reason: "x"), at: 8)
        }
        _ = try await store.change(post.id, at: nil, .delete, at: 8)
        await #expect(throws: CommunityFault.notFound) {
            try await store.add(NewReport(id: Made.id(), post: post.id, reporter: anna.id, reason: "late"), at: 9)
        }
    }
}

@Suite(.checksStatements) struct OperatorListConformance {
    /// Reads a list page by page, `limit` entries each.
    private func all<Entry>(
        limit: Int, place: (Entry) -> PostCursor, _ page: (PostCursor?, Int) async throws -> [Entry]
    ) async throws -> [Entry] {
        var seen: [Entry] = []
        while true {
            let next = try await page(seen.last.map(place), limit)
            guard !next.isEmpty, seen.count < 100 else { return seen }
            seen += next
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `reported posts come by their last report, in pages, with the newest reports`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        var posts: [PostID] = []
        for number in 0..<7 { posts.append(try await store.add(Made.post("\(number)"), key: nil, at: 1).id) }
        var people: [Account] = []
        for number in 0...ReportedPost.maximumReports {
            people.append(try await store.add(Made.account("person\(number)"), at: 1))
        }
        func report(_ post: PostID, _ person: Account) async throws {
            let report = NewReport(id: Made.id(), post: post, reporter: person.id, reason: "by \(person.name.text)")
            // The machine's clock stands still.
            try await store.add(report, at: 2)
        }
        for post in posts { try await report(post, people[0]) }
        for person in people { try await report(posts[3], person) }
        let expected = [3, 6, 5, 4, 2, 1, 0].map { posts[$0] }
        for limit in [1, 2, 3, 7, 20] {
            let seen = try await all(limit: limit, place: { PostCursor(after: $0) }) {
                try await store.reportedPosts(before: $0, limit: $1)
            }
            #expect(seen.map(\.post.id) == expected)
        }
        let first = try #require(try await store.reportedPosts(before: nil, limit: 1).first)
        #expect(first.count == people.count)
        #expect(
            first.reports.map(\.reporterName) == people.reversed().prefix(ReportedPost.maximumReports).map(\.name.text))
        // A report goes with the account of who made it.
        try await store.remove(people[1].id, at: 3)
        #expect(try await store.reportedPosts(before: nil, limit: 1).first?.count == people.count - 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `hidden posts come by their last change, in pages, until they are shown or deleted`(kind: StoreKind)
        async throws
    {
        let (store, _) = try kind.make()
        var posts: [PostID] = []
        for number in 0..<7 { posts.append(try await store.add(Made.post("\(number)"), key: nil, at: 1).id) }
        #expect(try await store.hiddenPosts(of: nil, before: nil, limit: 9).isEmpty)
        for number in [4, 0, 2, 6, 1] { _ = try await store.change(posts[number], at: nil, .hide, at: 1) }
        _ = try await store.change(posts[0], at: nil, .message("better"), at: 1)
        func hidden(_ limit: Int) async throws -> [PostID] {
            try await all(limit: limit, place: { PostCursor(afterHidden: $0) }) {
                try await store.hiddenPosts(of: nil, before: $0, limit: $1)
            }.map(\.id)
        }
        for limit in [1, 2, 5, 20] { #expect(try await hidden(limit) == [0, 1, 6, 2, 4].map { posts[$0] }) }
        _ = try await store.change(posts[6], at: nil, .show, at: 1)
        _ = try await store.change(posts[2], at: nil, .delete, at: 1)
        #expect(try await hidden(9) == [0, 1, 4].map { posts[$0] })
    }

    @Test(arguments: StoreKind.allCases)
    func `somebody's own hidden posts come alone`(kind: StoreKind) async throws {
        let (store, _) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1),
            ben = try await store.add(Made.account("ben"), at: 1)
        var posts: [PostID] = []
        for author in [anna, ben, anna, nil] {
            posts.append(try await store.add(Made.post("x", by: author), key: nil, at: 1).id)
        }
        for post in posts.dropFirst() { _ = try await store.change(post, at: nil, .hide, at: 1) }
        func hidden(of author: AccountID?) async throws -> [PostID] {
            try await store.hiddenPosts(of: author, before: nil, limit: 9).map(\.id)
        }
        #expect(try await hidden(of: anna.id) == [posts[2]])
        #expect(try await hidden(of: ben.id) == [posts[1]])
        #expect(try await hidden(of: nil) == [posts[3], posts[2], posts[1]])
    }
}

@Suite(.checksStatements) struct PictureConformance {
    private func picture(of owner: Account?, at milliseconds: Int64 = 1) -> Picture {
        Made.picture(of: owner?.id, at: milliseconds)
    }

    private func post(_ message: String, by author: Account?, _ picture: Picture, text: String = "") -> NewPost {
        NewPost(
            id: Made.id(), author: Post.Author(account: author?.id, name: author?.name.text ?? "guest"),
            message: message, location: nil, picture: picture.id, pictureText: text)
    }

    @Test(arguments: StoreKind.allCases)
    func `a picture is shown by one post of its owner`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        _ = folder
        let anna = try await store.add(Made.account("anna"), at: 1),
            ben = try await store.add(Made.account("ben"), at: 1)
        let mine = picture(of: anna)
        try await store.add(mine, within: .unlimited)
        #expect(try await store.picture(mine.id) == mine)
        #expect(try await store.post(showing: mine.id) == nil)
        for author in [ben, nil] {
            await #expect(throws: CommunityFault.pictureUnavailable) {
                _ = try await store.add(post("not mine", by: author, mine), key: nil, at: 2)
            }
        }
        let added = try await store.add(post("mine", by: anna, mine, text: "A dog"), key: nil, at: 3)
        #expect(added.picture == ShownPicture(id: mine.id, width: 30, height: 20, text: "A dog"))
        #expect(try await store.post(added.id) == added)
        #expect(try await store.posts(before: nil, limit: 9) == [added])
        #expect(try await store.post(showing: mine.id) == added)
        await #expect(throws: CommunityFault.pictureUnavailable) {
            _ = try await store.add(post("again", by: anna, mine), key: nil, at: 4)
        }
        await #expect(throws: CommunityFault.pictureUnavailable) {
            _ = try await store.add(post("none", by: anna, picture(of: anna)), key: nil, at: 4)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a guest's picture works for guests' posts only, and a stranger's for none`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        _ = folder
        let guests = picture(of: nil)
        try await store.add(guests, within: .unlimited)
        #expect(try await store.add(post("", by: nil, guests), key: nil, at: 1).picture?.id == guests.id)
        let gone = Made.picture(of: Made.id())
        await #expect(throws: CommunityFault.notFound) { try await store.add(gone, within: .unlimited) }
        // Nor is a guest's what the guide keeps, though it has no owner either.
        let guides = Made.picture(of: nil, isOfGuide: true)
        try await store.add(guides, within: .unlimited)
        await #expect(throws: CommunityFault.pictureUnavailable) {
            _ = try await store.add(post("", by: nil, guides), key: nil, at: 1)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a key adds one picture, and another when that one is gone`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        _ = folder
        let anna = try await store.add(Made.account("anna"), at: 1), key = try Made.key(of: anna.id, for: "file")
        let first = picture(of: anna, at: 1), again = picture(of: anna, at: 2)
        #expect(try await store.picture(addedWith: key, at: 1) == nil)
        #expect(try await store.add(first, key: key, within: .unlimited) == first)
        #expect(try await store.add(again, key: key, within: .unlimited) == first)
        #expect(try await store.picture(addedWith: key, at: 2) == first)
        #expect(try await store.picture(again.id) == nil)
        await #expect(throws: CommunityFault.keyUsed) {
            try await store.add(again, key: Made.key(of: anna.id, for: "other"), within: .unlimited)
        }
        #expect(try await store.forgetUnusedPictures(addedBefore: 3) == [first.id])
        #expect(try await store.picture(addedWith: key, at: 3) == nil)
        #expect(try await store.add(again, key: key, within: .unlimited) == again)
    }

    @Test(arguments: StoreKind.allCases)
    func `a picture goes with its post, with its owner, and when it waits too long`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        _ = folder
        let anna = try await store.add(Made.account("anna"), at: 1)
        let pictures = (0..<4).map { picture(of: anna, at: Int64($0)) }, guests = picture(of: nil, at: 9)
        for picture in pictures + [guests] { try await store.add(picture, within: .unlimited) }
        let first = try await store.add(post("a", by: anna, pictures[0]), key: nil, at: 5)
        _ = try await store.add(post("b", by: anna, pictures[1]), key: nil, at: 6)
        let deleted = try await store.change(first.id, at: nil, .delete, at: 7)
        #expect(deleted.picture == nil)
        #expect(try await store.picture(pictures[0].id) == nil)
        #expect(try await store.forgetUnusedPictures(addedBefore: 3) == [pictures[2].id])
        #expect(try await store.picture(pictures[2].id) == nil)
        #expect(Set(try await store.remove(anna.id, at: 8)) == [pictures[1].id, pictures[3].id])
        for picture in pictures { #expect(try await store.picture(picture.id) == nil) }
        #expect(try await store.picture(guests.id) == guests)
    }

    @Test(arguments: StoreKind.allCases)
    func `pictures stay within the budgets of their owner, of guests, of the guide and of all`(kind: StoreKind)
        async throws
    {
        let (store, folder) = try kind.make()
        _ = folder
        let anna = try await store.add(Made.account("anna"), at: 1),
            ben = try await store.add(Made.account("ben"), at: 1)
        var budget = PictureBudget()
        (budget.perAccount, budget.guests, budget.guide, budget.everything) = (100, 50, 70, 220)
        func add(_ bytes: Int, _ owner: Account?, isOfGuide: Bool = false) async throws {
            try await store.add(
                Made.picture(of: owner?.id, bytes: bytes, isOfGuide: isOfGuide), within: budget)
        }
        try await add(60, anna)
        try await add(40, anna)
        try await add(50, nil)
        try await add(70, anna, isOfGuide: true)
        let faults: [(Account?, Bool, CommunityFault)] = [
            (anna, false, .pictureBudget(.account(anna.id), bytes: 100)),
            (nil, false, .pictureBudget(.guests, bytes: 50)),
            (ben, true, .pictureBudget(.guide, bytes: 70)), (ben, false, .pictureBudget(nil, bytes: 220)),
        ]
        for (owner, isOfGuide, fault) in faults {
            await #expect(throws: fault) { try await add(1, owner, isOfGuide: isOfGuide) }
        }
        let shares: [(PictureShare?, Int)] = [
            (.account(anna.id), 100), (.account(ben.id), 0), (.guests, 50), (.guide, 70), (nil, 220),
        ]
        for (share, bytes) in shares { #expect(try await store.pictureBytes(of: share) == bytes) }
        // Removed pictures make room.
        _ = try await store.remove(anna.id, at: 2)
        try await add(100, ben)
        #expect(try await store.pictureBytes(of: nil) == 150)
    }
}
