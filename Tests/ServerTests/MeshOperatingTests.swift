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
import Server
import Testing

import class TestSupport.TemporaryFolder

/// The mesh over HTTP for operators.
@Suite struct MeshOperatingTests {
    private let folder: TemporaryFolder
    private let keys = MeshKeys.newPlace(name: "first")
    private let author = Ed25519Signer(Curve25519.Signing.PrivateKey())
    private let host: MeshHost
    private let town: Town
    private let general: String

    init() throws {
        let folder = try TemporaryFolder(), host = try Self.host(keys, folder)
        (self.folder, self.host) = (folder, host)
        town = try Town(mesh: host) { $0.guests = .post }
        general = Hexadecimal.text(CommonRoom.general.id(in: keys.placeCode).bytes)
    }

    private static func host(_ keys: MeshKeys, _ folder: TemporaryFolder) throws -> MeshHost {
        var settings = MeshHostSettings()
        (settings.listens, settings.trustsClock, settings.leastFree) = (false, true, 0)
        return try MeshHost(
            settings, keys: keys, folder: MeshFolder(dataFolder: folder.path), storage: MemoryMessageStore())
    }

    private func chief(_ town: Town? = nil) async throws -> HereaboutsClient {
        let town = town ?? self.town
        let account = try await town.accounts.register(name: "chief", password: "correct horse", role: .operator)
        let token = try await town.accounts.begin(.program, "test", for: account, isConfirmed: true)
        return town.client(token: token.text)
    }

    private func refuses(_ code: ErrorCode, _ ask: () async throws -> Void) async {
        await AccessTests.expect(code, ask)
    }

    private func key(_ signer: Ed25519Signer) -> String { Hexadecimal.text(signer.key.bytes.bytes) }

    private func line(_ text: String) async throws -> Gossip.Message {
        let time = HybridTime(milliseconds: Timestamp(try await town.guest.mesh().time))
        return try author.signed(
            MessageDraft(
                .roomLine, in: keys.placeCode, at: time, by: author.key,
                about: CommonRoom.general.id(in: keys.placeCode), [BodyField(tag: 1, value: Array(text.utf8))]))
    }

    @Test func `a server without a node says so, and others than operators learn nothing`() async throws {
        let none = try Town { $0.guests = .post }, chief = try await chief(none)
        await refuses(.noMesh) { _ = try await chief.meshRoster() }
        await refuses(.noMesh) { _ = try await chief.inviteNode() }
        await refuses(.noMesh) { try await chief.removeNode(key(author)) }
        await refuses(.noMesh) { try await chief.hideInMesh(.author, key(author)) }
        await refuses(.noMesh) { try await chief.showInMesh(.author, key(author)) }
        await refuses(.noMesh) { _ = try await chief.meshDuties() }
        await refuses(.noMesh) { _ = try await chief.change(MeshDuties(relay: true, guests: true, freeDisk: 0)) }
        await refuses(.notLoggedIn) { _ = try await town.guest.meshRoster() }
        await refuses(.notLoggedIn) { _ = try await town.guest.meshDuties() }
    }

    @Test func `a code admits a node for as many days as the operator says`() async throws {
        let chief = try await chief(), now = try await town.guest.mesh().time
        for (days, expected) in [(nil, 7), (1, 1), (365, 365)] as [(Int?, Int)] {
            let made = try await chief.inviteNode(days: days)
            let code = try #require(JoinCode(made.code))
            #expect(code.place == keys.place && code.secret == keys.secret && code.port == MeshHostSettings.usualPort)
            #expect(Int(code.invitation.end) == made.expires)
            #expect(abs(made.expires - now - expected * 86_400_000) < 60_000)
            #expect(made.drawing?.hasPrefix("<svg") == true)
        }
        for days in [0, -1, 366] { await refuses(.invalidBody) { _ = try await chief.inviteNode(days: days) } }
    }

    @Test func `the roster has nodes, people and what is hidden`() async throws {
        let chief = try await chief(), other = Ed25519Signer(Curve25519.Signing.PrivateKey())
        try await host.publish(NodeEntry(keys.node.key, name: "first"))
        try await host.publish(NodeEntry(other.key, name: "second", invitation: 3))
        try await host.publish(NameEntry(author.key, name: "anna"))
        try await host.publish(RoleEntry(author.key, .curator))
        let roster = try await chief.meshRoster()
        #expect(roster.isOrganiser && roster.organiser == "first" && roster.hidden.isEmpty)
        #expect(Set(roster.nodes.map { "\($0.name) \($0.role)" }) == ["first organiser", "second member"])
        #expect(roster.nodes.filter(\.isThis).map(\.name) == ["first"])
        // The server names its operator, too, once it has looked.
        func anna(_ roster: MeshRoster) -> [MeshRoster.Person] { roster.people.filter { $0.key == key(author) } }
        #expect(anna(roster) == [.init(key: key(author), name: "anna", role: .curator, isHidden: false)])

        let said = try await line("hello")
        _ = try await host.take(said)
        let id = Hexadecimal.text(said.id.digest.bytes)
        try await chief.hideInMesh(.message, id)
        #expect(try await town.guest.meshLines(.init(room: general)).lines.isEmpty)
        try await chief.hideInMesh(.author, key(author))
        try await chief.hideInMesh(.node, key(other))
        // Again says nothing new.
        try await chief.hideInMesh(.node, key(other))
        let hidden = try await chief.meshRoster()
        #expect(hidden.hidden.map(\.kind) == [.node, .author, .message])
        #expect(hidden.hidden.map(\.subject) == [key(other), key(author), id])
        #expect(hidden.hidden.map(\.name) == ["second", "anna", "anna"])
        #expect(hidden.hidden.map(\.text) == [nil, nil, "hello"])
        #expect(anna(hidden).map(\.isHidden) == [true])
        #expect(hidden.nodes.filter(\.isHidden).map(\.name) == ["second"])
        try await chief.showInMesh(.message, id)
        #expect(try await town.guest.meshLines(.init(room: general)).lines.isEmpty)
        try await chief.showInMesh(.author, key(author))
        #expect(try await town.guest.meshLines(.init(room: general)).lines.map(\.text) == ["hello"])
        await refuses(.notFound) { try await chief.showInMesh(.author, key(author)) }
        await refuses(.invalidParameter) { try await chief.hideInMesh(.node, key(keys.node)) }
    }

    @Test func `a removed node is no member any more, and the organiser's stays`() async throws {
        let chief = try await chief(), other = Ed25519Signer(Curve25519.Signing.PrivateKey())
        try await host.publish(NodeEntry(keys.node.key, name: "first"))
        try await host.publish(NodeEntry(other.key, name: "second", invitation: 3))
        try await chief.removeNode(key(other))
        #expect(try await chief.meshRoster().nodes.first { $0.name == "second" }?.role == .removed)
        await refuses(.notFound) { try await chief.removeNode(key(other)) }
        await refuses(.notFound) { try await chief.removeNode(key(author)) }
        await refuses(.invalidParameter) { try await chief.removeNode(key(keys.node)) }
    }

    @Test func `at another server, what the organiser's alone can do names that server`() async throws {
        let invitation = try #require(keys.invite(until: .max >> 20, at: [], port: 1))
        let folder = try TemporaryFolder(), second = MeshKeys.joining(invitation, name: "second")
        let host = try Self.host(second, folder), town = try Town(mesh: host), chief = try await chief(town)
        _ = try await host.take(
            try #require(keys.placeKey).signed(
                NodeEntry(keys.node.key, name: "town hall").draft(
                    in: keys.placeCode, at: HybridTime(milliseconds: try #require(await host.time)), by: keys.place)))
        let roster = try await chief.meshRoster()
        #expect(!roster.isOrganiser && roster.organiser == "town hall")
        for ask: () async throws -> Void in [
            { _ = try await chief.inviteNode() }, { try await chief.removeNode(key(author)) },
            { try await chief.hideInMesh(.author, key(author)) }, { try await chief.showInMesh(.author, key(author)) },
        ] {
            do {
                try await ask()
                Issue.record("nothing refused it")
            } catch let error as ErrorBody {
                #expect(error.code == .notOrganiser && error.message.contains("town hall"))
            }
        }
        _ = try await chief.change(MeshDuties(relay: false, guests: true, freeDisk: 1))
        #expect(await host.currentChoices.duties == NodeDuties(relays: false))
    }

    @Test func `an operator changes what the node does for others`() async throws {
        let chief = try await chief(), before = try await chief.meshDuties()
        #expect(before.duties == MeshDuties(relay: true, guests: true, freeDisk: 0) && !before.isDiskFull)
        let full = try await chief.change(MeshDuties(relay: false, guests: false, freeDisk: 1 << 50))
        #expect(full.isDiskFull && full.duties.freeDisk == 1 << 50)
        #expect(try await chief.meshDuties().duties == full.duties)
        await refuses(.unavailable) { _ = try await town.guest.addMeshLine(.init(text: "x"), in: general) }
        _ = try await chief.change(before.duties)
        _ = try await town.guest.addMeshLine(.init(text: "x"), in: general)
        for bytes in [-1, 1 << 50 + 1] {
            await refuses(.invalidBody) {
                _ = try await chief.change(MeshDuties(relay: true, guests: true, freeDisk: bytes))
            }
        }
    }
}
