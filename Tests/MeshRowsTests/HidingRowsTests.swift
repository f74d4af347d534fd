import Community
import Crypto
import GeoCore
import Gossip
import Mesh
import MeshHost
import MeshRows
import Presence
import Stores
import Testing

import class TestSupport.TemporaryFolder

/// What operators hide leaves no row at a server, and comes back.
@Suite(.timeLimit(.minutes(3))) struct HidingRowsTests {
    private let people = (0..<2).map { _ in Ed25519Signer(Curve25519.Signing.PrivateKey()) }
    private let point = PointE7(latitudeE7: 601_700_000, longitudeE7: 249_400_000)
    private let venue = SubjectID(high: 0x0190_0000_0000_7000, low: 1 << 63)

    /// What people see of the kinds that are no posts.
    private struct Seen: Equatable {
        var pins: [String] = []
        var venues: [String] = []
        var stages: [String?] = []
        var reports = 0
    }

    private func seen(_ server: MeshServer) async throws -> Seen {
        Seen(
            pins: try await server.rows.helpPins().map(\.words).sorted(),
            venues: try await server.guide.entries().filter { !$0.isDeleted }.map(\.content.name),
            stages: try await server.store.overlay().published.map(\.name),
            reports: try await server.queues.queue(at: PlaceKey(rawValue: 5)).now?.reports ?? 0)
    }

    private func wait(for wanted: Seen, _ server: MeshServer) async throws {
        while try await seen(server) != wanted { try await Task.sleep(for: .milliseconds(10)) }
    }

    private func message(
        _ kind: MessageKind, about: SubjectID? = nil, _ fields: [BodyField], by number: Int, on server: MeshServer
    ) async throws -> Message {
        let time = try #require(await server.host.reading())
        return try people[number].signed(
            MessageDraft(
                kind, in: server.keys.placeCode, at: time, by: people[number].key, about: about, fields))
    }

    private func change(
        _ field: GuideField, _ value: [UInt8], by number: Int, on server: MeshServer
    ) async throws -> Message {
        let body = GuideChangeBody(of: venue, field: field.rawValue, value: value)
        return try await message(.guideChange, about: venue, body.fields, by: number, on: server)
    }

    /// Both people are operators, and write a pin each; both name the venue, and both draw.
    private func write(on server: MeshServer) async throws {
        for person in people { try await server.host.publish(RoleEntry(person.key, .operator)) }
        for number in 0...1 {
            let stage = Overlay.Feature(kind: .stage, name: "stage \(number)", place: .point(point))
            let messages = [
                try await message(
                    .helpPin, HelpPinBody.asks(at: point, words: "help \(number)").fields, by: number, on: server),
                try await change(.presence, [GuideKind.venue.rawValue], by: number, on: server),
                try await change(.name, Array("venue \(number)".utf8), by: number, on: server),
                try await message(.overlay, try #require(OverlayBody([stage]).fields), by: number, on: server),
            ]
            #expect(try await server.host.take(messages).allSatisfy { $0 == .kept })
        }
    }

    @Test func `rows follow what operators hide and show, of every kind`() async throws {
        let (server, _) = try await MeshServer.organiser()
        try await write(on: server)
        let reporter = try await server.account("reporter")
        try await server.queues.report(10, at: PlaceKey(rawValue: 5), by: reporter.id, metres: nil)
        let all = Seen(pins: ["help 0", "help 1"], venues: ["venue 1"], stages: ["stage 1"], reports: 1)
        try await wait(for: all, server)
        // What the other one wrote before is there again.
        let second = people[1].key.bytes, node = server.host.nodeKey.bytes
        let first = Seen(pins: ["help 0"], venues: ["venue 0"], stages: ["stage 0"], reports: 1)
        try await server.host.publish(ModerationEntry(.author, second, isHidden: true))
        try await wait(for: first, server)
        // The report is the node's own, and its message takes a moment to be there.
        while await server.host.status.classes[2].messages < 2 { try await Task.sleep(for: .milliseconds(10)) }
        try await server.host.publish(ModerationEntry(.node, node, isHidden: true))
        try await wait(for: Seen(), server)
        try await server.host.publish(ModerationEntry(.author, second, isHidden: false))
        try await server.host.publish(ModerationEntry(.node, node, isHidden: false))
        try await wait(for: all, server)
        await server.stop()
    }

    @Test func `what was hidden while no rows were made is taken back at the next start`() async throws {
        var server: MeshServer?
        let port: UInt16
        (server, port) = try await MeshServer.organiser()
        try await write(on: #require(server))
        try await wait(
            for: Seen(pins: ["help 0", "help 1"], venues: ["venue 1"], stages: ["stage 1"]), #require(server))
        await server?.stop()
        try await server?.host.publish(ModerationEntry(.author, people[1].key.bytes, isHidden: true))
        // A place's first server keeps its keys before it makes a node.
        try server.map { try MeshFolder(dataFolder: $0.folder.path).keep($0.keys) }
        try await MeshServer.restart(&server, port)
        try await wait(for: Seen(pins: ["help 0"], venues: ["venue 0"], stages: ["stage 0"]), #require(server))
        await server?.stop()
    }
}
