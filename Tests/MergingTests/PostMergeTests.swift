import Community
import GeoCore
import Gossip
import Merging
import TestSupport
import Testing

@Suite struct PostMergeTests {
    private let clock = TestClock(1_800_000_000_000), place = Place()
    private let location = PostLocation(
        point: PointE7(latitudeE7: -1, longitudeE7: 1_800_000_000), accuracyMetres: 12.5, place: "Torre",
        facing: .northEast, speed: .walking)

    private func account(_ name: String, at node: Node) async throws -> Account {
        var random = SystemRandomNumberGenerator()
        return try await node.store.add(
            NewAccount(
                id: AccountID(at: 1, using: &random), name: try AccountName(name), role: .user,
                password: PasswordHash(text: "none")), at: 1)
    }

    @Test func `two nodes that were apart have the same posts once they exchanged their messages`() async throws {
        let one = try Node(.memory, 1, of: place, clock), other = try Node(.sqlite, 2, of: place, clock)
        let anna = try await account("anna", at: one), ben = try await account("ben", at: other)
        let first = try await one.timeline.add(
            "Soup at six", by: Post.Author(account: anna.id, name: "anna"), at: location)
        let second = try await other.timeline.add(
            "No water", by: Post.Author(account: ben.id, name: "ben"), at: nil, written: clock.now - 3_600_000)
        let guest = try await one.timeline.add("Where?", by: Post.Author(account: nil, name: "Cleo"), at: nil)
        #expect(second.written == clock.now - 3_600_000)
        // A crossing, then a cut in which both edit and one deletes.
        try await other.take(one.written())
        try await one.take(other.written())
        #expect(try await one.posts() == other.posts())
        clock.now += 1000
        _ = try await one.timeline.edit(first.id, at: nil, to: "Soup at seven", by: anna)
        _ = try await one.timeline.edit(first.id, at: nil, to: "Soup at eight", by: anna)
        _ = try await other.timeline.edit(second.id, at: nil, to: "Water again", by: ben)
        try await other.timeline.delete(second.id, by: ben)
        let (ofOne, ofOther) = (try await one.written(), try await other.written())
        // Only the last word of each is worth telling.
        #expect(ofOne.map(\.kind) == [.edit] && ofOther.map(\.kind) == [.deletion])
        try await other.take(ofOne + ofOne)
        try await one.take(ofOther + ofOther)
        let posts = try await one.posts()
        #expect(try await other.posts() == posts)
        #expect(posts.count == 3)
        #expect(posts.first { $0.id == first.id }?.message == "Soup at eight")
        #expect(posts.first { $0.id == first.id }?.location == location)
        #expect(posts.first { $0.id == second.id }?.state == .deleted)
        #expect(posts.first { $0.id == guest.id }?.author.name == "Cleo")
        let changed = try await other.store.post(first.id)?.changed
        #expect(try await other.store.lastChange() == changed)
    }

    @Test(arguments: Node.Kind.allCases)
    func `a post's messages are signed by its author's key, and a guest's posts by a new one each`(kind: Node.Kind)
        async throws
    {
        let node = try Node(kind, 1, of: place, clock)
        let anna = try await account("anna", at: node), by = Post.Author(account: anna.id, name: "anna")
        let posts = [
            try await node.timeline.add("one", by: by, at: nil), try await node.timeline.add("two", by: by, at: nil),
            try await node.timeline.add("three", by: Post.Author(account: nil, name: "Cleo"), at: nil),
            try await node.timeline.add("four", by: Post.Author(account: nil, name: "Cleo"), at: nil),
        ]
        let again = try await node.merge.outgoing(), messages = try await node.written()
        #expect(again.map(\.message) == messages)
        #expect(messages.map { PostID(madeBy: $0.order) } == posts.map(\.id))
        #expect(messages.map(\.time) == posts.map(\.created))
        #expect(messages.allSatisfy { $0.isSigned(by: CryptoSignatures()) && $0.place == place.code })
        #expect(messages[0].author == messages[1].author)
        #expect(Set(messages.map(\.author)).count == 3)
        #expect(try await node.written().isEmpty)
        // Its own messages say nothing new to the node.
        for message in messages { #expect(try await node.merge.take(message, place) == .nothing) }
    }

    @Test(arguments: Node.Kind.allCases)
    func `posts are found by the message that made them and by their author, until they are deleted`(
        kind: Node.Kind
    ) async throws {
        let node = try Node(kind, 1, of: place, clock), anna = try await account("anna", at: node)
        let by = Post.Author(account: anna.id, name: "anna")
        let one = try await node.timeline.add("one", by: by, at: nil),
            two = try await node.timeline.add("two", by: by, at: nil)
        _ = try await node.timeline.add("three", by: Post.Author(account: nil, name: "Cleo"), at: nil)
        let messages = try await node.written(), author = try #require(messages[0].author)
        #expect(try await node.store.posts(of: .message(messages[1].id)) == [two.id])
        #expect(try await node.merge.mark(of: two.id)?.first == messages[1].id)
        #expect(try await node.store.posts(of: .author(author)) == [one.id, two.id].sorted())
        #expect(try await node.store.posts(of: .author(SignerKey(.zero))).isEmpty)
        try await node.timeline.delete(two.id, by: anna)
        #expect(try await node.store.posts(of: .message(messages[1].id)).isEmpty)
        #expect(try await node.store.posts(of: .author(author)) == [one.id])
    }

    @Test(arguments: Node.Kind.allCases)
    func `what was deleted before it was told is told no more`(kind: Node.Kind) async throws {
        let node = try Node(kind, 1, of: place, clock)
        let anna = try await account("anna", at: node)
        let post = try await node.timeline.add("secret", by: Post.Author(account: anna.id, name: "anna"), at: nil)
        _ = try await node.timeline.edit(post.id, at: nil, to: "secret too", by: anna)
        #expect(try await node.merge.outgoing().map(\.message.kind) == [.post, .edit])
        try await node.store.remove(anna.id, at: clock.now)
        let messages = try await node.written()
        #expect(messages.map(\.kind) == [.deletion] && messages[0].about == post.id.subject)
    }

    @Test(arguments: Node.Kind.allCases)
    func `a simulated post, one with too long a body and one of a node without keys stay here`(kind: Node.Kind)
        async throws
    {
        let node = try Node(kind, 1, of: place, clock)
        try await node.timeline.addSimulated("walking", by: "Somebody", at: nil, time: clock.now)
        let letter = "e\u{301}\u{302}\u{303}\u{304}", long = String(repeating: letter, count: 3500)
        let place = PostLocation(
            point: location.point, accuracyMetres: nil, place: String(repeating: letter, count: 170),
            facing: .unknown, speed: .resting)
        let added = try await node.timeline.add(long, by: Post.Author(account: nil, name: "Cleo"), at: place)
        #expect(try await node.store.post(added.id) == added)
        let plain = Timeline(store: node.store, now: { 1_800_000_000_000 })
        _ = try await plain.add("alone", by: Post.Author(account: nil, name: "Cleo"), at: nil)
        #expect(try await node.written().isEmpty)
        _ = try await node.timeline.add(long, by: Post.Author(account: nil, name: "Cleo"), at: nil)
        #expect(try await node.written().count == 1)
    }

    @Test(arguments: Node.Kind.allCases)
    func `a post of another node has its author's account here, but is edited where their key is`(kind: Node.Kind)
        async throws
    {
        var place = place
        let author = Author(place: place), node = try Node(kind, 1, of: place, clock)
        let anna = try await account("anna", at: node)
        place.accounts = [author.key: anna.id]
        let message = try author.message(
            .post, at: clock.now, PostBody(text: "from my phone", name: "anna").fields)
        guard case .post(let post) = try await node.merge.take(message, place) else {
            Issue.record("no post")
            return
        }
        #expect(post.author.account == anna.id)
        await #expect(throws: CommunityFault.notAllowed) {
            try await node.timeline.edit(post.id, at: nil, to: "here", by: anna)
        }
        #expect(try await node.store.post(post.id) == post)
        #expect(try await node.written().isEmpty)
    }

    @Test(arguments: Node.Kind.allCases)
    func `a node that lost its store signs again for its people once their posts came back`(kind: Node.Kind)
        async throws
    {
        var place = place
        let before = try Node(kind, 1, of: place, clock)
        let anna = try await account("anna", at: before)
        let post = try await before.timeline.add("first", by: Post.Author(account: anna.id, name: "anna"), at: nil)
        let messages = try await before.written()
        place.accounts = [try #require(messages[0].author): anna.id]
        let after = try Node(kind, 1, of: place, clock)
        _ = try await after.store.add(
            NewAccount(id: anna.id, name: anna.name, role: .user, password: anna.password), at: 1)
        try await after.take(messages)
        clock.now += 1
        _ = try await after.timeline.edit(post.id, at: nil, to: "second", by: anna)
        try await before.take(after.written())
        #expect(try await before.store.post(post.id)?.message == "second")
    }

    @Test(arguments: Node.Kind.allCases)
    func `an edit here is later than all that is known of the post, also from a clock that is ahead`(
        kind: Node.Kind
    ) async throws {
        var place = place
        let node = try Node(kind, 1, of: place, clock), ahead = TestClock(clock.now + 3_000_000)
        let other = try Node(kind, 1, of: place, ahead)
        let anna = try await account("anna", at: other), by = Post.Author(account: anna.id, name: "anna")
        let post = try await other.timeline.add("early", by: by, at: nil)
        let messages = try await other.written()
        place.accounts = [try #require(messages[0].author): anna.id]
        let there = try Node(kind, 1, of: place, clock)
        _ = try await there.store.add(
            NewAccount(id: anna.id, name: anna.name, role: .user, password: anna.password), at: 1)
        try await there.take(messages)
        _ = try await there.timeline.edit(post.id, at: nil, to: "late", by: anna)
        let edits = try await there.written()
        #expect(try #require(edits.first).time > messages[0].time)
        try await node.take(messages + edits)
        #expect(try await node.store.post(post.id)?.message == "late")
    }

    @Test(arguments: Node.Kind.allCases)
    func `a message that breaks the rules of the timeline changes nothing`(kind: Node.Kind) async throws {
        let node = try Node(kind, 1, of: place, clock), author = Author(place: place), now = clock.now
        let good = PostBody(text: "good", name: "Cleo"), far = HybridTime(rawValue: .max)
        let id = SubjectID(high: 1, low: 2)
        let wrong = [
            try author.message(.post, at: now, PostBody(text: String(repeating: "a", count: 4001), name: "C").fields),
            try author.message(.post, at: now, PostBody(text: " \n", name: "Cleo").fields),
            try author.message(.post, at: now, PostBody(text: "a\u{0}b", name: "Cleo").fields),
            try author.message(.post, at: now, PostBody(text: "good", name: "operator").fields),
            try author.message(.post, at: now, PostBody(text: "good", name: "two\nlines").fields),
            try author.message(.post, at: now, about: id, good.fields),
            try author.message(.post, at: now, [good.fields[0]]),
            try author.message(.post, at: now, [good.fields[1]]),
            try author.message(.post, at: now, [BodyField(tag: 1, value: [0xff]), good.fields[1]]),
            try author.message(.post, at: now, good.fields + [BodyField(tag: 3, value: [0])]),
            try author.message(
                .post, at: now, good.fields + [BodyField(tag: 6, value: Array(repeating: 255, count: 8))]),
            try author.message(.post, at: far.milliseconds, good.fields),
            try author.message(.edit, at: now, EditBody(of: id, text: "no post").fields),
            try author.message(.edit, at: now, about: id, [BodyField(tag: 1, value: [])]),
            try author.message(.deletion, at: now, []),
        ]
        for message in wrong { #expect(try await node.merge.take(message, place) == .meaningless) }
        #expect(try await node.posts().isEmpty)
        let later = good.fields + [BodyField(tag: 200, value: [1])]
        let message = try author.message(.post, at: now, later)
        guard case .post = try await node.merge.take(message, place) else {
            Issue.record("a later version's field must not matter")
            return
        }
        let line = try author.message(.roomLine, at: now, about: id, [BodyField(tag: 1, value: [65])])
        #expect(try await node.merge.take(line, place) == .notMerged)
    }

    /// A message as it comes from a member.
    private func stamped(_ message: Message, by member: SignerKey) -> Message {
        message.stamped(EntryStamp(member: member, time: message.time, signature: [UInt8](repeating: 0, count: 64)))
    }

    @Test(arguments: Node.Kind.allCases)
    func `a post is hidden as long as the roster hides it, its author or its node, in any order`(kind: Node.Kind)
        async throws
    {
        let author = Author(place: place), member = Author(place: place).key, beginning = member.beginning
        let post = try author.message(.post, at: clock.now, PostBody(text: "ad", name: "Cleo").fields)
        let message = stamped(post, by: member), id = PostID(madeBy: message.order)
        let origins: [PostOrigin] = [.message(message.id), .author(author.key), .node(beginning)]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            let node = try Node(kind, 1, of: place, clock)
            var roster = place, isHere = false
            for step in 0..<12 {
                if step == 4 {
                    _ = try await node.merge.take(message, roster)
                    isHere = true
                }
                let turn = Bool.random(using: &random), which = Int.random(in: 0..<3, using: &random)
                switch which {
                case 0: roster.hiddenMessages = turn ? [message.id] : []
                case 1: roster.hiddenAuthors = turn ? [author.key] : []
                default: roster.hiddenNodes = turn ? [beginning] : []
                }
                let changed = try await node.merge.moderate(origins[which], roster)
                #expect(isHere || changed.isEmpty)
                let isHidden = roster.hides(message.id, by: author.key, enteredAt: beginning)
                if isHere { #expect(try await node.store.post(id)?.state == (isHidden ? .hidden : .shown)) }
            }
            #expect(try await node.store.post(id)?.message == "ad")
        }
    }

    @Test(arguments: Node.Kind.allCases)
    func `what an operator here says of a post holds until the roster says something new`(kind: Node.Kind)
        async throws
    {
        let node = try Node(kind, 1, of: place, clock), author = Author(place: place)
        let message = try author.message(.post, at: clock.now, PostBody(text: "ad", name: "Cleo").fields)
        let id = PostID(madeBy: message.order), origin = PostOrigin.message(message.id)
        _ = try await node.merge.take(message, place)
        _ = try await node.store.change(id, at: nil, .hide, at: clock.now)
        #expect(try await node.merge.moderate(origin, place).isEmpty)
        #expect(try await node.merge.take(message, place) == .nothing)
        #expect(try await node.store.post(id)?.state == .hidden)
        #expect(try await node.merge.moderate(id, place, overrides: true)?.state == .shown)
        var hiding = place
        hiding.hiddenMessages = [message.id]
        #expect(try await node.merge.moderate(origin, hiding).map(\.state) == [.hidden])
        _ = try await node.store.change(id, at: nil, .show, at: clock.now)
        #expect(try await node.merge.moderate(origin, hiding).isEmpty)
        #expect(try await node.merge.moderate(id, hiding, overrides: true)?.state == .hidden)
        #expect(try await node.merge.moderate(origin, place).map(\.state) == [.shown])
    }

    @Test(arguments: Node.Kind.allCases)
    func `a post of this node is of the node that stamped it, once its message comes back`(kind: Node.Kind)
        async throws
    {
        let node = try Node(kind, 1, of: place, clock), member = Author(place: place).key
        let made = try await node.timeline.add("Where?", by: Post.Author(account: nil, name: "Cleo"), at: nil)
        let origin = PostOrigin.node(member.beginning)
        #expect(try await node.store.posts(of: origin).isEmpty)
        let message = try #require(try await node.written().first)
        for copy in [message, stamped(message, by: member), stamped(message, by: Author(place: place).key)] {
            #expect(try await node.merge.take(copy, place) == .nothing)
        }
        #expect(try await node.store.posts(of: origin) == [made.id])
    }
}
