import Community
import GeoCore
import Gossip
import Merging
import Synchronization
import TestSupport
import Testing

/// Files of pictures in memory. A file that begins with 0 is no picture.
final class MemoryFiles: PictureFiles {
    let files = Mutex<[PictureID: [UInt8]]>([:])

    func keep(_ file: [UInt8], as id: PictureID) -> KeptPicture {
        guard file.first != 0 else { return .none }
        files.withLock { $0[id] = file }
        return .kept(width: Int(file[0]), height: 1, bytes: file.count)
    }

    func remove(_ ids: [PictureID]) { files.withLock { files in for id in ids { files[id] = nil } } }

    func edition(of id: PictureID, atMost most: Int) -> [UInt8]? {
        files.withLock { $0[id] }.flatMap { $0.count <= most ? $0 : nil }
    }

    var ids: Set<PictureID> { Set(files.withLock { $0.keys }) }
}

@Suite struct PictureMergeTests {
    private let clock = TestClock(1_800_000_000_000), place = Place()

    /// What all nodes must agree about.
    private struct Row: Equatable {
        let state: Post.State
        let message: String
        let picture: ShownPicture?
    }

    /// A node that gives pictures again once their post is there, as its caller must.
    private final class PictureNode: Sendable {
        let node: Node
        let files = MemoryFiles()
        private let seen = Mutex<[Message]>([])

        init(_ kind: Node.Kind, _ number: UInt8, _ place: Place, _ clock: TestClock, most: Int = .max) throws {
            node = try Node(kind, number, of: place, clock, pictures: files, mostPictureBytes: most)
        }

        func take(_ messages: [Message]) async throws {
            for message in messages {
                seen.withLock { $0.append(message) }
                let before = try await rows(), outcome = try await node.merge.take(message, node.place)
                if case .post = outcome {
                    #expect(try await rows() != before)
                } else {
                    #expect(try await rows() == before)
                }
                guard message.kind == .post, case .post(let post) = outcome else { continue }
                let pictures = seen.withLock { $0 }.filter { $0.kind == .picture && $0.about == post.id.subject }
                for picture in pictures { _ = try await node.merge.take(picture, node.place) }
            }
        }

        func rows() async throws -> [PostID: Row] {
            let posts = try await node.store.posts(changedAfter: HybridTime(rawValue: 0), limit: 1000)
            return Dictionary(
                uniqueKeysWithValues: posts.map {
                    ($0.id, Row(state: $0.state, message: $0.message, picture: $0.picture))
                })
        }
    }

    @Test(arguments: Node.Kind.allCases)
    func `a picture that operators hide leaves its post, and the one before comes back`(kind: Node.Kind) async throws {
        let author = Author(place: place), node = try PictureNode(kind, 1, place, clock)
        let post = try author.message(.post, at: clock.now, PostBody(text: "soup", name: "Ada").fields)
        let id = SubjectID(madeBy: post.order)
        let pictures = try (1...2).map { number in
            let body = PictureBody(of: id, file: [UInt8(number)], text: "")
            return try author.message(.picture, at: clock.now + Int64(number), about: id, body.fields)
        }
        try await node.take([post] + pictures)
        func width() async throws -> Int? { try await node.rows()[PostID(id)]?.picture?.width }
        #expect(try await width() == 2)
        let merge = node.node.merge
        // The older one is not shown, so nothing changes.
        #expect(try await merge.takeBackPicture(pictures[0].order, of: id) == .nothing)
        guard case .post = try await merge.takeBackPicture(pictures[1].order, of: id) else {
            Issue.record("the post did not change")
            return
        }
        #expect(try await width() == nil)
        #expect(node.files.ids.isEmpty)
        #expect(try await merge.takeBackPicture(pictures[1].order, of: id) == .nothing)
        for (number, picture) in pictures.enumerated() {
            #expect(try await merge.wantsPicture(picture.order, about: id, by: author.key))
            _ = try await merge.take(picture, place)
            #expect(try await width() == number + 1)
        }
    }

    /// Posts, their pictures, edits and deletions, with strangers' messages, equal times, and files that are no
    /// pictures.
    private func messages(_ random: inout SeededGenerator, _ authors: [Author]) throws -> [Message] {
        var all: [Message] = []
        for number in 0..<4 {
            func time() -> Int64 { clock.now + Int64.random(in: 0...3, using: &random) }
            let author = authors[number % authors.count]
            let post = try author.message(.post, at: time(), PostBody(text: "post \(number)", name: "Ada").fields)
            let id = SubjectID(madeBy: post.order)
            // The last post does not come in some sets.
            if number < 3 || Bool.random(using: &random) { all.append(post) }
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let writer = Int.random(in: 0..<4, using: &random) == 0 ? authors.randomElement(using: &random) : author
                let file = [UInt8](
                    repeating: UInt8.random(in: 0...5, using: &random), count: Int.random(in: 1...9, using: &random))
                let body = PictureBody(of: id, file: file, text: Bool.random(using: &random) ? "a cat" : "")
                all.append(try (writer ?? author).message(.picture, at: time(), about: id, body.fields))
            }
            if Int.random(in: 0..<3, using: &random) == 0 {
                all.append(try author.message(.edit, at: time(), about: id, EditBody(of: id, text: "edited").fields))
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                all.append(try author.message(.deletion, at: time(), about: id, []))
            }
        }
        return all
    }

    /// The rows that the order of the messages leaves, found by going through all of them.
    private func rows(_ messages: [Message]) throws -> [PostID: Row] {
        let sorted = messages.sorted { $0.order < $1.order }
        var rows: [PostID: Row] = [:]
        for post in sorted where post.kind == .post {
            let id = SubjectID(madeBy: post.order)
            let mine = sorted.filter { $0.about == id && $0.author == post.author }
            guard !mine.contains(where: { $0.kind == .deletion }) else {
                rows[PostID(id)] = Row(state: .deleted, message: "", picture: nil)
                continue
            }
            // An edit of the same millisecond counts if it is greater than the post.
            let edit = mine.last { $0.kind == .edit && $0.order > post.order }
            let text = try edit.map { try EditBody($0).text } ?? PostBody(post).text
            var picture: ShownPicture?
            if let last = mine.last(where: { $0.kind == .picture }), let body = try? PictureBody(last),
                body.file[0] != 0
            {
                picture = ShownPicture(
                    id: PictureID(madeBy: last.order), width: Int(body.file[0]), height: 1, text: body.text)
            }
            rows[PostID(id)] = Row(state: .shown, message: text, picture: picture)
        }
        return rows
    }

    @Test(arguments: Node.Kind.allCases)
    func `the same messages in any order and number leave the pictures that their order says`(kind: Node.Kind)
        async throws
    {
        let authors = (0..<3).map { _ in Author(place: place) }
        var shown = 0, without = 0
        for seed in 0..<(kind == .memory ? UInt64(150) : 12) {
            var random = SeededGenerator(seed: seed)
            let messages = try messages(&random, authors), expected = try rows(messages)
            let pictures = expected.values.compactMap(\.picture)
            (shown, without) = (shown + pictures.count, without + expected.count - pictures.count)
            for _ in 0..<3 {
                let node = try PictureNode(kind, 1, place, clock)
                let again = messages.filter { _ in Bool.random(using: &random) }
                try await node.take((messages + again).shuffled(using: &random))
                #expect(try await node.rows() == expected, "seed \(seed)")
                // Nothing else is on disk, and nothing of it counts as a guest's.
                #expect(node.files.ids == Set(pictures.map(\.id)), "seed \(seed)")
                let bytes = node.files.files.withLock { $0.values.reduce(0) { $0 + $1.count } }
                #expect(try await node.node.store.pictureBytes(of: nil) == bytes)
                #expect(try await node.node.store.pictureBytes(of: .guests) == 0)
            }
        }
        #expect(shown > 10 && without > 10)
    }

    @Test(arguments: Node.Kind.allCases)
    func `where pictures take too much room, the newest stay, in whatever order they come`(kind: Node.Kind) async throws
    {
        let author = Author(place: place)
        for seed in 0..<(kind == .memory ? UInt64(40) : 5) {
            var random = SeededGenerator(seed: seed), posts: [Message] = [], pictures: [Message] = []
            for number in 0..<8 {
                let time = clock.now + Int64(number)
                let post = try author.message(.post, at: time, PostBody(text: "post", name: "Ada").fields)
                let id = SubjectID(madeBy: post.order)
                let file = [UInt8](repeating: 9, count: Int.random(in: 1...8, using: &random))
                posts.append(post)
                pictures.append(
                    try author.message(.picture, at: time, about: id, PictureBody(of: id, file: file, text: "").fields))
            }
            var room = 15, stay: Set<PictureID> = []
            for picture in pictures.reversed() {
                room -= try PictureBody(picture).file.count
                if room >= 0 { stay.insert(PictureID(madeBy: picture.order)) }
            }
            for _ in 0..<4 {
                let node = try PictureNode(kind, 1, place, clock, most: 15)
                try await node.take((posts + pictures).shuffled(using: &random))
                let shown = try await node.rows().values.compactMap { $0.picture?.id }
                #expect(Set(shown) == stay && node.files.ids == stay, "seed \(seed)")
            }
        }
    }

    /// Adds a picture, and a post that shows it.
    private func post(_ text: String, _ file: [UInt8], at node: PictureNode) async throws -> Post {
        var random = SystemRandomNumberGenerator()
        let picture = Picture(
            id: PictureID(at: clock.now, using: &random), owner: nil, width: 90, height: 60, bytes: file.count,
            isOfGuide: false, created: clock.now)
        _ = try await node.node.store.add(picture, key: nil, within: .unlimited)
        node.files.files.withLock { $0[picture.id] = file }
        return try await node.node.timeline.add(
            text, by: Post.Author(account: nil, name: "Cleo"), at: nil, picture: picture.id, pictureText: "a cat")
    }

    /// The messages of what was written at a node, pictures last.
    private func written(at node: PictureNode) async throws -> [Message] {
        let pictures = try await node.node.merge.outgoingPictures(limit: 9)
        try await node.node.merge.sentPictures(of: pictures.map(\.post))
        return try await node.node.written() + pictures.compactMap(\.message)
    }

    @Test(arguments: Node.Kind.allCases)
    func `a picture that is added here is shown elsewhere, with its post or alone`(kind: Node.Kind) async throws {
        let one = try PictureNode(kind, 1, place, clock), other = try PictureNode(kind, 2, place, clock)
        let posts = [try await post("Soup", [7, 7], at: one), try await post("", [8], at: one)]
        // The same bytes, however often they are asked for.
        let before = try await one.node.merge.outgoingPictures(limit: 9).map(\.message)
        #expect(try await one.node.merge.outgoingPictures(limit: 9).map(\.message) == before)
        let messages = try await written(at: one)
        #expect(messages.map(\.kind) == [.post, .post, .picture, .picture])
        #expect(messages.allSatisfy { $0.isSigned(by: CryptoSignatures()) })
        #expect(try await written(at: one).isEmpty)
        try await other.take(messages.reversed())
        let rows = try await other.rows()
        for (post, picture) in zip(posts, messages[2...]) {
            #expect(
                rows[post.id]?.picture
                    == ShownPicture(
                        id: PictureID(madeBy: picture.order), width: post.message.isEmpty ? 8 : 7, height: 1,
                        text: "a cat"))
            #expect(rows[post.id]?.message == post.message)
        }
        // Its own messages, which are smaller editions, change nothing here.
        try await one.take(messages)
        for post in posts { #expect(try await one.node.store.post(post.id) == post) }
        #expect(one.files.ids == Set(posts.compactMap(\.picture?.id)))
        // Nobody else may delete it, and its author's deletion takes it away everywhere.
        let gone = posts[0].id
        _ = try await one.node.store.change(gone, at: nil, .delete, at: clock.now)
        let deletion = try await one.node.written()
        try await other.take(deletion + messages + deletion)
        #expect(try await other.rows()[gone] == Row(state: .deleted, message: "", picture: nil))
        #expect(other.files.ids == [PictureID(madeBy: messages[3].order)])
    }

    @Test(arguments: Node.Kind.allCases)
    func `a picture that goes before it was told is told no more, and one without a file neither`(kind: Node.Kind)
        async throws
    {
        let node = try PictureNode(kind, 1, place, clock)
        let first = try await post("Soup", [7], at: node), second = try await post("Bread", [8], at: node)
        _ = try await node.node.store.change(first.id, at: nil, .delete, at: clock.now)
        #expect(try await node.node.merge.outgoingPictures(limit: 9).map(\.post) == [second.id])
        node.files.remove([try #require(second.picture?.id)])
        let outgoing = try await node.node.merge.outgoingPictures(limit: 9)
        #expect(outgoing.map(\.post) == [second.id] && outgoing[0].message == nil)
        try await node.node.merge.sentPictures(of: [second.id])
        #expect(try await node.node.merge.outgoingPictures(limit: 9).isEmpty)
    }

    @Test(arguments: Node.Kind.allCases)
    func `a description that breaks the rules makes a message meaningless`(kind: Node.Kind) async throws {
        let node = try PictureNode(kind, 1, place, clock), author = Author(place: place)
        let post = try author.message(.post, at: clock.now, PostBody(text: "post", name: "Ada").fields)
        let id = SubjectID(madeBy: post.order)
        try await node.take([post])
        for text in [" ", "a\u{0}b", String(repeating: "a", count: Timeline.pictureTextLength + 1)] {
            let wrong = try author.message(
                .picture, at: clock.now, about: id, PictureBody(of: id, file: [1], text: text).fields)
            #expect(try await node.node.merge.take(wrong, place) == .meaningless)
        }
        let without = MeshMerge(store: node.node.store, keys: nil, now: { 1 })
        let good = try author.message(
            .picture, at: clock.now, about: id, PictureBody(of: id, file: [1], text: "").fields)
        #expect(try await without.take(good, place) == .notMerged)
        #expect(try await node.node.merge.wantsPicture(good.order, about: good.about, by: good.author))
        try await node.take([good])
        #expect(try await !node.node.merge.wantsPicture(good.order, about: good.about, by: good.author))
    }
}
