import Synchronization

/// Keeps a community in memory: for tests, and as the plainest statement of what a store does.
///
/// A class because it is what all its users share.
package final class MemoryStore: AccountStore, SessionStore, RegistrationLinkStore, HistoryStore, PostStore,
    ReportStore, PictureStore
{
    struct State {
        var clock = HybridClock()
        var accounts: [AccountID: Account] = [:]
        var sessions: [SessionID: Session] = [:]
        /// Oldest first.
        var history: [AccountID: [AccountNote]] = [:]
        var links: [RegistrationLinkID: RegistrationLink] = [:]
        var posts: [PostID: Post] = [:]
        var keys: [String: (post: PostID, expires: Int64)] = [:]
        var pictures: [PictureID: Picture] = [:]
        var guide: [GuideID: GuideEntry] = [:]
        var versions: [GuideVersion] = []
        /// Who made each version, in the same order.
        var editors: [AccountID?] = []
        var votes: [GuideID: Set<AccountID>] = [:]
        var imprint = Imprint.untold
        var overlay = Overlay.empty
        /// The last day on which each account wrote, counted since 1970, and how many posts.
        var postCounts: [AccountID: (day: Int64, count: Int)] = [:]
        fileprivate var reports: [Report.Key: (report: NewReport, created: HybridTime)] = [:]

        func postsOfDay(by account: AccountID, at milliseconds: Int64) -> Int {
            postCounts[account].flatMap { $0.day == UTCDay.number(at: milliseconds) ? $0.count : nil } ?? 0
        }
    }

    let state = Mutex(State())

    package init() {}

    /// Runs `body` on a copy of the state, which becomes the state unless it throws: nothing is changed by halves.
    func write<Result: Sendable>(_ body: (inout State) throws -> Result) throws -> Result {
        try state.withLock { state in
            var changed = state
            let result = try body(&changed)
            state = changed
            return result
        }
    }

    // MARK: Accounts

    package func add(_ account: NewAccount, at milliseconds: Int64) throws -> Account {
        try write { state in
            let added = try Self.add(account, at: milliseconds, &state)
            state.note(AccountNote(.registered, "", at: milliseconds), of: added.id)
            return added
        }
    }

    package func add(_ account: NewAccount, beginning session: Session, at milliseconds: Int64) throws -> Account {
        try write { state in
            return try Self.add(account, beginning: session, at: milliseconds, &state)
        }
    }

    package func add(
        _ account: NewAccount, beginning session: Session, using digest: String, at milliseconds: Int64
    ) throws -> Account {
        try write { state in
            guard let link = state.links.values.first(where: { $0.digest == digest && $0.expires > milliseconds })
            else {
                throw CommunityFault.wrongCode
            }
            state.links[link.id] = nil
            return try Self.add(account, beginning: session, at: milliseconds, &state)
        }
    }

    package func add(_ link: RegistrationLink) throws {
        try write { state in
            state.links = state.links.filter { $0.value.expires > link.created }
            guard state.links.count < RegistrationLink.maximum else { throw CommunityFault.tooManyLinks }
            state.links[link.id] = link
        }
    }

    package func registrationLinks(at milliseconds: Int64) -> [RegistrationLink] {
        state.withLock { Array($0.links.values) }.filter { $0.expires > milliseconds }.sorted { $0.id > $1.id }
    }

    package func remove(_ link: RegistrationLinkID) throws {
        try write { state in
            guard state.links.removeValue(forKey: link) != nil else { throw CommunityFault.notFound }
        }
    }

    package func removeRegistrationLinks(but kept: Set<RegistrationLinkID>) throws {
        try write { state in state.links = state.links.filter { kept.contains($0.key) } }
    }

    private static func add(
        _ account: NewAccount, beginning session: Session, at milliseconds: Int64, _ state: inout State
    ) throws -> Account {
        let added = try add(account, at: milliseconds, &state)
        try add(session, at: added.revision, &state)
        state.note(AccountNote(.registered, session.label, at: milliseconds), of: added.id)
        return added
    }

    private static func add(_ account: NewAccount, at milliseconds: Int64, _ state: inout State) throws -> Account {
        guard !state.accounts.values.contains(where: { $0.name.folded == account.name.folded }) else {
            throw CommunityFault.nameTaken
        }
        let time = state.clock.reading(at: milliseconds)
        let added = Account(
            id: account.id, name: account.name, role: account.role, password: account.password, revision: 1,
            created: time, changed: time)
        state.accounts[account.id] = added
        return added
    }

    package func account(named folded: String) -> Account? {
        state.withLock { $0.accounts.values.first { $0.name.folded == folded } }
    }

    package func accounts(_ ids: [AccountID]) -> [AccountID: Account] {
        state.withLock { state in ids.reduce(into: [:]) { $0[$1] = state.accounts[$1] } }
    }

    package func accounts(after name: String?, limit: Int) -> [Account] {
        let all = state.withLock { Array($0.accounts.values) }.sorted { Self.isBefore($0.name.folded, $1.name.folded) }
        return Array(
            all.filter { account in name.map { Self.isBefore($0, account.name.folded) } ?? true }.prefix(limit))
    }

    package func change(
        _ id: AccountID, at revision: Int, _ change: AccountChange, at milliseconds: Int64
    ) throws -> Account {
        try write { state in
            guard var account = state.accounts[id] else { throw CommunityFault.notFound }
            guard account.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: account.revision)
            }
            switch change {
            case .password(let password, let asking, let kept):
                account.password = password
                state.endSessions(of: id, but: kept.union([asking].compactMap { $0 }))
                for (session, old) in state.sessions where old.account == id {
                    state.sessions[session]?.confirmed = session == asking ? milliseconds : 0
                }
            case .signOut(let kept): state.endSessions(of: id, but: kept)
            case .recovery(let password, let session):
                account.password = password
                state.endSessions(of: id, but: [])
                state.sessions[session.id] = session
            case .rehash(let password): account.password = password
            case .role(let role):
                if role != .operator { try Self.checkOperators(state, without: account) }
                account.role = role
            }
            account.revision += 1
            account.changed = state.clock.reading(at: milliseconds)
            state.accounts[id] = account
            if let note = change.note(at: milliseconds) { state.note(note, of: id) }
            return account
        }
    }

    @discardableResult
    package func remove(_ id: AccountID, at milliseconds: Int64) throws -> [PictureID] {
        try write { state in
            guard let account = state.accounts[id] else { throw CommunityFault.notFound }
            try Self.checkOperators(state, without: account)
            let before = state.pictures
            state.accounts[id] = nil
            state.postCounts[id] = nil
            state.history[id] = nil
            for (other, notes) in state.history {
                state.history[other] = notes.map { note in
                    guard note.kind == .friendAdded, note.text == account.name.text else { return note }
                    return AccountNote(note.kind, "", at: note.time, count: note.count)
                }
            }
            state.sessions = state.sessions.filter { $0.value.account != id }
            state.reports = state.reports.filter { $0.value.report.reporter != id }
            for post in state.posts.values where post.author.account == id {
                Self.wipe(post, &state, at: milliseconds)
            }
            let pictures = before.filter { $0.value.owner == id }.map(\.key)
            for picture in pictures { state.pictures[picture] = nil }
            for index in state.editors.indices where state.editors[index] == id { state.editors[index] = nil }
            for work in state.votes.keys { state.votes[work]?.remove(id) }
            return pictures
        }
    }

    private static func checkOperators(_ state: State, without account: Account) throws {
        guard account.role == .operator else { return }
        guard state.accounts.values.contains(where: { $0.role == .operator && $0.id != account.id }) else {
            throw CommunityFault.lastOperator
        }
    }

    /// The order of UTF-8 bytes, which is that of other stores too.
    private static func isBefore(_ left: String, _ right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    // MARK: Sessions

    package func add(_ session: Session, at revision: Int) throws {
        try write { state in
            try Self.add(session, at: revision, &state)
            state.note(session.beginning, of: session.account)
        }
    }

    private static func add(_ session: Session, at revision: Int, _ state: inout State) throws {
        guard let account = state.accounts[session.account] else { throw CommunityFault.notFound }
        guard account.revision == revision else {
            throw CommunityFault.changedMeanwhile(current: account.revision)
        }
        state.sessions = state.sessions.filter { $0.value.expires > session.created }
        let others = state.sessions.values.filter { $0.account == session.account }.sorted { $0.id > $1.id }
        for old in others.dropFirst(Session.maximum - 1) { state.sessions[old.id] = nil }
        state.sessions[session.id] = session
    }

    package func session(_ token: TokenDigest, at milliseconds: Int64) -> (session: Session, account: Account)? {
        state.withLock { state in
            guard let session = state.sessions.values.first(where: { $0.token == token }),
                session.expires > milliseconds, let account = state.accounts[session.account]
            else { return nil }
            return (session, account)
        }
    }

    package func running(_ sessions: Set<SessionID>, at milliseconds: Int64) -> Set<SessionID> {
        state.withLock { state in sessions.filter { state.sessions[$0].map { $0.expires > milliseconds } ?? false } }
    }

    package func sessions(of account: AccountID, at milliseconds: Int64) -> [Session] {
        state.withLock { state in
            state.sessions.values.filter { $0.account == account && $0.expires > milliseconds }.sorted { $0.id > $1.id }
        }
    }

    package func end(_ session: SessionID, of account: AccountID, at milliseconds: Int64) throws {
        try write { state in
            guard let ended = state.sessions[session], ended.account == account else { throw CommunityFault.notFound }
            state.sessions[session] = nil
            state.note(AccountNote(.sessionEnded, ended.label, at: milliseconds), of: account)
        }
    }

    package func confirm(_ session: SessionID, at revision: Int, at milliseconds: Int64) throws {
        try write { state in
            guard let account = state.sessions[session].flatMap({ state.accounts[$0.account] }) else {
                throw CommunityFault.notFound
            }
            guard account.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: account.revision)
            }
            state.sessions[session]?.confirmed = milliseconds
        }
    }

    package func use(_ session: SessionID, at milliseconds: Int64) {
        state.withLock { $0.sessions[session]?.used = milliseconds }
    }

    // MARK: History

    package func note(_ note: AccountNote, of account: AccountID) throws {
        try write { state in
            guard state.accounts[account] != nil else { throw CommunityFault.notFound }
            state.note(note, of: account)
        }
    }

    package func history(of account: AccountID, after oldest: Int64) -> [AccountNote] {
        state.withLock { $0.history[account] ?? [] }.filter { $0.time > oldest }.reversed()
    }

    // MARK: Posts

    package func add(_ post: NewPost, key: IdempotencyKey?, at milliseconds: Int64) throws -> Post {
        try write { state in
            if let key, let known = state.keys[Self.name(key)], known.expires > milliseconds,
                let post = state.posts[known.post]
            {
                guard post.state != .deleted else { throw CommunityFault.notFound }
                return post
            }
            if let account = post.author.account {
                guard state.accounts[account] != nil else { throw CommunityFault.notFound }
                let count = state.postsOfDay(by: account, at: milliseconds)
                try post.checkQuota(count, at: milliseconds)
                state.postCounts[account] = (UTCDay.number(at: milliseconds), count + 1)
            }
            let picture = try post.picture.map { id in
                guard let picture = state.pictures[id], picture.owner == post.author.account, !picture.isOfGuide,
                    !state.isInPost(id), !state.isInGuide(id), !state.isInImprint(id)
                else { throw CommunityFault.pictureNotFree }
                return ShownPicture(id: id, width: picture.width, height: picture.height, text: post.pictureText)
            }
            let time = state.clock.reading(at: milliseconds)
            let added = Post(
                id: post.id, author: post.author, message: post.message, location: post.location, picture: picture,
                classicLocation: post.classicLocation, isSimulated: post.isSimulated, state: .shown, revision: 1,
                created: time, changed: time)
            state.posts[post.id] = added
            if let key { state.keys[Self.name(key)] = (post.id, milliseconds + IdempotencyKey.memory) }
            return added
        }
    }

    package func postsOfDay(by account: AccountID, at milliseconds: Int64) -> Int {
        state.withLock { $0.postsOfDay(by: account, at: milliseconds) }
    }

    private static func name(_ key: IdempotencyKey) -> String { "\(key.account?.text ?? "") \(key.text)" }

    package func posts(before cursor: PostCursor?, limit: Int) -> [Post] {
        let shown = state.withLock { state in state.posts.values.filter { $0.state == .shown } }
        return Self.newest(limit, of: shown, before: cursor) { PostCursor(after: $0) }
    }

    package func hiddenPosts(of author: AccountID?, before cursor: PostCursor?, limit: Int) -> [Post] {
        let hidden = state.withLock { state in
            state.posts.values.filter { $0.state == .hidden && (author == nil || $0.author.account == author) }
        }
        return Self.newest(limit, of: hidden, before: cursor) { PostCursor(afterHidden: $0) }
    }

    private static func newest<Item>(
        _ limit: Int, of items: [Item], before cursor: PostCursor?, place: (Item) -> PostCursor
    ) -> [Item] {
        let older = items.filter { item in cursor.map { isOlder(place(item), $0) } ?? true }
        return Array(older.sorted { isOlder(place($1), place($0)) }.prefix(limit))
    }

    private static func isOlder(_ left: PostCursor, _ right: PostCursor) -> Bool {
        (left.time, left.id) < (right.time, right.id)
    }

    package func posts(changedAfter time: HybridTime, limit: Int) -> [Post] {
        let changed = state.withLock { state in state.posts.values.filter { $0.changed > time } }
        return Array(changed.sorted { $0.changed < $1.changed }.prefix(limit))
    }

    package func lastChange() -> HybridTime {
        state.withLock { $0.posts.values.map(\.changed).max() ?? HybridTime(rawValue: 0) }
    }

    package func post(_ id: PostID) -> Post? { state.withLock { $0.posts[id] } }

    package func change(
        _ id: PostID, at revision: Int?, _ change: PostChange, at milliseconds: Int64
    ) throws -> Post {
        try write { state in
            guard var post = state.posts[id], post.state != .deleted else { throw CommunityFault.notFound }
            guard revision == nil || revision == post.revision else {
                throw CommunityFault.changedMeanwhile(current: post.revision)
            }
            switch change {
            case .message(let message): post.message = message
            case .hide: post.state = .hidden
            case .show: post.state = .shown
            case .delete: return Self.wipe(post, &state, at: milliseconds)
            }
            // Whoever hides a post, or shows it again, has settled what was said against it.
            if change == .hide || change == .show { state.reports = state.reports.filter { $0.key.post != id } }
            post.revision += 1
            post.changed = state.clock.reading(at: milliseconds)
            state.posts[id] = post
            return post
        }
    }

    /// Leaves nothing of a post but that it was there.
    @discardableResult
    private static func wipe(_ post: Post, _ state: inout State, at milliseconds: Int64) -> Post {
        let wiped = Post(
            id: post.id, author: Post.Author(account: nil, name: ""), message: "", location: nil, picture: nil,
            classicLocation: nil, isSimulated: post.isSimulated, state: .deleted, revision: post.revision + 1,
            created: post.created,
            changed: state.clock.reading(at: milliseconds))
        state.posts[post.id] = wiped
        if let picture = post.picture { state.pictures[picture.id] = nil }
        state.reports = state.reports.filter { $0.key.post != post.id }
        return wiped
    }

    // MARK: Pictures

    package func add(_ picture: Picture, within budget: PictureBudget) throws {
        try write { state in
            if let owner = picture.owner, state.accounts[owner] == nil { throw CommunityFault.notFound }
            try budget.check(
                picture.bytes, for: picture.share, taken: state.pictureBytes(of: picture.share),
                byAll: state.pictureBytes(of: nil))
            state.pictures[picture.id] = picture
        }
    }

    package func pictureBytes(of share: PictureShare?) -> Int { state.withLock { $0.pictureBytes(of: share) } }

    package func picture(_ id: PictureID) -> Picture? { state.withLock { $0.pictures[id] } }

    package func post(showing picture: PictureID) -> Post? {
        state.withLock { $0.posts.values.first { $0.picture?.id == picture } }
    }

    package func forgetUnusedPictures(addedBefore milliseconds: Int64) -> [PictureID] {
        state.withLock { state in
            let used = Set(state.posts.values.compactMap(\.picture?.id))
                .union(state.versions.compactMap(\.draft.content.picture?.id))
                .union(state.imprint.content.pictures.map(\.id))
            let unused = state.pictures.values.filter { $0.created < milliseconds && !used.contains($0.id) }.map(\.id)
            for id in unused { state.pictures[id] = nil }
            return unused
        }
    }

    // MARK: Reports

    package func add(_ report: NewReport, at milliseconds: Int64) throws {
        try write { state in
            guard state.posts[report.post]?.state == .shown, state.accounts[report.reporter] != nil else {
                throw CommunityFault.notFound
            }
            let key = Report.Key(post: report.post, reporter: report.reporter)
            let created = state.reports[key]?.created ?? state.clock.reading(at: milliseconds)
            state.reports[key] = (report, created)
        }
    }

    package func reportedPosts(before cursor: PostCursor?, limit: Int) -> [ReportedPost] {
        let reported = state.withLock { state in
            Dictionary(grouping: state.reports.values) { $0.report.post }.compactMap { id, entries in
                let newest = entries.sorted { $0.created > $1.created }
                return state.posts[id].map { post in
                    ReportedPost(
                        post: post, count: entries.count, lastReported: newest[0].created,
                        reports: newest.prefix(ReportedPost.maximumReports).map { entry in
                            Report(
                                id: entry.report.id,
                                reporterName: state.accounts[entry.report.reporter]?.name.text ?? "",
                                reason: entry.report.reason, created: entry.created)
                        })
                }
            }
        }
        return Self.newest(limit, of: reported, before: cursor) { PostCursor(after: $0) }
    }

    package func settleReports(of post: PostID, at milliseconds: Int64) throws {
        try write { state in
            let rest = state.reports.filter { $0.key.post != post }
            guard rest.count < state.reports.count else { throw CommunityFault.notFound }
            state.reports = rest
        }
    }
}

extension MemoryStore.State {
    fileprivate mutating func endSessions(of account: AccountID, but kept: Set<SessionID>) {
        sessions = sessions.filter { $0.value.account != account || kept.contains($0.key) }
    }

    fileprivate mutating func note(_ note: AccountNote, of account: AccountID) {
        var notes = history[account] ?? [], note = note
        if let same = notes.lastIndex(where: {
            $0.kind == note.kind && $0.text == note.text && note.sameDay.contains($0.time)
        }) {
            note = note.joined(with: notes.remove(at: same).count)
        }
        notes.append(note)
        history[account] = notes.filter { $0.time > note.expired }.suffix(AccountNote.maximum)
    }

    func pictureBytes(of share: PictureShare?) -> Int {
        pictures.values.filter { share == nil || $0.share == share }.reduce(0) { $0 + $1.bytes }
    }
}

extension Report {
    /// One person says one thing about a post.
    fileprivate struct Key: Hashable {
        let post: PostID
        let reporter: AccountID
    }
}
