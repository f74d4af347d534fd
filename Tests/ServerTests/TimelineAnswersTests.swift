import Community
import Foundation
import GeoCore
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

@Suite struct TimelineAnswersTests {
    @Test func `a located post says where, how and when, once it was added`() async throws {
        var map = Town.extract
        map.node(
            8, 60.1701, 24.9401, ["addr:street": "Market Street", "addr:housenumber": "9", "addr:city": "Townville"])
        let town = try Town(atlas: Town.atlas(of: map))
        let anna = try await town.client(of: "anna")
        let post = try await anna.add(
            NewPost(
                message: "Coffee <b>here</b>\n& now",
                location: .init(
                    lat: Town.corner.latitude, lon: Town.corner.longitude, accuracy: 7.5, heading: 91, speed: 1.4)))
        #expect(post.author.name == "anna" && post.message == "Coffee <b>here</b>\n& now" && post.revision == 1)
        #expect(
            post.location
                == .init(lat: 60.17, lon: 24.94, accuracy: 7.5, place: "Townville", facing: "East", speed: "walking"))
        let time = try #require(
            try? Date(post.created, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true)))
        #expect(abs(time.timeIntervalSinceNow) < 60)
        // JSON written by hand equals that of Codable.
        #expect(try await town.guest.posts().posts == [post])
        #expect(try await town.guest.post(post.id) == post)
    }

    @Test func `a given place is kept, an unknown place is reported, and no location stays none`() async throws {
        let town = try Town { $0.guests = .post }
        let given = try await town.guest.add(
            NewPost(message: "a", location: .init(lat: 1, lon: 2, place: "Null Island")))
        #expect(given.location?.place == "Null Island" && given.location?.facing == "unknown")
        #expect(given.location?.speed == "resting" && given.location?.accuracy == nil && given.author.name == "Guest")
        let far = try await town.guest.add(NewPost(message: "b", location: .init(lat: -10, lon: 100, accuracy: -5)))
        #expect(far.location?.place == "Place unknown" && far.location?.accuracy == nil)
        #expect(try await town.guest.add(NewPost(message: "c")).location == nil)
    }

    @Test func `pages follow one another to the end`() async throws {
        let town = try Town { $0.guests = .post }
        for number in 0..<25 { _ = try await town.guest.add(NewPost(message: "\(number)")) }
        var messages: [String] = [], before: String?, pages = 0
        repeat {
            let page = try await town.guest.posts(PostsRequest(before: before, limit: 10))
            messages += page.posts.map(\.message)
            before = page.next
            pages += 1
            _ = try await town.guest.add(NewPost(message: "late"))
        } while before != nil
        #expect(messages == (0..<25).reversed().map { "\($0)" } && pages == 3)
        #expect(try await town.guest.posts(PostsRequest(limit: 3)).posts.map(\.message) == ["late", "late", "late"])
    }

    @Test(arguments: [
        "x", ".", "zz.01a1fe82-2ee8-7568-b2a7-a4a25b221aa0x", "-1.01a1fe82-2ee8-7568-b2a7-a4a25b221aa0",
        "zzzzzzzzzzzzzzzzz.01a1fe82-2ee8-7568-b2a7-a4a25b221aa0",
    ])
    func `an invalid cursor is refused`(before: String) async throws {
        let town = try Town()
        let (status, error) = try await town.json("/api/v1/posts?before=\(before)")
        #expect(status == 400 && error["field"] as? String == "before")
    }

    @Test func `a post that is sent twice with one key appears once`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let draft = NewPost(message: "once", key: "0123456789abcdef")
        let first = try await anna.add(draft)
        #expect(try await anna.add(draft) == first)
        #expect(try await town.guest.posts().posts.count == 1)
        await AccessTests.expect(.invalidBody) { _ = try await anna.add(NewPost(message: "x", key: "short")) }
        await AccessTests.expect(.keyUsed) {
            _ = try await anna.add(NewPost(message: "other", key: "0123456789abcdef"))
        }
    }

    @Test func `a post written without a network counts once 26 hours later, also after a lost answer and a restart`()
        async throws
    {
        let town = try Town { $0.guests = .post }, hours: Milliseconds = 26 * 3_600_000
        let early = try await town.guest.add(NewPost(message: "early"))
        let written = WireTime.text(town.clock.now())
        town.clock.advance(by: hours)
        let recent = try await town.guest.add(NewPost(message: "recent"))
        let draft = NewPost(message: "late", key: "0123456789abcdef", writtenAt: written)
        let late = try await town.guest.add(draft)
        #expect(late.writtenAt == written && late.created > recent.created && recent.writtenAt == nil)
        town.clock.advance(by: hours)
        // The answer was lost, and the server was started again.
        let again = try Town(after: town) { $0.guests = .post }
        #expect(try await again.guest.add(draft) == late)
        let posts = try await again.guest.posts().posts
        #expect(posts == [late, recent, early])
    }

    @Test func `a late post whose answer was lost is answered also when its own time is too old by then`()
        async throws
    {
        let town = try Town { $0.guests = .post }, day: Milliseconds = 86_400_000
        let draft = NewPost(
            message: "late", key: "0123456789abcdef", writtenAt: WireTime.text(town.clock.now()))
        town.clock.advance(by: 29 * day)
        let late = try await town.guest.add(draft)
        town.clock.advance(by: 2 * day)
        #expect(try await town.guest.add(draft) == late)
        var other = draft
        other.message = "another"
        await AccessTests.expect(.keyUsed) { _ = try await town.guest.add(other) }
        other.key = "fedcba9876543210"
        await AccessTests.expect(.tooOld) { _ = try await town.guest.add(other) }
    }

    @Test func `a post's own time is at most 30 days ago, and one in the future counts as now`() async throws {
        let town = try Town { $0.guests = .post }
        let add = { (ago: Milliseconds) in
            try await town.guest.add(NewPost(message: "m", writtenAt: WireTime.text(town.clock.now() - ago)))
        }
        for ago in [-86_400_000, -1, 0, 50_000] as [Milliseconds] { #expect(try await add(ago).writtenAt == nil) }
        #expect(try await add(IdempotencyKey.memory - 60_000).writtenAt != nil)
        await AccessTests.expect(.tooOld) { _ = try await add(IdempotencyKey.memory + 60_000) }
        for text in ["yesterday", "", "1969-12-31T00:00:00Z"] {
            await AccessTests.expect(.invalidBody) {
                _ = try await town.guest.add(NewPost(message: "m", writtenAt: text))
            }
        }
    }

    @Test(arguments: [1970, 2000, 2024, 2026, 2100])
    func `a post's own time is on a day that its month has`(_ year: Int) async throws {
        let town = try Town { $0.guests = .post }
        // The rule of the Gregorian calendar (ISO 8601-1:2019, 4.2.1).
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for (month, length) in lengths.enumerated() {
            for day in [0, 1, 28, 29, 30, 31, 32] {
                let written = "\(year)-\(month < 9 ? "0" : "")\(month + 1)-\(day < 10 ? "0" : "")\(day)T12:00:00+02:00"
                let isDay = day >= 1 && day <= length
                do {
                    _ = try await town.guest.add(NewPost(message: "m", writtenAt: written))
                    #expect(isDay, "\(written)")
                } catch let error as ErrorBody {
                    #expect(error.code == (isDay ? .tooOld : .invalidBody), "\(written)")
                    #expect(error.field == "written_at")
                }
            }
        }
    }

    @Test(arguments: ["24:00:00", "25:00:00", "12:60:00", "12:00:61", "1:2:3"])
    func `a post's own time is an hour, minute and second that a day has`(_ time: String) async throws {
        let town = try Town { $0.guests = .post }
        for rest in ["Z", ".5Z", "+02:00"] {
            await AccessTests.expect(.invalidBody) {
                _ = try await town.guest.add(NewPost(message: "m", writtenAt: "2026-11-27T\(time)\(rest)"))
            }
        }
    }

    @Test func `an edited post says so, an edit of an old revision is refused`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let post = try await anna.add(NewPost(message: "tpyo"))
        #expect(try await town.guest.posts().posts.map(\.message) == ["tpyo"])
        let edited = try await anna.editPost(post.id, message: "typo", revision: 1)
        #expect(edited.revision == 2 && edited.created == post.created)
        #expect(try await town.guest.posts().posts == [edited])
        await AccessTests.expect(.changedMeanwhile) { _ = try await anna.editPost(post.id, message: "x", revision: 1) }
        try await anna.deletePost(post.id)
        #expect(try await town.guest.posts().posts.isEmpty)
        await AccessTests.expect(.notFound) { try await anna.deletePost(post.id) }
    }

    @Test func `a reported post is hidden from all but its author and operators, and can be shown again`() async throws
    {
        let town = try Town()
        let anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        let chief = try await town.client(of: "chief", .operator)
        let post = try await anna.add(NewPost(message: "rude"))
        try await ben.reportPost(post.id, reason: "very rude")
        let reported = try await chief.reports().posts
        #expect(reported.map(\.post) == [post] && reported.map(\.count) == [1])
        #expect(reported[0].reports.map(\.reason) == ["very rude"] && reported[0].reports[0].reporter == "ben")
        #expect(try await chief.hiddenPosts().posts.isEmpty)
        #expect(try await chief.hidePost(post.id).isHidden)
        #expect(try await chief.reports().posts.isEmpty)
        #expect(try await chief.hiddenPosts().posts == [chief.post(post.id)])
        #expect(try await anna.hiddenPosts().posts == [anna.post(post.id)])
        #expect(try await ben.hiddenPosts().posts.isEmpty)
        #expect(try await town.guest.posts().posts.isEmpty)
        await AccessTests.expect(.notFound) { _ = try await ben.post(post.id) }
        await AccessTests.expect(.notFound) { _ = try await town.guest.post(post.id) }
        await AccessTests.expect(.notFound) { try await ben.reportPost(post.id, reason: "still") }
        for viewer in [anna, chief] { #expect(try await viewer.post(post.id).isHidden) }
        #expect(try await !chief.showPost(post.id).isHidden)
        #expect(try await chief.hiddenPosts().posts.isEmpty)
        #expect(try await town.guest.posts().posts.map(\.id) == [post.id])
        try await ben.reportPost(post.id, reason: "again")
        try await chief.dismissReports(of: post.id)
        #expect(try await chief.reports().posts.isEmpty)
        #expect(try await town.guest.posts().posts.count == 1)
    }

    @Test func `reported and hidden posts come in pages`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        let chief = try await town.client(of: "chief", .operator)
        var ids: [String] = []
        for number in 0..<5 { ids.append(try await anna.add(NewPost(message: "\(number)")).id) }
        for id in ids { try await ben.reportPost(id, reason: "no") }
        let first = try await chief.reports(ReportsRequest(limit: 3))
        #expect(first.posts.map(\.post.id) == [ids[4], ids[3], ids[2]])
        let second = try await chief.reports(ReportsRequest(before: first.next, limit: 3))
        #expect(second.posts.map(\.post.id) == [ids[1], ids[0]] && second.next == nil)
        for id in ids { _ = try await chief.hidePost(id) }
        let hidden = try await chief.hiddenPosts(HiddenPostsRequest(limit: 3))
        #expect(hidden.posts.map(\.id) == [ids[4], ids[3], ids[2]])
        let rest = try await chief.hiddenPosts(HiddenPostsRequest(before: hidden.next, limit: 2))
        #expect(rest.posts.map(\.id) == [ids[1], ids[0]] && rest.next == nil)
        await AccessTests.expect(.invalidParameter) { _ = try await chief.reports(ReportsRequest(before: "x")) }
        await AccessTests.expect(.invalidParameter) {
            _ = try await chief.hiddenPosts(HiddenPostsRequest(before: "x"))
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"message": 5}"#, #"{"message": null}"#, #"{"message": ""}"#, #"{"message": " \n "}"#, "[]", "5", "",
        #"{"message": "a\u0000b"}"#, #"{"message": "\u001b[2J"}"#, #"{"message": "a", "location": {}}"#,
        #"{"message": "a", "location": {"lat": 91, "lon": 0}}"#,
        #"{"message": "a", "location": {"lat": "1", "lon": 0}}"#,
        #"{"message": "a", "location": {"lat": 1, "lon": 1, "place": ""}}"#, #"{"message": "a", "name": "\u0007"}"#,
        #"{"message": "\ud800"}"#, #"{"message": "a""#, #"{"message": "a", "location": {"lat": 1e999, "lon": 1}}"#,
    ])
    func `a body that is no post is refused, and nothing is added`(body: String) async throws {
        let town = try Town { $0.guests = .post }
        let answer = try await town.send(
            .post, "/api/v1/posts", body, headers: [.contentType: "application/json"])
        #expect(answer.status == .badRequest)
        #expect(String(buffer: answer.body).contains("invalid_body"))
        #expect(town.community.posts(before: nil, limit: 1).isEmpty)
    }

    @Test func `a message may have the maximum length, and no more`() async throws {
        let town = try Town { $0.guests = .post }
        _ = try await town.guest.add(NewPost(message: String(repeating: "ä", count: Timeline.messageLength)))
        await AccessTests.expect(.invalidBody) {
            _ = try await town.guest.add(NewPost(message: String(repeating: "a", count: Timeline.messageLength + 1)))
        }
        let zalgo = "a" + String(repeating: "\u{301}", count: 9 * Timeline.messageLength)
        await AccessTests.expect(.bodyTooLarge) { _ = try await town.guest.add(NewPost(message: zalgo)) }
        #expect(town.community.posts(before: nil, limit: 9).count == 1)
    }

    @Test func `a guest cannot take the name of somebody`() async throws {
        let town = try Town { $0.guests = .post }
        _ = try await town.client(of: "anna")
        for name in ["ANNA", "an na", "anna."] {
            await AccessTests.expect(.nameTaken) { _ = try await town.guest.add(NewPost(message: "hi", name: name)) }
        }
        for name in [" anna", "anna\u{200b}", "\u{2060}anna", "a\nb", "\u{202e}anna", "\u{200b}"] {
            let error = await #expect(throws: ErrorBody.self) {
                _ = try await town.guest.add(NewPost(message: "hi", name: name))
            }
            #expect([.invalidBody, .nameTaken].contains(error?.code))
        }
        #expect(
            try await town.guest.add(NewPost(message: "hi", name: "An Nas")).author == .init(id: nil, name: "An Nas"))
    }

    @Test func `the lab clients read and write the classic form`() async throws {
        let town = try Town { $0.guests = .post }
        let geodata = #"[42.2929, -83.7161, "Ann Arbor, \"A2\"", "SE", "in train"]"#
        let body = try JSONEncoder().encode(ClassicPost(username: "sugih", message: "hello", geodata: geodata))
        let answer = try await town.send(.post, "/postmaps/", String(decoding: body, as: UTF8.self))
        #expect(answer.status == .ok && String(buffer: answer.body) == "{}")
        _ = try await town.send(
            .post, "/postmaps/", #"{"username": "a", "message": "plain", "geodata": null}"#,
            headers: [.contentType: "application/json; charset=utf-8"])
        let got = try await town.get("/getmaps/")
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(got.body.readableBytesView)) as? [String: Any])
        #expect(Array(object.keys) == ["chatts"])
        let rows = try #require(object["chatts"] as? [[Any]])
        #expect(rows.map(\.count) == [4, 4])
        #expect(rows[0][0] as? String == "a" && rows[0][1] as? String == "plain" && rows[0][3] is NSNull)
        // The text comes back as it was sent, to the last blank.
        #expect(rows[1][0] as? String == "sugih" && rows[1][3] as? String == geodata)
        let post = try await town.guest.posts().posts[1]
        #expect(
            post.location
                == .init(
                    lat: 42.2929, lon: -83.7161, accuracy: nil, place: #"Ann Arbor, "A2""#, facing: "SE",
                    speed: "in train"))
        // Ours reads as theirs.
        _ = try await town.guest.add(
            NewPost(message: "ours", location: .init(lat: 60.17, lon: 24.94, place: "Here", heading: 0, speed: 6)))
        let newest = try await town.json("/getmaps/").object["chatts"] as? [[Any]]
        #expect(newest?[0][3] as? String == #"[60.17,24.94,"Here","North","running"]"#)
    }

    @Test func `the classic list is kept packed, until something changes`() async throws {
        let town = try Town { $0.guests = .post }
        func messages() async throws -> [String] {
            let answer = try await town.get("/getmaps/", headers: [.acceptEncoding: "gzip"])
            #expect((answer.headers[.contentEncoding] == "gzip") == (answer.body.readableBytes < 400))
            let rows = try await town.json("/getmaps/").object["chatts"] as? [[Any]]
            return rows?.compactMap { $0[1] as? String } ?? []
        }
        let anna = try await town.client(of: "anna"), long = String(repeating: "ab ", count: 900)
        let first = try await anna.add(NewPost(message: long))
        #expect(try await messages() == [long])
        #expect(try await messages() == [long])
        _ = try await anna.add(NewPost(message: "second"))
        #expect(try await messages() == ["second", long])
        try await anna.deletePost(first.id)
        #expect(try await town.json("/getmaps/").object["chatts"].map { ($0 as? [[Any]])?.count } == 1)
    }

    @Test(arguments: [
        "", "null", "{}", "[]", "[1,2]", "[91,0,\"\",\"\",\"\"]", "[1,2,3,4,5]", "[1,2,\"a\",\"b\",\"c\",6]",
        "[\"1\",2,\"a\",\"b\",\"c\"]", "[1,2,\"a\",\"b\",\"c\"", "x",
    ])
    func `classic geodata that is not the five values is refused`(geodata: String) async throws {
        let town = try Town { $0.guests = .post }
        let body = try JSONEncoder().encode(ClassicPost(username: "a", message: "b", geodata: geodata))
        let answer = try await town.send(.post, "/postmaps/", String(decoding: body, as: UTF8.self))
        #expect(answer.status == .badRequest)
        #expect(town.community.posts(before: nil, limit: 1).isEmpty)
    }

    @Test func `a guest name that looks like the operator's is refused, at the classic addresses too`()
        async throws
    {
        let town = try Town { $0.guests = .post }
        for (path, name) in [("/api/v1/posts", "name"), ("/postmaps/", "username")] {
            for word in ["Operator", "\u{430}nna"] {
                let answer = try await town.send(.post, path, #"{"message": "b", "\#(name)": "\#(word)"}"#)
                #expect(answer.status == .badRequest)
            }
        }
        #expect(town.community.posts(before: nil, limit: 1).isEmpty)
    }

    @Test func `posts of one network are limited, those of another are not`() async throws {
        let town = try Town {
            $0.guests = .post
            $0.postsPerMinute = 2
        }
        let token = try await town.token(of: "anna"), post = try await town.guest.add(NewPost(message: "first"))
        let writing: [(HTTPRequest.Method, String, String)] = [
            (.post, "/api/v1/posts", #"{"message": "b"}"#),
            (.post, "/postmaps/", #"{"username": "a", "message": "b"}"#),
            (.post, "/api/v1/posts/\(post.id)/reports", #"{"reason": "rude"}"#),
            (.patch, "/api/v1/posts/\(post.id)", #"{"message": "c"}"#),
        ]
        func status(of kind: Int, from network: String) async throws -> Int {
            let headers: HTTPFields = [
                HTTPField.Name("x-forwarded-for")!: network, .authorization: "Bearer \(token)",
            ]
            let (method, path, body) = writing[kind]
            return try await town.send(method, path, body, headers: headers).status.code
        }
        for network in ["192.0.2.1", "192.0.2.2"] {
            // Twice as many at once; the last belongs to another person, which costs as much.
            for (kind, expected) in [201, 200, 204, 403].enumerated() {
                #expect(try await status(of: kind, from: network) == expected)
            }
            // On a slow machine one more may be due meanwhile.
            for kind in writing.indices {
                var tries = 0
                while try await status(of: kind, from: network) != 429, tries < 100 { tries += 1 }
                #expect(tries < 100)
            }
        }
        for (kind, expected) in [201, 200, 204, 403, 201, 200, 204, 403].enumerated() {
            #expect(try await status(of: kind % 4, from: "127.0.0.1") == expected)
        }
    }
}
