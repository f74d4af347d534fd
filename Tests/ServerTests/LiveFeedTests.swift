import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import Hummingbird
import HummingbirdTesting
import Server
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
                return Event(name: lines[0], id: String(lines[1].dropFirst(4)), data: String(lines[2].dropFirst(6)))
            }
        }

        var message: String? {
            (try? JSONDecoder().decode(HereaboutsAPI.Post.self, from: Data(data.utf8)))?.message
        }
    }

    /// Listens to a server, calls `write` once it does, and returns the first `count` events.
    private static func events(
        _ count: Int, from port: Int, after cursor: String? = nil, _ write: () async throws -> Void
    ) async throws -> [Event] {
        let connection = try RawConnection(port: port)
        let header = cursor.map { "Last-Event-ID: \($0)\r\n" } ?? ""
        connection.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n")
        let begin = try #require(
            try await RawConnection.onThread { connection.read { $0.contains("event: ready") } })
        try await write()
        let known = Event.all(in: begin).count
        guard known < count else { return Event.all(in: begin) }
        let rest = try #require(
            try await RawConnection.onThread { connection.read { Event.all(in: $0).count >= count - known } })
        return Event.all(in: begin) + Event.all(in: rest)
    }

    private func live(_ body: @escaping @Sendable (Town, Int) async throws -> Void) async throws {
        let town = try Town { $0.guests = .post }
        try await town.application.test(.live) { client in try await body(town, try #require(client.port)) }
    }

    @Test func `what is added, changed, hidden and deleted is told in its order`() async throws {
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

    @Test func `who comes back hears what was missed and then what happens`() async throws {
        try await live { town, port in
            let first = try await Self.events(1, from: port) { _ = try await town.guest.add(NewPost(message: "heard")) }
            for number in 0..<5 { _ = try await town.guest.add(NewPost(message: "missed \(number)")) }
            let rest = try await Self.events(6, from: port, after: first[0].id) {
                _ = try await town.guest.add(NewPost(message: "live"))
            }
            #expect(rest.map(\.message) == (0..<5).map { "missed \($0)" } + ["live"])
        }
    }

    @Test func `who comes back hears that the guide has changed, posts or not`() async throws {
        try await live { town, port in
            let cura = try await town.client(of: "cura", .curator)
            let first = try await Self.events(1, from: port) { _ = try await town.guest.add(NewPost(message: "heard")) }
            func told() async throws -> String {
                let connection = try RawConnection(port: port)
                connection.send("GET /api/v1/events?after=\(first[0].id) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                return try await RawConnection.onThread { connection.read { $0.contains("event: ready") } } ?? ""
            }
            #expect(try await !told().contains("event: guide"))
            _ = try await cura.add(VenueFields(name: "A"))
            #expect(try await told().contains("event: guide"))
        }
    }

    @Test func `who begins to listen can tell whether what they read before is all there was`() async throws {
        try await live { town, port in
            let cura = try await town.client(of: "cura", .curator)
            struct Newest: Decodable { let guide: String, posts: String }
            func begin() async throws -> Newest {
                let connection = try RawConnection(port: port)
                connection.send("GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let text = try await RawConnection.onThread { connection.read { $0.contains("}") } } ?? ""
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
            // What is written between reading and listening is in neither.
            _ = try await cura.add(VenueFields(name: "B"))
            _ = try await cura.add(NewPost(message: "between"))
            let after = try await begin()
            #expect(try order(after.guide) > order(guide) && order(after.posts) > order(posts))
            #expect(try await town.guest.guide().changed == after.guide)
            #expect(try await town.guest.posts().changed == after.posts)
        }
    }

    @Test func `a change of the imprint is told, at once and to who comes back`() async throws {
        try await live { town, port in
            let chief = try await town.client(of: "chief", .operator)
            let first = try await Self.events(1, from: port) { _ = try await town.guest.add(NewPost(message: "heard")) }
            let told = try await Self.events(1, from: port) {
                _ = try await chief.changeImprint(revision: 0, ImprintFields(title: "Us"))
            }
            #expect(told.map(\.name) == ["imprint"])
            let connection = try RawConnection(port: port)
            connection.send("GET /api/v1/events?after=\(first[0].id) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let missed = try await RawConnection.onThread { connection.read { $0.contains("event: ready") } } ?? ""
            #expect(missed.contains("event: imprint") && !missed.contains("event: guide"))
        }
    }

    @Test func `many writers at once are heard completely`() async throws {
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

    @Test func `who was away for too long is told to read anew`() async throws {
        try await live { town, port in
            let first = try await Self.events(1, from: port) { _ = try await town.guest.add(NewPost(message: "heard")) }
            for number in 0..<501 { _ = try await town.guest.add(NewPost(message: "\(number)")) }
            let connection = try RawConnection(port: port)
            connection.send("GET /api/v1/events?after=\(first[0].id) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let text = try await RawConnection.onThread { connection.read { $0.contains("data:") } }
            #expect(text?.contains("event: reload") == true)
        }
    }

    @Test(arguments: ["-1", "zzzzzzzzzzzzzzzzz", "a.b", "%20x"])
    func `a cursor that is none is refused`(cursor: String) async throws {
        let town = try Town()
        let (status, error) = try await town.json("/api/v1/events?after=\(cursor)")
        #expect(status == 400 && error["field"] as? String == "after")
    }
}
