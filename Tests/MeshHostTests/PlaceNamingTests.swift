import Crypto
import Foundation
import GeoCore
import Gossip
import LocalAuthority
import Mesh
import MeshHost
import MeshLinks
import Synchronization
import Testing

import class TestSupport.TemporaryFolder

/// Nodes that link over this machine's loopback, and get certificates of one name.
@Suite(.timeLimit(.minutes(2))) struct PlaceNamingTests {
    /// A class because the node's naming adds to it while the test runs.
    private final class Faults: Sendable {
        private let all = Mutex<[any Error]>([])

        var count: Int { all.withLock { $0.count } }

        func add(_ fault: any Error) { all.withLock { $0.append(fault) } }
    }

    /// A running node with its certificates, stopped with the test.
    private final class Named: Sendable {
        let folder: TemporaryFolder
        let keys: MeshKeys
        let host: MeshHost
        let naming: PlaceNaming
        let changes: AsyncStream<MeshChange>
        /// What failed while certificates were signed.
        let faults = Faults()
        private let task: Task<Void, any Error>

        init(_ keys: MeshKeys, listens: Bool, name: String? = nil) async throws {
            folder = try TemporaryFolder()
            var settings = MeshHostSettings()
            (settings.listens, settings.announces, settings.trustsClock) = (listens, false, true)
            (settings.port, settings.leastFree) = (0, 0)
            let host = try MeshHost(
                settings, keys: keys, folder: MeshFolder(dataFolder: folder.path), storage: MemoryMessageStore())
            (self.host, self.keys) = (host, keys)
            let authority = LocalAuthority(folder: folder.file("tls")), faults = faults
            naming = PlaceNaming(
                host, PlaceIdentity(folder: folder.file("mesh")),
                organiser: name.map { .init(name: $0, authority: authority) }, report: { faults.add($0) })
            changes = await host.changes()
            task = Task { try await host.run() }
        }

        deinit { task.cancel() }

        func end() async {
            task.cancel()
            _ = await task.result
        }

        /// Updates at each change until there is a certificate that `isWanted`.
        func certificate(
            _ isWanted: (PlaceCertificate) -> Bool = { _ in true }
        ) async throws -> PlaceCertificate {
            let changes = await host.changes()
            if let certificate = try await naming.update(), isWanted(certificate) { return certificate }
            for await change in changes where change == .roster || change == .admitted {
                if let certificate = try await naming.update(), isWanted(certificate) { return certificate }
            }
            throw CancellationError()
        }

        /// Signs whenever a node asks, until the task is cancelled.
        func sign() async throws {
            for await change in await host.changes() where change == .certificateRequest {
                _ = try await naming.update()
            }
        }
    }

    private func organiser(_ name: String? = "library.local") async throws -> (Named, port: UInt16) {
        let node = try await Named(.newPlace(name: "first"), listens: true, name: name)
        var port: Int?
        for await change in node.changes {
            if case .listening(let number) = change { port = number }
            if port != nil, await node.host.isOfPlace { break }
        }
        return (node, UInt16(try #require(port)))
    }

    private func joining(_ first: Named, _ port: UInt16) async throws -> Named {
        let address = try #require(NodeAddress("127.0.0.1"))
        let code = try #require(first.keys.invite(until: .max >> 20, at: [address], port: port))
        let node = try await Named(.joining(code, name: "second"), listens: false)
        for await change in node.changes where change == .admitted { break }
        return node
    }

    /// What `openssl` says of a node's certificate by the authority's root.
    private func verifies(_ node: Named, by first: Named, _ options: String...) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile"]
            + [first.folder.file("tls/authority.pem")] + options + [node.folder.file("mesh/name.pem")]
        (process.standardOutput, process.standardError) = (Pipe(), Pipe())
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    @Test func `a node that joined gets a certificate for the place's name, a removed one no other`() async throws {
        let (first, port) = try await organiser()
        let own = try await first.certificate()
        #expect(own.host == "library.local")
        let second = try await joining(first, port)
        let signing = Task { try await first.sign() }
        let certificate = try await second.certificate()
        #expect(certificate.host == "library.local" && certificate.authority == own.authority)
        #expect(certificate.publicKey != own.publicKey)
        #expect(try verifies(second, by: first, "-verify_hostname", "library.local"))
        #expect(try !verifies(second, by: first, "-verify_hostname", "localhost"))
        #expect(await second.host.certificate?.certificate == certificate.certificate)

        let changes = await second.host.changes()
        let time = try #require(await first.host.time)
        try await first.host.publish(
            NodeEntry(second.keys.node.key, name: "second", until: HybridTime(milliseconds: time)))
        // The one that was removed hears of it where its link is still open; the organiser knows at once.
        #expect(try await first.host.certificateRequests().map(\.node) == [first.keys.node.key])
        for await change in changes where change == .nodes { break }
        signing.cancel()
        for node in [first, second] { await node.end() }
    }

    @Test func `a certificate is made anew in its last week, and not before`() async throws {
        let (first, _) = try await organiser()
        let made = try await first.certificate(), start = Date()
        let day = 86_400.0
        #expect(try await first.naming.update(at: start + 5 * day)?.certificate == made.certificate)
        let renewed = try #require(try await first.naming.update(at: start + 7 * day))
        #expect(renewed.end.timeIntervalSince(made.end) > 6.9 * day && renewed.publicKey == made.publicKey)
        #expect(try first.naming.lastName() == "library.local")
        // Nobody signs it any more: it ends.
        let other = PlaceNaming(first.host, PlaceIdentity(folder: first.folder.file("mesh")), organiser: nil) {
            Issue.record($0)
        }
        #expect(try await other.update(at: start + 19 * day)?.certificate == renewed.certificate)
        #expect(try await other.update(at: start + 21 * day) == nil)
        await first.end()
    }

    @Test func `a damaged key of the authority ends nobody's pages, and those asked for are signed once it is back`()
        async throws
    {
        let (first, port) = try await organiser()
        let own = try await first.certificate(), file = first.folder.file("tls/authority-key.pem")
        let key = try Data(contentsOf: URL(filePath: file))
        try Data("no key".utf8).write(to: URL(filePath: file))
        let second = try await joining(first, port)
        let changes = await first.host.changes()
        let asking = Task { try await second.certificate() }
        for await change in changes where change == .certificateRequest { break }
        #expect(try await first.naming.update()?.certificate == own.certificate)
        #expect(first.faults.count == 1)
        // Its own request, of which the answer is old, fails as well, and the pages stay.
        #expect(try await first.naming.update(at: Date() + 8 * 86_400)?.certificate == own.certificate)
        #expect(first.faults.count > 2)
        try key.write(to: URL(filePath: file))
        #expect(try await first.naming.update()?.certificate == own.certificate)
        #expect(try await asking.value.authority == own.authority)
        for node in [first, second] { await node.end() }
    }

    @Test func `where the organiser chose no name, no node asks for a certificate`() async throws {
        let (first, _) = try await organiser(nil)
        #expect(try await first.naming.update() == nil)
        #expect(try await first.host.ownRequest() == nil)
        await first.end()
    }

    @Test func `requests count for members alone, and certificates by the place alone`() async throws {
        let (first, _) = try await organiser()
        _ = try await first.certificate()
        let stranger = Ed25519Signer(Curve25519.Signing.PrivateKey())
        let time = HybridTime(milliseconds: try #require(await first.host.time))
        let key = Array(P256.Signing.PrivateKey().publicKey.x963Representation)
        func draft(_ kind: MessageKind, _ fields: [BodyField]) -> MessageDraft {
            MessageDraft(
                kind, in: first.keys.placeCode, at: time, by: stranger.key,
                about: SubjectID(stranger.key.bytes.bytes.prefix(16)), fields)
        }
        let request = try stranger.signed(draft(.certificateRequest, [BodyField(tag: 1, value: key)]))
        #expect(try await first.host.take(request) == .kept)
        #expect(try await first.host.certificateRequests().count == 1)
        let entry = CertificateEntry(stranger.key, certificate: [1], authority: [2])
        let forged = try stranger.signed(draft(.certificate, entry.fields))
        #expect(try await first.host.take(forged) == .refused(.notAllowed))
        #expect(CertificateEntry(forged) == entry)
        #expect(await first.host.currentRoster.certificates.count == 1)
        await first.end()
    }

    @Test func `bytes that are no certificate for the node's key are not kept`() async throws {
        let (first, _) = try await organiser()
        let made = try await first.certificate()
        let other = LocalAuthority(folder: first.folder.file("other"))
        let key = Array(P256.Signing.PrivateKey().publicKey.x963Representation)
        let foreign = try #require(try other.placeCertificate(for: "library.local", key, at: Date()))
        let node = first.keys.node.key
        for (certificate, authority) in [
            ([1, 2, 3], made.authority), (foreign.certificate, foreign.authority),
            (made.certificate, foreign.authority),
        ] {
            try await first.host.publish(CertificateEntry(node, certificate: certificate, authority: authority))
            let naming = PlaceNaming(first.host, PlaceIdentity(folder: first.folder.file("mesh")), organiser: nil) {
                Issue.record($0)
            }
            #expect(try await naming.update()?.certificate == made.certificate)
        }
        await first.end()
    }
}
