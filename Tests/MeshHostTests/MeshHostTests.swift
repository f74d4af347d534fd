import Crypto
import Foundation
import GeoCore
import Gossip
import Mesh
import MeshHost
import MeshLinks
import Testing

import class TestSupport.TemporaryFolder

/// Nodes that run on this machine and link over its loopback.
@Suite struct MeshHostTests {
    private struct Gone: Error {}

    /// A running node, stopped with the test.
    private final class Running: Sendable {
        let host: MeshHost
        let changes: AsyncStream<MeshChange>
        private let task: Task<Void, any Error>

        init(_ host: MeshHost) async {
            let changes = await host.changes()
            (self.host, self.changes) = (host, changes)
            task = Task { try await host.run() }
        }

        deinit { task.cancel() }

        func end() async throws {
            task.cancel()
            _ = await task.result
        }

    }

    /// Waits for a change; throws where the node ends before.
    private func first<Value>(
        of changes: AsyncStream<MeshChange>, _ wanted: (MeshChange) -> Value?
    ) async throws -> Value {
        for await change in changes { if let value = wanted(change) { return value } }
        throw Gone()
    }

    private func settings(listens: Bool) -> MeshHostSettings {
        var settings = MeshHostSettings()
        (settings.listens, settings.announces, settings.trustsClock) = (listens, false, true)
        (settings.port, settings.leastFree) = (0, 0)
        return settings
    }

    private func host(
        _ keys: MeshKeys, _ folder: TemporaryFolder, listens: Bool,
        _ storage: sending any MeshStorage = MemoryMessageStore()
    ) throws -> MeshHost {
        try MeshHost(
            settings(listens: listens), keys: keys, folder: MeshFolder(dataFolder: folder.path), storage: storage)
    }

    /// An organiser that listens, and its port.
    private func organiser(_ folder: TemporaryFolder) async throws -> (Running, MeshKeys, UInt16) {
        let keys = MeshKeys.newPlace(name: "first")
        let running = await Running(try host(keys, folder, listens: true))
        var port: Int?
        for await change in running.changes {
            if case .listening(let number) = change { port = number }
            if port != nil, await running.host.isOfPlace { break }
        }
        return (running, keys, UInt16(try #require(port)))
    }

    private func code(_ keys: MeshKeys, _ port: UInt16) throws -> JoinCode {
        let address = try #require(NodeAddress("127.0.0.1"))
        return try #require(keys.invite(until: .max >> 20, at: [address], port: port))
    }

    private static func line(_ text: String) -> (MeshChange) -> RoomLine? {
        { change in if case .line(let line) = change, line.text == text { line } else { nil } }
    }

    @Test func `a node joins by a code, and lines pass both ways with their delivery`() async throws {
        let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
        let (first, keys, port) = try await organiser(one)
        let joining = MeshKeys.joining(try code(keys, port), name: "second")
        let second = await Running(try host(joining, two, listens: false))
        for await change in second.changes where change == .admitted { break }
        #expect(try MeshFolder(dataFolder: two.path).keys()?.joinCode == nil)
        let room = CommonRoom.general.id(in: keys.placeCode)

        let (atFirst, atSecond) = (await first.host.changes(), await second.host.changes())
        let delivered = await second.host.changes()
        let sent = try await second.host.write("from the second", name: "anna", in: room)
        let line = try await self.first(of: atFirst, Self.line("from the second"))
        #expect(line == sent && line.author == joining.node.key && line.entry == joining.node.key)
        #expect(line.name == "anna" && !line.isNamed && line.visitedNode == "second" && line.room == room)
        let (id, state) = try await self.first(of: delivered) { change in
            if case .delivery(let id, let state) = change, state.neighbours > 0 { (id, state) } else { nil }
        }
        #expect(id == sent.order.id && state.neighbours == 1)

        let answer = try await first.host.write("from the first", name: nil, in: room)
        let visitor = try await self.first(of: atSecond, Self.line("from the first"))
        #expect(visitor.name == nil && visitor.visitedNode == "first")
        let page = try await second.host.lines(of: room, before: nil, limit: 10)
        #expect(page.lines == [answer, sent] && page.next == nil)
        #expect(await first.host.nodes.map(\.isMember) == [true, true])
        #expect(await first.host.nodes.count { $0.isLinked } == 1)
        try await first.end()
        try await second.end()
    }

    @Test func `a code admits one node, and a node without one is a guest`() async throws {
        let folders = try (0..<3).map { _ in try TemporaryFolder() }
        let (first, keys, port) = try await organiser(folders[0])
        let code = try code(keys, port)
        let second = await Running(try host(.joining(code, name: "second"), folders[1], listens: false))
        for await change in second.changes where change == .admitted { break }
        let third = await Running(try host(.joining(code, name: "third"), folders[2], listens: false))
        // The guest compares as soon as it is linked, and learns that it is none of the members.
        for await change in third.changes where change == .roster {
            if await third.host.currentRoster.nodes.count == 2 { break }
        }
        #expect(await !third.host.isOfPlace)
        #expect(await third.host.obstacle == .codeUsed)
        #expect(await first.host.currentRoster.nodes.count == 2)
        for running in [first, second, third] { try await running.end() }
    }

    @Test func `a removed node is a guest from then on`() async throws {
        let (one, two) = (try TemporaryFolder(), try TemporaryFolder())
        let (first, keys, port) = try await organiser(one)
        let joining = MeshKeys.joining(try code(keys, port), name: "second")
        let second = await Running(try host(joining, two, listens: false))
        for await change in second.changes where change == .admitted { break }
        let changes = await second.host.changes()
        let time = try #require(await first.host.time)
        try await first.host.publish(
            NodeEntry(joining.node.key, name: "second", until: HybridTime(milliseconds: time)))
        _ = try await self.first(of: changes) { change in change == .nodes ? true : nil }
        #expect(
            await first.host.currentRoster.member(
                joining.node.key.beginning, at: HybridTime(milliseconds: time)) == nil)
        for running in [first, second] { try await running.end() }
    }

    @Test func `who is linked to whom is known beyond the links, and a guest tells nobody`() async throws {
        let folders = try (0..<4).map { _ in try TemporaryFolder() }
        let (first, keys, port) = try await organiser(folders[0])
        var others: [(running: Running, key: SignerKey)] = []
        for name in ["second", "third"] {
            let joining = MeshKeys.joining(try code(keys, port), name: name)
            let running = await Running(try host(joining, folders[others.count + 1], listens: false))
            for await change in running.changes where change == .admitted { break }
            others.append((running, joining.node.key))
        }
        let (second, third) = (others[0], others[1])
        let changes = await third.running.host.changes()
        while await !second.running.host.nodes.contains(where: \.isLinked) { await Task.yield() }
        try await second.running.host.announceLinks()
        // Nothing changed since, so nothing more is said.
        try await second.running.host.announceLinks()
        var told: NodeLinks?
        while told == nil {
            told = try await third.running.host.nodeLinks()[second.key]
            if told == nil { for await change in changes where change == .nodes { break } }
        }
        #expect(told?.links.map(\.key) == [keys.node.key])
        let (link, time) = (try #require(told?.links.first), try #require(told?.announced))
        #expect(link.since <= time)
        let own = try await third.running.host.nodeLinks()[third.key]
        #expect(own?.links.map(\.key) == [keys.node.key] && own?.announced == nil)
        // The node in the middle has both links without being told.
        let middle = try await first.host.nodeLinks()[keys.node.key]
        #expect(Set(middle?.links.map(\.key) ?? []) == [second.key, third.key])

        let guest = try host(.joining(try code(keys, port), name: "guest"), folders[3], listens: false)
        try await guest.announceLinks()
        #expect(try await guest.exported().isEmpty)
        for running in [first] + others.map(\.running) { try await running.end() }
    }

    @Test func `a node takes what others bring as it would take it from a link`() async throws {
        let folder = try TemporaryFolder(), keys = MeshKeys.newPlace(name: "first")
        let running = await Running(try host(keys, folder, listens: false))
        while await !running.host.isOfPlace { for await _ in running.changes { break } }
        let author = Ed25519Signer(Curve25519.Signing.PrivateKey()), room = CommonRoom.help.id(in: keys.placeCode)
        let time = try #require(await running.host.time)
        func line(_ text: String, _ place: PlaceCode, at time: Timestamp) throws -> Message {
            try author.signed(
                MessageDraft(
                    .roomLine, in: place, at: HybridTime(milliseconds: time), by: author.key, about: room,
                    [BodyField(tag: 1, value: Array(text.utf8))]))
        }
        let good = try line("good", keys.placeCode, at: time)
        var bytes = good.bytes
        bytes[good.bytes.count - 1] ^= 1
        let messages = [
            good, good, try Message(bytes: bytes), try line("other", PlaceCode(rawValue: 1), at: time),
            try line("late", keys.placeCode, at: time - 4 * 86_400_000),
            // A member stamps it when it is due.
            try line("early", keys.placeCode, at: time + 600_000),
        ]
        let outcomes = try await running.host.take(messages)
        #expect(outcomes == [.kept, .known, .known, .refused(.otherPlace), .refused(.tooOld), .held])
        let found = try await running.host.lines(of: room, before: nil, limit: 10).lines
        #expect(found.map(\.text) == ["good"] && found.first?.entry == keys.node.key)
        let kept = try await running.host.bytes(of: [good.id, good.id], atMost: good.bytes.count + 90)
        #expect(kept.count == 1 && kept.first?.starts(with: good.bytes) == true)
        #expect(await running.host.answer(query: [1, 2, 3]) == nil)
        try await running.end()
    }

    @Test func `a store of another place is emptied before the node begins`() async throws {
        let folder = try TemporaryFolder(), storage = MemoryMessageStore()
        storage.setNote("place", to: [1])
        let keys = MeshKeys.newPlace(name: "first")
        let message = try keys.node.signed(
            MessageDraft(
                .roomLine, in: PlaceCode(rawValue: 1), at: HybridTime(rawValue: 1), by: keys.node.key,
                [BodyField(tag: 1, value: [65])]))
        storage.add(StoredMessage(MessageFacts(message, register: nil), hasBytes: true), message.bytes)
        let running = try host(keys, folder, listens: false, storage)
        #expect(try await running.exported().isEmpty)
    }
}
