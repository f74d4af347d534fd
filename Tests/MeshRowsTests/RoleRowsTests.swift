import Community
import Crypto
import GeoCore
import Gossip
import Mesh
import MeshHost
import MeshRows
import Stores
import TestSupport
import Testing

/// Rows of curators who lost their role: those of the same messages in any order.
@Suite(.timeLimit(.minutes(3))) struct RoleRowsTests {
    private let keys = MeshKeys.newPlace(name: "first")
    /// Another member, where all of this entered.
    private let member = Ed25519Signer(Curve25519.Signing.PrivateKey())
    private let curators = (0..<2).map { _ in Ed25519Signer(Curve25519.Signing.PrivateKey()) }
    private let venue = SubjectID(high: 0x0190_0000_0000_7000, low: 1 << 63)
    private let point = PointE7(latitudeE7: 601_700_000, longitudeE7: 249_400_000)
    private let start = MeshServer.now() - 3_600_000

    private func said(_ entry: some RosterEntry, at minute: Int64) throws -> Message {
        let place = try #require(keys.placeKey), time = HybridTime(milliseconds: start + minute * 60_000)
        return try place.signed(entry.draft(in: keys.placeCode, at: time, by: place.key))
    }

    private func written(
        _ kind: MessageKind, about: SubjectID?, _ fields: [BodyField], by author: Ed25519Signer, at minute: Int64
    ) throws -> Message {
        let time = HybridTime(milliseconds: start + minute * 60_000)
        let message = try author.signed(
            MessageDraft(kind, in: keys.placeCode, at: time, by: author.key, about: about, fields))
        let signature = member.signature(of: EntryStamp.signedBytes(of: message.id, at: time))
        return message.stamped(EntryStamp(member: member.key, time: time, signature: signature))
    }

    private func change(
        _ field: GuideField, _ value: [UInt8], by curator: Int, at minute: Int64
    ) throws -> Message {
        let body = GuideChangeBody(of: venue, field: field.rawValue, value: value)
        return try written(.guideChange, about: venue, body.fields, by: curators[curator], at: minute)
    }

    private func stage(_ name: String, by curator: Int, at minute: Int64) throws -> Message {
        let body = OverlayBody([Overlay.Feature(kind: .stage, name: name, place: .point(point))])
        return try written(.overlay, about: nil, #require(body.fields), by: curators[curator], at: minute)
    }

    /// Of both curators, and of the first one after they lost the role.
    private func all() throws -> [Message] {
        try [
            said(RoleEntry(curators[0].key, .operator), at: 1), said(RoleEntry(curators[1].key, .curator), at: 1),
            change(.presence, [GuideKind.venue.rawValue], by: 1, at: 10),
            change(.name, Array("by the second".utf8), by: 1, at: 10),
            change(.name, Array("by the first".utf8), by: 0, at: 20), stage("early", by: 0, at: 20),
            said(RoleEntry(curators[0].key, .none), at: 30),
            change(.name, Array("too late".utf8), by: 0, at: 40), stage("too late", by: 0, at: 40),
        ]
    }

    /// What visitors see at a new server that gets these messages in this order, and those that it refused again, as
    /// comparisons bring them.
    private func seen(after messages: [Message]) async throws -> [String?] {
        let server = try await MeshServer.alone(keys)
        _ = try await server.host.take([try said(NodeEntry(member.key, name: "second", invitation: 3), at: 0)])
        for message in messages {
            _ = try await server.host.take([message])
            // Rows follow one by one.
            if message.order.id.digest.bytes[0] < 128 { await Task.yield() }
        }
        for _ in 0..<3 { _ = try await server.host.take(messages) }
        // Whatever waited for the reader is merged before a later message is.
        let last = try written(
            .helpPin, about: nil, HelpPinBody.asks(at: point, words: "last").fields, by: member, at: 59)
        _ = try await server.host.take([last])
        while try await server.rows.helpPins().isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        let names = try await server.guide.entries().filter { !$0.isDeleted }.map(\.content.name)
        let stages = try await server.store.overlay().published.map(\.name)
        await server.stop()
        return names + stages
    }

    @Test func `what a curator wrote before they lost the role stays, and nothing after, in any order`() async throws {
        var messages = try all(), generator = SeededGenerator(seed: 7)
        for _ in 0..<8 {
            #expect(try await seen(after: messages) == ["by the first", "early"])
            messages.shuffle(using: &generator)
        }
        // Who has the role again has all of it again.
        messages.append(try said(RoleEntry(curators[0].key, .operator), at: 50))
        for _ in 0..<4 {
            #expect(try await seen(after: messages) == ["too late", "too late"])
            messages.shuffle(using: &generator)
        }
    }
}
