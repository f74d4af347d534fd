import Crypto
import GeoCore
import Gossip
import Mesh
import MeshHost
import Stores
import Testing

import class TestSupport.TemporaryFolder

/// What becomes of messages that operators hide, at the host of one node.
@Suite struct HiddenMessagesTests {
    private let folder: TemporaryFolder
    private let keys = MeshKeys.newPlace(name: "first")
    private let author = Ed25519Signer(Curve25519.Signing.PrivateKey())
    private let room: SubjectID

    init() throws {
        folder = try TemporaryFolder()
        room = CommonRoom.general.id(in: keys.placeCode)
    }

    /// A node that does not run: what people bring is taken all the same. `changing` changes its settings.
    private func host(_ changing: (inout MeshHostSettings) -> Void = { _ in }) async throws -> MeshHost {
        var settings = MeshHostSettings()
        (settings.listens, settings.trustsClock, settings.leastFree) = (false, true, 0)
        changing(&settings)
        let host = try MeshHost(
            settings, keys: keys, folder: MeshFolder(dataFolder: folder.path),
            storage: SQLiteMessageStore(path: folder.file("mesh.sqlite")))
        if await !host.isOfPlace { try await host.publish(NodeEntry(keys.node.key, name: "first")) }
        return host
    }

    private func line(_ text: String, ago: Timestamp = 0, on host: MeshHost) async throws -> Message {
        let time = try #require(await host.time) - ago
        return try author.signed(
            MessageDraft(
                .roomLine, in: keys.placeCode, at: HybridTime(milliseconds: time), by: author.key, about: room,
                [BodyField(tag: 1, value: Array(text.utf8))]))
    }

    private func texts(_ host: MeshHost) async throws -> [String] {
        try await host.lines(of: room, before: nil, limit: 10).lines.map(\.text)
    }

    @Test func `hidden lines come back once nothing hides them any more, also after a start`() async throws {
        var host: MeshHost? = try await host()
        let first = try await line("first", ago: 1000, on: #require(host)),
            second = try await line("second", on: #require(host))
        _ = try await host?.take([first, second])
        let node = keys.node.key.bytes
        try await host?.publish(ModerationEntry(.message, first.id.digest, isHidden: true))
        #expect(try await texts(#require(host)) == ["second"])
        try await host?.publish(ModerationEntry(.author, author.key.bytes, isHidden: true))
        try await host?.publish(ModerationEntry(.node, node, isHidden: true))
        #expect(try await texts(#require(host)).isEmpty)
        #expect(try await host?.bytes(of: [first.id, second.id], atMost: 10_000) == [])
        #expect(try await host?.take(first) == .refused(.hidden))
        #expect(try await host?.excerpt(of: first.id)?.text == "first")
        host = nil
        let again = try await opened()
        #expect(try await texts(again).isEmpty)
        try await again.publish(ModerationEntry(.node, node, isHidden: false))
        #expect(try await texts(again).isEmpty)
        _ = await again.keptNews()
        try await again.publish(ModerationEntry(.author, author.key.bytes, isHidden: false))
        #expect(try await texts(again) == ["second"])
        // Those who make rows are told.
        let back = await again.takeKept(atMost: 100).messages.filter { $0.kind != .moderation }
        #expect(back.map(\.id) == [second.id])
        try await again.publish(ModerationEntry(.message, first.id.digest, isHidden: false))
        #expect(try await texts(again) == ["second", "first"])
    }

    /// The node again, once the one before has let go of the file.
    private func opened(_ changing: (inout MeshHostSettings) -> Void = { _ in }) async throws -> MeshHost {
        while true {
            do { return try await host(changing) } catch let fault as StoreError where fault.isInUse {
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    @Test func `hidden messages that wait take no more bytes than they may`() async throws {
        let length = 72 + 3 + "text 0".utf8.count + 64 + 80
        var host: MeshHost? = try await host { $0.mostHidden = 2 * length }
        for number in 0..<3 {
            _ = try await host?.take(line("text \(number)", ago: Int64(9 - number) * 1000, on: #require(host)))
        }
        func hide(_ isHidden: Bool) async throws {
            try await host?.publish(ModerationEntry(.author, author.key.bytes, isHidden: isHidden))
        }
        try await hide(true)
        // The limit counts what is there after a start, too.
        host = nil
        host = try await opened { $0.mostHidden = 2 * length }
        let late = try await line("late", on: #require(host))
        #expect(try await host?.take([late], areOwn: true) == [.refused(.hidden)])
        try await hide(false)
        try await #expect(texts(#require(host)) == ["text 1", "text 0"])
        // There is room again.
        try await hide(true)
        try await hide(false)
        try await #expect(texts(#require(host)) == ["text 1", "text 0"])
    }

    @Test func `what somebody hidden writes here waits until they are shown again`() async throws {
        let host = try await host(), message = try await line("waits", on: host)
        try await host.publish(ModerationEntry(.author, author.key.bytes, isHidden: true))
        #expect(try await host.take([message], areOwn: true) == [.refused(.hidden)])
        // What others bring of them is refused alone.
        #expect(try await host.take([try await line("lost", on: host)]) == [.refused(.hidden)])
        try await host.publish(ModerationEntry(.author, author.key.bytes, isHidden: false))
        #expect(try await texts(host) == ["waits"])
    }

    @Test func `a line of somebody hidden is refused with the reason`() async throws {
        let host = try await host()
        try await host.publish(ModerationEntry(.node, keys.node.key.bytes, isHidden: true))
        await #expect(throws: WritingFault.refused(.refused(.hidden))) {
            try await host.write("soup", name: nil, in: room)
        }
    }

    @Test func `what an operator chooses holds after the next start, whatever the settings say`() async throws {
        var host: MeshHost? = try await host { $0.duties.relays = false }
        #expect(await host?.currentChoices == MeshChoices(duties: NodeDuties(relays: false), leastFree: 0))
        let chosen = MeshChoices(duties: NodeDuties(takesGuests: false), leastFree: .max >> 8)
        try await host?.choose(chosen)
        #expect(await host?.status.isDiskFull == true)
        await #expect(throws: MeshFault.self) { try await host?.take(line("x", on: #require(host))) }
        host = nil
        let again = try await opened()
        #expect(await again.currentChoices == chosen)
        try await again.choose(MeshChoices(duties: NodeDuties(), leastFree: 0))
        #expect(await again.status.isDiskFull == false)
        #expect(try await again.take(line("x", on: again)) == .kept)
    }

    @Test func `a code that the node makes admits one node, and a removed node stays out`() async throws {
        let host = try await host(), time = try #require(await host.time)
        let code = try #require(await host.invite(until: time + 1000))
        #expect(code.place == keys.place && code.port == MeshHostSettings.usualPort)
        let other = MeshKeys.joining(code, name: "second")
        try await host.publish(NodeEntry(other.node.key, name: "second", invitation: code.invitation.number))
        #expect(await host.nodes.filter(\.isMember).map(\.entry.name).sorted() == ["first", "second"])
        let entry = try #require(await host.currentRoster.nodes[other.node.key])
        try await host.remove(entry)
        #expect(await host.nodes.filter(\.isMember).map(\.entry.name) == ["first"])
        #expect(await host.currentRoster.nodes[other.node.key]?.invitation == code.invitation.number)
        #expect(await host.currentRoster.organiser?.name == "first")
    }
}
