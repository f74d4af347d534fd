import Community
import Crypto
import Foundation
import GeoCore
import Gossip
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import Mesh
import MeshHost
import NIOCore
import Server
import Testing

import class TestSupport.TemporaryFolder

/// The mesh over HTTP: people without keys, and phones that carry messages.
@Suite struct MeshAnswersTests {
    private let folder: TemporaryFolder
    private let keys = MeshKeys.newPlace(name: "first")
    private let host: MeshHost
    private let town: Town
    private let general: String

    init() throws {
        let folder = try TemporaryFolder()
        var settings = MeshHostSettings()
        (settings.listens, settings.trustsClock, settings.leastFree) = (false, true, 0)
        let host = try MeshHost(
            settings, keys: keys, folder: MeshFolder(dataFolder: folder.path), storage: MemoryMessageStore())
        (self.folder, self.host) = (folder, host)
        town = try Town(mesh: host) { $0.guests = .post }
        general = Hexadecimal.text(CommonRoom.general.id(in: keys.placeCode).bytes)
    }

    private func refuses(_ code: ErrorCode, _ ask: () async throws -> Void) async {
        await AccessTests.expect(code, ask)
    }

    private func line(
        _ text: String, by author: Ed25519Signer, at time: Timestamp, in place: PlaceCode? = nil
    ) throws -> Gossip.Message {
        try author.signed(
            MessageDraft(
                .roomLine, in: place ?? keys.placeCode, at: HybridTime(milliseconds: time), by: author.key,
                about: CommonRoom.general.id(in: keys.placeCode), [BodyField(tag: 1, value: Array(text.utf8))]))
    }

    private func bundle(_ messages: [[UInt8]], of place: PlaceCode? = nil) -> [UInt8] {
        MessageBundle(of: place ?? keys.placeCode, messages).bytes
    }

    @Test func `a server without a node says so at every address`() async throws {
        let town = try Town { $0.guests = .post }
        await refuses(.noMesh) { _ = try await town.guest.mesh() }
        await refuses(.noMesh) { _ = try await town.guest.meshNodes() }
        await refuses(.noMesh) { _ = try await town.guest.meshRooms() }
        await refuses(.noMesh) { _ = try await town.guest.meshLines(.init(room: general)) }
        await refuses(.noMesh) { _ = try await town.guest.addMeshLine(.init(text: "x"), in: general) }
        await refuses(.noMesh) { _ = try await town.guest.meshQuery([1]) }
        await refuses(.noMesh) { _ = try await town.guest.fetchMessages([]) }
        await refuses(.noMesh) { _ = try await town.guest.bringMessages([1]) }
        #expect(try await !town.guest.about().features.contains("mesh"))
        #expect(try await self.town.guest.about().features.contains("mesh"))
    }

    @Test func `the state names the place and the node`() async throws {
        let state = try await town.guest.mesh()
        #expect(state.placeKey == Hexadecimal.text(keys.place.bytes.bytes) && state.place.count == 16)
        #expect(state.node.key == Hexadecimal.text(keys.node.key.bytes.bytes) && !state.node.isMember)
        #expect(state.node.obstacle == .ownClock && state.clockIsSet && state.links == 0 && state.heard == 0)
        #expect(state.classes.map(\.name) == MeshClass.allCases && state.refused.isEmpty)
        try await host.publish(NodeEntry(keys.node.key, name: "the first"))
        #expect(try await town.guest.mesh().node.obstacle == nil)
        let nodes = try await town.guest.meshNodes().nodes
        #expect(nodes.map(\.name) == ["the first"] && nodes.allSatisfy { $0.isThis && $0.isMember && !$0.isLinked })
    }

    @Test func `somebody without keys writes lines, and pages of them neither skip nor repeat`() async throws {
        try await host.publish(NodeEntry(keys.node.key, name: "the first"))
        var ids: [String] = []
        for number in 0..<7 {
            let made = try await town.guest.addMeshLine(.init(text: "line \(number)", name: "Anna"), in: general)
            #expect(made.text == "line \(number)" && made.name == "Anna" && !made.isNamed)
            #expect(made.visitorAt == "the first")
            #expect(made.author == Hexadecimal.text(keys.node.key.bytes.bytes) && made.entry == made.author)
            #expect(made.delivery == .init(state: .here, count: 1))
            ids.append(made.id)
        }
        var found: [String] = [], before: String?
        repeat {
            let page = try await town.guest.meshLines(.init(room: general, before: before, limit: 3))
            found += page.lines.map(\.id)
            before = page.next
        } while before != nil
        #expect(found == ids.reversed())
        let rooms = try await town.guest.meshRooms().rooms
        #expect(rooms.map(\.kind) == [.general, .help] && rooms.map(\.lines) == [7, 0])
        #expect(rooms[0].id == general && rooms[0].lastTime != nil && rooms[1].lastTime == nil)
    }

    @Test func `a visitor without keys or name does not speak as the node, and an account as itself`() async throws {
        let early = try await town.guest.addMeshLine(.init(text: "before the roster names the node"), in: general)
        #expect(early.name == nil && early.visitorAt == "first")
        try await host.publish(NodeEntry(keys.node.key, name: "town hall"))
        let made = try await town.guest.addMeshLine(.init(text: "soup"), in: general)
        #expect(made.name == nil && !made.isNamed && made.visitorAt == "town hall")
        let otto = try await town.client(of: "otto", .operator)
        let own = try await otto.addMeshLine(.init(text: "bread"), in: general)
        #expect(own.name == "otto" && own.isNamed && own.visitorAt == nil && own.author != made.author)
        // Whatever name a visitor shows.
        let named = try await town.guest.addMeshLine(.init(text: "water", name: "otto"), in: general)
        #expect(named.name == "otto" && !named.isNamed && named.visitorAt == "town hall")
        let lines = try await town.guest.meshLines(.init(room: general)).lines
        #expect(lines.map(\.visitorAt) == ["town hall", nil, "town hall", "town hall"])
        #expect(lines.map(\.isNamed) == [false, true, false, false])
    }

    @Test func `the same key writes one line`() async throws {
        let line = AddMeshLineRequest.NewLine(text: "once", key: "0123456789abcdef")
        let first = try await town.guest.addMeshLine(line, in: general)
        let second = try await town.guest.addMeshLine(line, in: general)
        #expect(first == second)
        #expect(try await town.guest.meshLines(.init(room: general)).lines.count == 1)
        let (town, general) = (town, general)
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await town.guest.addMeshLine(.init(text: "at once", key: "fedcba9876543210"), in: general).id
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        #expect(try await town.guest.meshLines(.init(room: general)).lines.count == 2)
        await refuses(.invalidBody) {
            _ = try await town.guest.addMeshLine(.init(text: "x", key: "short"), in: general)
        }
    }

    @Test func `one network without keys does not use up the node's lines`() async throws {
        func write(_ number: Int, from network: String) async throws -> Int {
            let headers: HTTPFields = [
                .contentType: "application/json", try #require(HTTPField.Name("x-forwarded-for")): network,
            ]
            return try await town.send(
                .post, "/api/v1/mesh/rooms/\(general)/lines", #"{"text": "line \#(number)"}"#, headers: headers
            ).status.code
        }
        for number in 0..<20 { #expect(try await write(number, from: "203.0.113.7") == 201) }
        // On a slow machine some more may be due meanwhile.
        var number = 20
        while try await write(number, from: "203.0.113.7") != 429, number < 60 { number += 1 }
        #expect(number < 60)
        #expect(try await write(61, from: "203.0.113.8") == 201)
    }

    @Test func `a room has one address in each of two forms`() async throws {
        let line = try await town.guest.addMeshLine(.init(text: "x"), in: general)
        let id = try #require(UUID(uuidString: general.grouped())).uuidString.lowercased()
        #expect(try await town.guest.meshLines(.init(room: id)).lines.map(\.id) == [line.id])
    }

    @Test func `bad lines, rooms and pages are refused, and nothing is written`() async throws {
        await refuses(.notFound) {
            _ = try await town.guest.addMeshLine(.init(text: "x"), in: String(repeating: "0", count: 32))
        }
        await refuses(.invalidBody) { _ = try await town.guest.addMeshLine(.init(text: ""), in: general) }
        await refuses(.invalidBody) {
            _ = try await town.guest.addMeshLine(.init(text: String(repeating: "é", count: 4001)), in: general)
        }
        await refuses(.invalidBody) {
            _ = try await town.guest.addMeshLine(
                .init(text: "x", name: String(repeating: "n", count: 129)), in: general)
        }
        await refuses(.invalidParameter) { _ = try await town.guest.meshLines(.init(room: general, before: "0g")) }
        let target = "/api/v1/mesh/rooms/\(general.uppercased())/lines"
        #expect(try await town.get(target).status == .badRequest)
        for id in [
            "", "-", general + "-", "-" + general, String(general.dropLast()) + "-", "é" + String(general.dropFirst(2)),
        ] {
            let path = "/api/v1/mesh/rooms/\(id.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!)/lines"
            #expect([.badRequest, .notFound].contains(try await town.get(path).status))
        }
        #expect(try await town.guest.meshLines(.init(room: general)).lines.isEmpty)
        for blank in [" ", "\n", " \t\n", "\u{a0}\u{3000}", "a\u{7}", "a\u{1b}[2J", "a\r\nb", "\u{0}"] {
            await refuses(.invalidBody) { _ = try await town.guest.addMeshLine(.init(text: blank), in: general) }
            await refuses(.invalidBody) {
                _ = try await town.guest.addMeshLine(.init(text: "x", name: blank), in: general)
            }
        }
        await refuses(.invalidBody) {
            _ = try await town.guest.addMeshLine(.init(text: "x", name: "two\nlines"), in: general)
        }
        #expect(try await town.guest.meshLines(.init(room: general)).lines.isEmpty)
        #expect(try await host.exported().isEmpty)
        // The longest text fits beside the longest name.
        _ = try await town.guest.addMeshLine(
            .init(text: String(repeating: "é", count: 4000), name: String(repeating: "n", count: 128)), in: general)
    }

    @Test func `a phone brings messages, compares, and fetches them as they were`() async throws {
        let author = Ed25519Signer(Curve25519.Signing.PrivateKey()), now = try await town.guest.mesh().time
        let good = try line("brought", by: author, at: Timestamp(now))
        var forged = try line("forged", by: author, at: Timestamp(now)).bytes
        forged[forged.count - 1] ^= 1
        let old = try line("old", by: author, at: Timestamp(now) - 4 * 86_400_000)
        let elsewhere = try line("elsewhere", by: author, at: Timestamp(now), in: PlaceCode(rawValue: 1))
        let verdicts = try await town.guest.bringMessages(
            bundle([good.bytes, good.bytes, forged, old.bytes, elsewhere.bytes, [1, 2, 3]])
        ).verdicts
        #expect(verdicts.map(\.state) == [.kept, .known, .refused, .refused, .refused, .refused])
        #expect(verdicts.map(\.reason) == [nil, nil, .badSignature, .expired, .otherPlace, .malformed])
        let id = good.id.digest.bytes
        #expect(verdicts.first?.id == Hexadecimal.text(id) && verdicts.last?.id == "")
        let refused = try await town.guest.mesh().refused
        #expect(refused.map(\.reason) == [.badSignature, .expired, .malformed, .otherPlace])
        #expect(refused.map(\.count) == [1, 1, 1, 1])

        let answer = try await town.guest.fetchMessages([UInt8](repeating: 0, count: 32) + id)
        let fetched = try MessageBundle(bytes: answer, most: 2)
        #expect(fetched.place == keys.placeCode && fetched.messages == [good.bytes])

        var client = NegentropyClient(Negentropy(.usual, frameLimit: 32_768))
        var generator = SystemRandomNumberGenerator()
        let header: [UInt8] = [MessageClass.talk.rawValue, 0, 0, 0x80, 0] + [UInt8](repeating: 0, count: 8)
        let opening = client.opening(of: ItemRuns(), using: &generator)
        // The node keeps nothing before a later second, says which, and is asked from there.
        let first = try await town.guest.meshQuery(header + opening)
        #expect(first.starts(with: header.prefix(5)) && first.count == 13)
        let since = first[5...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        client = NegentropyClient(Negentropy(.usual, frameLimit: 32_768), since: since)
        let second = try await town.guest.meshQuery(
            Array(first) + client.opening(of: ItemRuns(), using: &generator))
        #expect(second.starts(with: first))
        let step = try client.receive(Array(second[13...]), about: ItemRuns())
        #expect(step.need == [good.id] && step.have.isEmpty)
    }

    @Test func `lines that nobody can read are carried and not shown`() async throws {
        let author = Ed25519Signer(Curve25519.Signing.PrivateKey()), now = Timestamp(try await town.guest.mesh().time)
        let bad = try [" \n", "\u{2003}", "a\u{1b}[2Jb", "a\u{85}"].map { try line($0, by: author, at: now).bytes }
        let good = try ["a\n\tb", "\u{200b}🙂", "شاي"].map { try line($0, by: author, at: now).bytes }
        let verdicts = try await town.guest.bringMessages(bundle(bad + good)).verdicts
        #expect(verdicts.allSatisfy { $0.state == .kept })
        #expect(
            Set(try await town.guest.meshLines(.init(room: general)).lines.map(\.text))
                == ["a\n\tb", "\u{200b}🙂", "شاي"])
    }

    @Test func `a refusal that lasts is none that passes, and a full quota says when it ends`() async throws {
        try await host.publish(NodeEntry(keys.node.key, name: "the first"))
        try await host.publish(ModerationEntry(.author, keys.node.key.bytes, isHidden: true))
        await refuses(.notAllowed) { _ = try await town.guest.addMeshLine(.init(text: "x"), in: general) }
        try await host.publish(ModerationEntry(.author, keys.node.key.bytes, isHidden: false))
        for number in 0..<80 {
            _ = try await host.write("line \(number)", name: nil, in: CommonRoom.general.id(in: keys.placeCode))
        }
        do {
            _ = try await town.guest.addMeshLine(.init(text: "one more"), in: general)
            Issue.record("nothing refused it")
        } catch let error as ErrorBody {
            #expect(error.code == .tooSoon && error.message.contains("try again in "))
        }
        let answer = try await town.send(
            .post, "/api/v1/mesh/rooms/\(general)/lines", #"{"text": "one more"}"#,
            headers: [.contentType: "application/json"])
        let wait = try #require(answer.headers[.retryAfter].flatMap { Int($0) })
        #expect(answer.status == .tooManyRequests && (1...600).contains(wait))
    }

    @Test func `one network does not use up what all nodes take of the node's guests`() async throws {
        let now = Timestamp(try await town.guest.mesh().time)
        let messages = try (0..<40).map { number in
            try line("flood \(number)", by: Ed25519Signer(Curve25519.Signing.PrivateKey()), at: now).bytes
        }
        func bring(_ messages: [[UInt8]], from network: String) async throws -> [MeshVerdicts.Verdict] {
            let headers: HTTPFields = [
                .contentType: "application/octet-stream", try #require(HTTPField.Name("x-forwarded-for")): network,
            ]
            let body = ByteBuffer(bytes: bundle(messages))
            let answer = try await town.application.test(.router) { client in
                try await client.execute(uri: "/api/v1/mesh/messages", method: .post, headers: headers, body: body)
            }
            return try JSONDecoder().decode(MeshVerdicts.self, from: Data(answer.body.readableBytesView)).verdicts
        }
        let verdicts = try await bring(messages, from: "203.0.113.7")
        #expect(verdicts.prefix(30).allSatisfy { $0.state == .kept })
        #expect(verdicts.last?.reason == .overQuota)
        let count = verdicts.count { $0.reason == .overQuota }
        #expect(try await town.guest.mesh().refused == [.init(reason: .overQuota, count: count)])
        // Messages that are here already cost nothing.
        #expect(try await bring(Array(messages.prefix(30)), from: "203.0.113.7").allSatisfy { $0.state == .known })
        #expect(try await bring([messages[39]], from: "203.0.113.8").map(\.state) == [.kept])
    }

    @Test func `bodies that mean nothing are refused`() async throws {
        for body: [UInt8] in [[], [1], Array("HBM1".utf8), bundle([], of: PlaceCode(rawValue: 9)), bundle([]) + [0]] {
            await refuses(.invalidBody) { _ = try await town.guest.bringMessages(body) }
        }
        await refuses(.invalidBody) {
            _ = try await town.guest.bringMessages(bundle([[UInt8]](repeating: [], count: 257)))
        }
        for body in [[], [UInt8](repeating: 0, count: 13), [UInt8](repeating: 0xff, count: 100)] {
            await refuses(.invalidBody) { _ = try await town.guest.meshQuery(body) }
        }
        await refuses(.invalidBody) { _ = try await town.guest.fetchMessages([UInt8](repeating: 0, count: 33)) }
        await refuses(.bodyTooLarge) {
            _ = try await town.guest.fetchMessages([UInt8](repeating: 0, count: 257 * 32))
        }
        #expect(try await town.guest.bringMessages(bundle([])).verdicts.isEmpty)
        #expect(try MessageBundle(bytes: try await town.guest.fetchMessages([]), most: 0).messages.isEmpty)
    }

    @Test func `guests who may only look bring and write nothing`() async throws {
        let town = try Town(mesh: host) { $0.guests = .look }
        await refuses(.notLoggedIn) { _ = try await town.guest.bringMessages(bundle([])) }
        await refuses(.notLoggedIn) { _ = try await town.guest.addMeshLine(.init(text: "x"), in: general) }
        #expect(try await town.guest.meshLines(.init(room: general)).lines.isEmpty)
    }
}

extension String {
    /// 32 hexadecimal digits in the form of a UUID.
    fileprivate func grouped() -> String {
        var rest = self[...]
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }
}
