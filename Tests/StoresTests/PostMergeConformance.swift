import Community
import Foundation
import GRDB
import GeoCore
import Gossip
import Stores
import TestSupport
import Testing

/// Messages about posts, made up from a seed: several authors, few posts and few times, so that edits meet their posts,
/// strangers' edits meet others' posts, and times are equal.
struct MadeMessages {
    private(set) var all: [PostMessage] = []

    static let authors = (1...3).map { key($0) }

    static func key(_ number: Int) -> SignerKey { SignerKey(PortableSHA256.digest(of: Array("author \(number)".utf8))) }

    static func order(_ milliseconds: Int64, _ name: String) -> MessageOrder {
        MessageOrder(
            time: HybridTime(milliseconds: milliseconds),
            id: MessageID(PortableSHA256.digest(of: Array("\(milliseconds) \(name)".utf8))))
    }

    /// `twins`: some posts come twice, with one id and by two authors.
    init(seed: UInt64, twins: Bool) {
        var random = SeededGenerator(seed: seed)
        var number = 0
        func order() -> MessageOrder {
            number += 1
            return Self.order(Int64.random(in: 1000...1005, using: &random), "\(seed) \(number)")
        }
        for post in 0..<4 {
            let first = order(), author = Self.authors[post % 3]
            let body = PostBody(text: "first \(number)", name: "author \(post)", written: post == 1 ? 900 : nil)
            let made = PostMessage(first, by: author, body), id = made.post
            // The fourth post never comes in one of two sets.
            if post < 3 || seed % 2 == 0 { all.append(made) }
            if twins, post == 2 {
                let other = Bool.random(using: &random) ? author : Self.authors[(post + 1) % 3]
                all.append(PostMessage(order(), by: other, about: id, .post(body)))
            }
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let writer = Self.authors.randomElement(using: &random) ?? author, order = order()
                switch Int.random(in: 0..<10, using: &random) {
                case 0: all.append(PostMessage(order, by: writer, about: id, .deletion))
                default: all.append(PostMessage(order, by: writer, about: id, .text("edit \(number)")))
                }
            }
        }
    }

    /// What the messages leave, found by going through all of them in their order.
    func rows() -> [PostID: MergedRow] {
        let sorted = all.sorted { $0.order < $1.order }
        var rows: [PostID: MergedRow] = [:]
        for (id, messages) in Dictionary(grouping: sorted, by: \.post) {
            let firsts = messages.compactMap { message in
                if case .post(let body) = message.content { (message, body) } else { nil }
            }
            guard let (first, body) = firsts.first else { continue }
            var row = MergedRow(
                state: .shown, message: "", name: body.name, created: first.order.time, written: body.written,
                author: first.author)
            for message in messages where message.author == first.author {
                switch message.content {
                case .post(let body): row.message = body.text
                case .text(let text): row.message = text
                case .deletion: row.state = .deleted
                }
            }
            if row.state == .deleted || Set(firsts.map { $0.0.order }).count > 1 {
                row = MergedRow(
                    state: .deleted, message: "", name: "", created: first.order.time, written: nil, author: nil)
            }
            rows[id] = row
        }
        return rows
    }
}

/// What all nodes must agree about. The revision, and when a node learnt of a change, are its own.
struct MergedRow: Equatable {
    var state: Post.State
    var message: String
    let name: String
    let created: HybridTime
    let written: Timestamp?
    let author: SignerKey?
}

extension MergedRow {
    init(_ post: Post, _ mark: PostMark?) {
        self.init(
            state: post.state, message: post.message, name: post.author.name, created: post.created,
            written: post.written, author: mark?.author)
    }
}

/// A reader that asks for changes after the last one it knows.
private struct LiveReader {
    var posts: [PostID: Post] = [:]
    private var last = HybridTime(rawValue: 0)

    mutating func read(_ store: any CommunityStore) async throws {
        for post in try await store.posts(changedAfter: last, limit: 1000) {
            posts[post.id] = post
            last = post.changed
        }
    }
}

@Suite(.checksStatements) struct PostMergeConformance {
    private func merge(_ message: PostMessage, _ store: any CommunityStore) async throws -> Post? {
        try await store.merge(message, by: nil, nil, at: 2000)
    }

    /// Merges messages, each of which says by what it returns whether it changed its post.
    private func merge(_ messages: [PostMessage], _ store: any CommunityStore) async throws -> [PostID: MergedRow] {
        var reader = LiveReader(), rows: [PostID: MergedRow] = [:]
        for message in messages {
            let before = try await store.post(message.post), changed = try await merge(message, store)
            let after = try await store.post(message.post)
            #expect(changed.map { $0 == after } ?? (before?.changed == after?.changed))
            #expect(changed?.changed ?? HybridTime(rawValue: .max) > before?.changed ?? HybridTime(rawValue: 0))
            try await reader.read(store)
        }
        for id in Set(messages.map(\.post)) {
            guard let post = try await store.post(id) else { continue }
            // The time of a deleted post's making is all that a reader may have missed.
            #expect(reader.posts[id]?.made(at: post.created) == post)
            rows[id] = MergedRow(post, try await store.mark(of: id))
        }
        #expect(rows.count == reader.posts.count)
        return rows
    }

    @Test(arguments: StoreKind.allCases)
    func `the same messages in any order and number leave the posts that their order says`(kind: StoreKind)
        async throws
    {
        var states: Set<Post.State> = []
        for seed in 0..<(kind == .memory ? UInt64(400) : 60) {
            let messages = MadeMessages(seed: seed, twins: seed % 5 == 0), expected = messages.rows()
            states.formUnion(expected.values.map(\.state))
            var random = SeededGenerator(seed: seed + 1000)
            for _ in 0..<3 {
                let (store, folder) = try kind.make()
                let again = messages.all.filter { _ in Bool.random(using: &random) }
                let rows = try await merge((messages.all + again).shuffled(using: &random), store)
                #expect(rows == expected, "seed \(seed)")
                withExtendedLifetime(folder) {}
            }
        }
        #expect(states == [.shown, .deleted])
    }

    private let author = MadeMessages.authors[0], stranger = MadeMessages.authors[1]

    private func post(_ text: String = "first", at time: Int64 = 1000) -> PostMessage {
        PostMessage(MadeMessages.order(time, text), by: author, PostBody(text: text, name: "Ada"))
    }

    private func edit(_ post: PostMessage, _ text: String, at time: Int64, by writer: SignerKey? = nil) -> PostMessage {
        PostMessage(MadeMessages.order(time, text), by: writer ?? author, about: post.post, .text(text))
    }

    @Test(arguments: StoreKind.allCases)
    func `a stranger changes nothing of a post, before it comes or after`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let first = post()
        let forged = [
            edit(first, "forged", at: 1500, by: stranger),
            PostMessage(MadeMessages.order(1600, "x"), by: stranger, about: first.post, .deletion),
        ]
        for message in forged { #expect(try await merge(message, store) == nil) }
        #expect(try await store.post(first.post) == nil)
        let added = try #require(try await merge(first, store))
        #expect(added.message == "first" && added.author == Post.Author(account: nil, name: "Ada"))
        #expect(added.created == first.order.time && added.changed.milliseconds == 2000 && added.revision == 1)
        for message in forged { #expect(try await merge(message, store) == nil) }
        #expect(try await store.post(first.post) == added)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `of two edits of one time the greater id holds, whichever comes first`(kind: StoreKind) async throws {
        let first = post(), edits = [edit(first, "one", at: 1500), edit(first, "other", at: 1500)]
        let greater = try #require(edits.max { $0.order < $1.order })
        for order in [edits, edits.reversed()] {
            let (store, folder) = try kind.make()
            for message in [first] + order { _ = try await merge(message, store) }
            #expect(try await store.post(first.post).map { PostMessage.Content.text($0.message) } == greater.content)
            withExtendedLifetime(folder) {}
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a deletion that comes first waits for its post, and nothing brings the post back`(kind: StoreKind)
        async throws
    {
        let (store, folder) = try kind.make()
        let first = post(),
            deletion = PostMessage(
                MadeMessages.order(1200, "d"), by: author, about: first.post, .deletion)
        #expect(try await merge(deletion, store) == nil)
        let gone = try #require(try await merge(first, store))
        #expect(gone.state == .deleted && gone.message.isEmpty && gone.author.name.isEmpty)
        for message in [first, edit(first, "late", at: 9000), deletion] {
            #expect(try await merge(message, store) == nil)
        }
        #expect(try await store.setHidden(true, first.post, overrides: true, at: 9000) == nil)
        #expect(try await store.post(first.post) == gone)
        #expect(try await store.mark(of: first.post) == nil)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `messages wait for their posts up to a number and an age, the latest longest`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let posts = (0...PostMessage.mostWaiting).map { post("post \($0)", at: 1000 + Int64($0)) }
        // At once, so that one commit has many.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for post in posts.shuffled() {
                let edit = edit(post, "edit", at: post.order.time.milliseconds + 1)
                group.addTask { _ = try await store.merge(edit, by: nil, nil, at: 2000) }
            }
            try await group.waitForAll()
        }
        for (post, text) in [(posts[0], "post 0"), (posts[1], "edit")] {
            #expect(try await merge(post, store)?.message == text)
        }
        let later = 2000 + PostMessage.longestWait + 1
        let other = edit(post("other", at: later), "edit of other", at: later)
        #expect(try await store.merge(other, by: nil, nil, at: later) == nil)
        #expect(try await store.merge(posts[2], by: nil, nil, at: later)?.message == "post 2")
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `a post is its account's where the roster names one, from now on or until now`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let anna = try await store.add(Made.account("anna"), at: 1), first = post(), other = post("other", at: 1001)
        #expect(try await store.merge(first, by: Made.id(), nil, at: 2000)?.author.account == nil)
        #expect(try await store.merge(other, by: anna.id, nil, at: 2000)?.author.account == anna.id)
        #expect(try await store.assign(anna.id, to: author, at: 2001) == [first.post])
        #expect(try await store.assign(anna.id, to: author, at: 2001).isEmpty)
        #expect(try await store.assign(anna.id, to: stranger, at: 2001).isEmpty)
        let given = try #require(try await store.post(first.post))
        #expect(given.author == Post.Author(account: anna.id, name: "Ada") && given.revision == 2)
        #expect(try await store.posts(changedAfter: HybridTime(milliseconds: 2000), limit: 9).contains(given))
        #expect(try await store.assign(nil, to: author, at: 2002).count == 2)
        // The store that holds the account deletes its posts with it.
        _ = try await store.assign(anna.id, to: author, at: 2003)
        try await store.remove(anna.id, at: 2004)
        #expect(try await store.post(first.post)?.state == .deleted)
        #expect(try await store.outgoing(limit: 9).isEmpty)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: StoreKind.allCases)
    func `the roster's word on a post is noted, and is news to live readers once`(kind: StoreKind) async throws {
        let (store, folder) = try kind.make()
        let made = post(), entered = PostMessage(made.order, by: author, PostBody(text: "first", name: "Ada"), entry: 7)
        _ = try await merge(made, store)
        #expect(try await store.posts(of: .node(7)).isEmpty)
        #expect(try await merge(entered, store) == nil)
        #expect(try await store.posts(of: .node(7)) == [made.post])
        #expect(try await store.posts(of: .author(author)) == [made.post])
        #expect(try await store.setHidden(false, made.post, overrides: true, at: 2001) == nil)
        let hidden = try #require(try await store.setHidden(true, made.post, overrides: false, at: 2002))
        #expect(hidden.state == .hidden && hidden.revision == 2)
        #expect(try await store.setHidden(true, made.post, overrides: false, at: 2003) == nil)
        #expect(try await store.posts(changedAfter: HybridTime(milliseconds: 2001), limit: 9) == [hidden])
        #expect(try await store.mark(of: made.post)?.isHidden == true)
        #expect(try await store.setHidden(true, Made.id(), overrides: true, at: 2003) == nil)
        let shown = try await store.setHidden(false, made.post, overrides: false, at: 2004)
        #expect(shown?.state == .shown && shown?.message == "first")
        withExtendedLifetime(folder) {}
    }

    @Test func `after an error of the database nothing has changed, and the message comes again`() async throws {
        let folder = try TemporaryFolder(), path = folder.file("community.sqlite")
        let store = try SQLiteStore(path: path), first = post()
        _ = try await merge(edit(first, "second", at: 1500), store)
        let other = try DatabaseQueue(path: path)
        try await other.write {
            try $0.execute(
                sql: "CREATE TRIGGER no BEFORE DELETE ON mesh_waiting BEGIN SELECT RAISE(ABORT, 'no'); END")
        }
        await #expect(throws: (any Error).self) { try await merge(first, store) }
        #expect(try await store.post(first.post) == nil)
        #expect(try await store.mark(of: first.post) == nil)
        try await other.write { try $0.execute(sql: "DROP TRIGGER no") }
        #expect(try await merge(first, store)?.message == "second")
    }
}
