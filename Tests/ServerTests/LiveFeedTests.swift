import Community
import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Presence
import Server
import Synchronization
import Testing

/// The stream of events over a network: the test client wants whole answers.
@Suite struct LiveFeedTests {
    /// One event as it was sent.
    private struct Event: Equatable {
        let name: String
        let id: String
        let data: String

        /// The events in what a connection has sent, `ready` ones left out.
        static func all(in text: String) -> [Event] {
            text.components(separatedBy: "event: ").dropFirst().compactMap { part in
                let lines = part.replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "\n")
                guard lines.count > 3, lines[0] != "ready" else { return nil }
                let value = { (name: String) in
                    lines.first { $0.hasPrefix(name) }.map { String($0.dropFirst(name.count)) }
                }
                return Event(name: lines[0], id: value("id: ") ?? "", data: value("data: ") ?? "")
            }
        }

        var people: PeopleChange? { try? JSONDecoder().decode(PeopleChange.self, from: Data(data.utf8)) }

        var message: String? {
            (try? JSONDecoder().decode(HereaboutsAPI.Post.self, from: Data(data.utf8)))?.message
        }
    }

    /// Listens to a server, calls `write` once it does, and returns the first `count` events.
    private static func events(
        _ count: Int, from port: Int, after cursor: String? = nil, as token: String? = nil,
        _ write: () async throws -> Void
    ) async throws -> [Event] {
        let connection = try RawConnection(port: port)
        let header =
            (cursor.map { "Last-Event-ID: \($0)\r\n" } ?? "")
            + (token.map { "Authorization: Bearer \($0)\r\n" } ?? "")
        connection.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n")
        let begin = try await RawConnection.onThread { try connection.read { $0.contains("event: ready") } }
        try await write()
        let known = Event.all(in: begin).count
        guard known < count else { return Event.all(in: begin) }
        let rest = try await RawConnection.onThread {
            try connection.read { Event.all(in: $0).count >= count - known }
        }
        return Event.all(in: begin) + Event.all(in: rest)
    }

    @Test func `pages get an event when the overlay is published`() async throws {
        try await live { town, port in
            let chief = try await town.client(of: "chief", .operator)
            let points = [Town.corner, Town.eastEnd].map { GuideLocation(lat: $0.latitude, lon: $0.longitude) }
            let feature = OverlayFeature(.closed, points: points)
            let heard = try await Self.events(1, from: port) {
                _ = try await chief.changeOverlay(revision: 0, OverlayFields(features: [feature], publish: true))
            }
            #expect(heard.map(\.name) == ["overlay"])
        }
    }

    @Test func `what the store brings again is announced once`() async throws {
        let following = Bringing()
        let town = try Town(following: following)
        try await town.application.test(.live) { client in
            let port = try #require(client.port), chief = try await town.client(of: "chief", .operator)
            let points = [Town.corner, Town.eastEnd].map { GuideLocation(lat: $0.latitude, lon: $0.longitude) }
            let feature = OverlayFeature(.closed, points: points)
            let heard = try await Self.events(2, from: port) {
                _ = try await chief.changeOverlay(revision: 0, OverlayFields(features: [feature], publish: true))
                try await following.bring(.overlay)
                try await following.bring(.guide)
            }
            #expect(heard.map(\.name) == ["overlay", "guide"])
        }
    }

    /// Brings changes when a test says so, this server's own, too.
    private final class Bringing: PlaceFollowing {
        private let taking = Mutex<(@Sendable (PlaceChange) async throws -> Void)?>(nil)

        let bringsOwnChanges = true

        func begin(_ take: @escaping @Sendable (PlaceChange) async throws -> Void) { taking.withLock { $0 = take } }

        func catchUp() {}

        let liveServers = 1

        func runAlone(_ job: PlaceJob, _ body: @escaping @Sendable () async throws -> Void) async throws {
            try await body()
        }

        func offer(atlas identity: String) -> AtlasStanding { AtlasStanding(isWanted: true, without: []) }

        func claim(_ subject: PlaceClaim, for holder: UInt64) -> Bool { true }

        func release(_ subject: PlaceClaim, by holder: UInt64) {}

        func bring(_ change: PlaceChange) async throws { try await taking.withLock { $0 }?(change) }
    }

    @Test func `pages get an event when a feature of the overlay begins, and when it ends`() async throws {
        try await live { town, port in
            let chief = try await town.client(of: "chief", .operator), begin = town.clock.now()
            func time(_ hours: Int64) -> String {
                Date(timeIntervalSince1970: Double(begin) / 1000 + Double(hours) * 3600).formatted(.iso8601)
            }
            let points = [Town.corner, Town.eastEnd].map { GuideLocation(lat: $0.latitude, lon: $0.longitude) }
            let feature = OverlayFeature(.closed, points: points, from: time(1), until: time(3))
            _ = try await chief.changeOverlay(revision: 0, OverlayFields(features: [feature], publish: true))
            for _ in 0..<2 {
                let heard = try await Self.events(1, from: port) { town.clock.advance(by: 2 * 3_600_000) }
                #expect(heard.map(\.name) == ["overlay"])
            }
        }
    }

    @Test func `each listener gets the visible changes of people as they happen, and their end`() async throws {
        try await live { town, port in
            let anna = try await town.client(of: "anna"), token = try await town.token(of: "ben")
            let ben = HereaboutsClient(TownTransport(town: town), token: token)
            _ = try await anna.askFriend("ben")
            _ = try await ben.askFriend("anna")
            let phone = HereaboutsClient(
                TownTransport(town: town), token: try await anna.add(NewDevice(kind: .program, name: "phone")).token)
            // Long enough ago that its publication is due.
            var now = town.clock.now() - 2_100_000
            let report = { (lat: Double) in
                now += 1
                let position = ReportedPosition(millisecondsSince1970: now, lat: lat, lon: 24.94)
                return try await phone.report([position]).added
            }
            _ = try await report(60.17)
            var shares = try await anna.sharing()
            // The feed announces it before the next request: otherwise it could be the first event of that.
            _ = try await Self.events(1, from: port, as: token) {
                shares = try await anna.changeSharing(revision: shares.revision, SharingFields(friends: .exact))
            }
            // A friend gets the event, a guest only the next one.
            let moved = try await Self.events(1, from: port, as: token) { _ = try await report(60.18) }
            #expect(moved.first?.people?.people.map(\.lat) == [60.18] && moved.first?.people?.people[0].name == "anna")
            let shown = try await Self.events(1, from: port) {
                _ = try await report(60.19)
                shares = try await anna.changeSharing(
                    revision: shares.revision, SharingFields(friends: .exact, pseudonym: "Heron"))
                // An approximate place that arrived late is visible at the next full step.
                town.clock.advance(by: 300_000)
            }
            let told = try #require(shown.first?.people?.people.first)
            #expect(told.name == "Heron" && !told.isFriend && told.lat != nil && told.lat != 60.19)
            // The friend does not learn her public pseudonym: he sees her next location, and no other name.
            let next = try await Self.events(1, from: port, as: token) {
                shares = try await anna.changeSharing(
                    revision: shares.revision, SharingFields(friends: .exact, pseudonym: "Crane"))
                _ = try await report(60.2)
            }
            #expect(next.first?.people?.people.map(\.name) == ["anna"] && next.first?.people?.gone == [])
            let friend = try #require(next.first?.people?.people.first)
            let crane = try #require(try await town.guest.people().people.first)
            #expect(crane.name == "Crane" && Set([crane.id, told.id, friend.id]).count == 3)
            let over = try await Self.events(1, from: port, as: token) {
                try await ben.endFriendship(try await ben.friends().friends[0].id)
            }
            #expect(over.first?.people?.people.map(\.name) == ["Crane"] && over.first?.people?.gone == [friend.id])
            let gone = try await Self.events(1, from: port) {
                _ = try await anna.changeSharing(revision: shares.revision, SharingFields())
            }
            #expect(gone.first?.people == PeopleChange(people: [], gone: [crane.id]))
        }
    }

    private func live(_ body: @escaping @Sendable (Town, Int) async throws -> Void) async throws {
        let town = try Town { $0.guests = .post }
        try await town.application.test(.live) { client in try await body(town, try #require(client.port)) }
    }

    @Test func `the feed announces additions, changes, hiding and deletion in their order`() async throws {
        try await live { town, port in
            let anna = try await town.client(of: "anna"), chief = try await town.client(of: "chief", .operator)
            let added = try await Self.events(1, from: port) { _ = try await anna.add(NewPost(message: "one\ntwo")) }
            #expect(added.map(\.message) == ["one\ntwo"])
            let post = try await town.guest.posts().posts[0]
            let edited = try await Self.events(1, from: port) {
                _ = try await anna.editPost(post.id, message: "edited")
            }
            #expect(edited.map(\.message) == ["edited"])
            let hidden = try await Self.events(1, from: port) { _ = try await chief.hidePost(post.id) }
            #expect(hidden.map(\.name) == ["removed"] && hidden[0].data == #"{"id":"\#(post.id)"}"#)
            let shown = try await Self.events(1, from: port) { _ = try await chief.showPost(post.id) }
            #expect(shown.map(\.message) == ["edited"])
            let deleted = try await Self.events(1, from: port) { try await anna.deletePost(post.id) }
            #expect(deleted.map(\.name) == ["removed"])
            let ids = [added, edited, hidden, shown, deleted].map { $0[0].id }
            #expect(ids == ids.sorted() && Set(ids).count == 5)
        }
    }

    @Test func `a returning listener gets the missed events and then new events`() async throws {
        try await live { town, port in
            let first = try await Self.events(1, from: port) { _ = try await town.guest.add(NewPost(message: "heard")) }
            for number in 0..<5 { _ = try await town.guest.add(NewPost(message: "missed \(number)")) }
            let rest = try await Self.events(6, from: port, after: first[0].id) {
                _ = try await town.guest.add(NewPost(message: "live"))
            }
            #expect(rest.map(\.message) == (0..<5).map { "missed \($0)" } + ["live"])
        }
    }

    @Test func `a returning listener learns that the guide has changed, with and without posts`() async throws {
        try await live { town, port in
            let cura = try await town.client(of: "cura", .curator)
            let first = try await Self.events(1, from: port) { _ = try await town.guest.add(NewPost(message: "heard")) }
            func told() async throws -> String {
                let connection = try RawConnection(port: port)
                connection.send("GET /api/v1/events?after=\(first[0].id) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return try await RawConnection.onThread { try connection.read { $0.contains("event: ready") } }
            }
            #expect(try await !told().contains("event: guide"))
            _ = try await cura.add(VenueFields(name: "A"))
            #expect(try await told().contains("event: guide"))
        }
    }

    @Test func `a new listener can check whether their earlier reading was complete`() async throws {
        try await live { town, port in
            let cura = try await town.client(of: "cura", .curator)
            struct Newest: Decodable { let guide: String, posts: String }
            func begin() async throws -> Newest {
                let connection = try RawConnection(port: port)
                connection.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let text = try await RawConnection.onThread { try connection.read { $0.contains("}") } }
                let data = try #require(
                    text.components(separatedBy: "data: ").last?.prefix { $0 != "\n" && $0 != "\r" })
                return try JSONDecoder().decode(Newest.self, from: Data(data.utf8))
            }
            func order(_ cursor: String?) throws -> UInt64 { try #require(cursor.flatMap { UInt64($0, radix: 36) }) }
            let place = try await cura.add(VenueFields(name: "A", state: .published))
            let guide = try await town.guest.guide().changed, posts = try await town.guest.posts().changed
            #expect(try await town.guest.venue(place.id).changed == guide)
            let before = try await begin()
            #expect(before.guide == guide && before.posts == posts)
            // A change between reading and listening is in neither.
            _ = try await cura.add(VenueFields(name: "B"))
            _ = try await cura.add(NewPost(message: "between"))
            let after = try await begin()
            #expect(try order(after.guide) > order(guide) && order(after.posts) > order(posts))
            #expect(try await town.guest.guide().changed == after.guide)
            #expect(try await town.guest.posts().changed == after.posts)
        }
    }

    @Test func `the feed announces a change of the imprint, at once and to a listener that returns`() async throws {
        try await live { town, port in
            let chief = try await town.client(of: "chief", .operator)
            let first = try await Self.events(1, from: port) { _ = try await town.guest.add(NewPost(message: "heard")) }
            let told = try await Self.events(1, from: port) {
                _ = try await chief.changeImprint(revision: 0, ImprintFields(title: "Us"))
            }
            #expect(told.map(\.name) == ["imprint"])
            let connection = try RawConnection(port: port)
            connection.send("GET /api/v1/events?after=\(first[0].id) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let missed = try await RawConnection.onThread { try connection.read { $0.contains("event: ready") } }
            #expect(missed.contains("event: imprint") && !missed.contains("event: guide"))
        }
    }

    @Test func `listeners get all events of many simultaneous writers`() async throws {
        try await live { town, port in
            let events = try await Self.events(200, from: port) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<200 {
                        group.addTask { _ = try await town.guest.add(NewPost(message: "\(number)")) }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(Set(events.compactMap(\.message)) == Set((0..<200).map { "\($0)" }))
        }
    }

    @Test func `a listener that was away for too long must read anew`() async throws {
        try await live { town, port in
            let first = try await Self.events(1, from: port) { _ = try await town.guest.add(NewPost(message: "heard")) }
            for number in 0..<501 { _ = try await town.guest.add(NewPost(message: "\(number)")) }
            let connection = try RawConnection(port: port)
            connection.send("GET /api/v1/events?after=\(first[0].id) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let text = try await RawConnection.onThread { try connection.read { $0.contains("data:") } }
            #expect(text.contains("event: reload"))
        }
    }

    @Test(arguments: ["-1", "zzzzzzzzzzzzzzzzz", "a.b", "%20x"])
    func `an invalid cursor is refused`(cursor: String) async throws {
        let town = try Town()
        let (status, error) = try await town.json("/api/v1/events?after=\(cursor)")
        #expect(status == 400 && error["field"] as? String == "after")
    }

    /// Begins to listen by a token, on a connection that ends with the stream.
    private func listen(_ port: Int, by token: String) async throws -> RawConnection {
        let connection = try RawConnection(port: port)
        connection.send(
            "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer \(token)\r\n\r\n"
        )
        let begin = try await RawConnection.onThread { try connection.read { $0.contains("event: ready") } }
        #expect(begin.contains(" 200 "))
        return connection
    }

    /// Whether a stream ends by itself.
    private func ends(_ connection: RawConnection) async throws -> Bool {
        // A last chunk of no bytes.
        let rest = try await RawConnection.onThread { try connection.read { $0.hasSuffix("0\r\n\r\n") } }
        return rest.hasSuffix("0\r\n\r\n")
    }

    @Test func `a stream ends with its session, and no other does`() async throws {
        let town = try Town { $0.guests = .none }
        try await town.application.test(.live) { client in
            let port = try #require(client.port)
            let own = try await town.token(of: "anna"), other = try await town.token(of: "ben")
            let anna = HereaboutsClient(TownTransport(town: town), token: own)
            let ben = HereaboutsClient(TownTransport(town: town), token: other)
            let mine = try await listen(port, by: own), theirs = try await listen(port, by: other)

            let stolen = try await listen(port, by: try await anna.newToken(label: "stolen").token)
            try await anna.changePasswordAndStay(from: "correct horse", to: "battery staple")
            #expect(try await ends(stolen))

            let revoked = try await listen(port, by: try await anna.newToken(label: "revoked").token)
            let session = try #require(try await anna.sessions().sessions.first { $0.label == "revoked" })
            try await anna.endSession(session.id)
            #expect(try await ends(revoked))

            let loggedOut = try await anna.newToken(label: "out").token
            let out = try await listen(port, by: loggedOut)
            _ = try await town.send(.delete, "/api/v1/session", headers: [.authorization: "Bearer \(loggedOut)"])
            #expect(try await ends(out))

            // The listeners that go on get the new posts.
            _ = try await ben.add(NewPost(message: "still here"))
            for stream in [mine, theirs] {
                let text = try await RawConnection.onThread { try stream.read { $0.contains("still here") } }
                #expect(text.contains("still here"))
            }
            try await anna.removeAccount(password: "battery staple")
            #expect(try await ends(mine))
            // However a session ended, its streams do when they are tended.
            town.clock.advance(by: 400 * 86_400_000)
            await town.server.sendHeartbeats()
            #expect(try await ends(theirs))
        }
    }
}

/// The feed's reads of the store, and their times.
@Suite struct FeedReadingTests {
    /// Posts that can be read when a test lets them.
    ///
    /// A class because feed and test share it.
    private final class GatedPosts: PostStore, ReportStore, KeyStore {
        let store = MemoryStore()
        /// Reads wait for a value, and fail at `false`.
        private let gate: AsyncStream<Bool>
        let open: AsyncStream<Bool>.Continuation
        private let asked = Mutex<[HybridTime]>([])

        init() { (gate, open) = AsyncStream.makeStream() }

        struct Fault: Error {}

        /// The text read so far.
        var reads: [HybridTime] { asked.withLock { $0 } }

        func posts(changedAfter time: HybridTime, limit: Int) async throws -> [Community.Post] {
            asked.withLock { $0.append(time) }
            for await isGood in gate {
                guard isGood else { throw Fault() }
                return store.posts(changedAfter: time, limit: limit)
            }
            return store.posts(changedAfter: time, limit: limit)
        }

        func add(_ post: Community.NewPost, key: IdempotencyKey?, at milliseconds: Int64) throws -> Community.Post {
            try store.add(post, key: key, at: milliseconds)
        }
        func post(addedWith key: IdempotencyKey, at milliseconds: Int64) throws -> Community.Post? {
            try store.post(addedWith: key, at: milliseconds)
        }
        func postsOfDay(by account: AccountID, at milliseconds: Int64) -> Int {
            store.postsOfDay(by: account, at: milliseconds)
        }
        func posts(before cursor: PostCursor?, limit: Int) -> [Community.Post] {
            store.posts(before: cursor, limit: limit)
        }
        func lastChange() -> HybridTime { store.lastChange() }
        func hiddenPosts(of author: AccountID?, before cursor: PostCursor?, limit: Int) -> [Community.Post] {
            store.hiddenPosts(of: author, before: cursor, limit: limit)
        }
        func post(_ id: PostID) -> Community.Post? { store.post(id) }
        func change(
            _ id: PostID, at revision: Int?, _ change: PostChange, at milliseconds: Int64
        ) throws -> Community.Post { try store.change(id, at: revision, change, at: milliseconds) }
        func add(_ report: NewReport, at milliseconds: Int64) throws { try store.add(report, at: milliseconds) }
        func reportedPosts(before cursor: PostCursor?, limit: Int) -> [ReportedPost] {
            store.reportedPosts(before: cursor, limit: limit)
        }
        func forgetKeys(at milliseconds: Int64, beyond most: Int) {
            store.forgetKeys(at: milliseconds, beyond: most)
        }
        func settleReports(of post: PostID, at milliseconds: Int64) throws {
            try store.settleReports(of: post, at: milliseconds)
        }
    }

    private let gated = GatedPosts()
    private let log = CapturedLog()
    private let timeline: Timeline
    private let feed: LiveFeed

    init() {
        timeline = Timeline(store: gated, now: { 1_000_000 })
        feed = LiveFeed(
            timeline, Guide(store: gated.store, budget: .unlimited, now: { 1 }),
            Imprints(store: gated.store, now: { 1 }), Overlays(store: gated.store, now: { 1 }),
            Accounts(store: gated.store, hasher: PasswordHasher(), now: { 1 }),
            Logger(label: "test") { [log] _ in LineLog(level: .trace) { log.append($0) } })
    }

    private func write(_ message: String) async throws {
        _ = try await timeline.add(message, by: Community.Post.Author(account: nil, name: "Guest"), at: nil)
        feed.changed()
    }

    /// Returns the first event that a listener gets.
    private func next(_ told: LiveFeed.Subscription) async -> String {
        for await events in told.rest { return String(buffer: events) }
        return ""
    }

    @Test func `known events are not read again when the last listener leaves during a read`() async throws {
        for number in 0..<3 { try await write("old \(number)") }
        // Beginning to listen reads, which waits here; something is written; everybody leaves; something is written.
        let first = try await feed.listen(after: nil)
        while gated.reads.isEmpty { await Task.yield() }
        feed.changed()
        first.end()
        #expect(feed.listenerCount == 0)
        feed.changed()
        gated.open.finish()
        // Time for a second read, which there should not be.
        for _ in 0..<10_000 where gated.reads.count < 2 { await Task.yield() }
        let second = try await feed.listen(after: nil)
        try await write("new")
        #expect(await next(second).contains("new"))
        #expect(gated.reads.allSatisfy { $0 > HybridTime(rawValue: 0) })
    }

    @Test func `who begins while older changes are read gets only later ones`() async throws {
        try await write("first")
        let left = try await feed.listen(after: nil)
        while gated.reads.isEmpty { await Task.yield() }
        try await write("known")
        left.end()
        // Nobody listens, so the next listener begins at the newest change, while the read from the first one on waits.
        feed.changed()
        let later = try await feed.listen(after: nil)
        gated.open.finish()
        try await write("new")
        let told = await next(later)
        #expect(told.contains("new") && !told.contains("known"))
    }

    @Test func `who comes from a server that was ahead gets nothing again, unlike others`() async throws {
        try await write("first")
        let waiting = try await feed.listen(after: nil)
        while gated.reads.isEmpty { await Task.yield() }
        // This feed has not read the second one yet; the other server had sent it.
        let second = try await timeline.add("second", by: Community.Post.Author(account: nil, name: "Guest"), at: nil)
        let coming = try await feed.listen(after: second.changed)
        #expect(String(buffer: coming.first).contains("\nid: \(String(second.changed.rawValue, radix: 36))\n"))
        gated.open.finish()
        try await write("third")
        let told = await next(coming)
        #expect(told.contains("third") && !told.contains("second"))
        #expect(await next(waiting).contains("second"))
    }

    @Test func `a made-up cursor of the future hides nothing`() async throws {
        gated.open.finish()
        try await write("first")
        let listener = try await feed.listen(after: HybridTime(rawValue: UInt64(Int64.max)))
        try await write("second")
        #expect(await next(listener).contains("second"))
    }

    @Test func `an unreadable row is logged once, and the feed announces it once it is readable`() async throws {
        let told = try await feed.listen(after: nil)
        try await write("words")
        for isGood in [false, false] { gated.open.yield(isGood) }
        gated.open.finish()
        #expect(await next(told).contains("words"))
        let lines = log.lines.filter { $0.contains("sends no changes") }
        #expect(lines.count == 1 && lines[0].contains("Fault") && !lines[0].contains("words"))
    }
}
