import Community
import Crypto
import Foundation
import Gossip
import HereaboutsAPI
import HTTPTypes
import HummingbirdTesting
import Mesh
import MeshHost
import NIOCore
import Server
import Testing
import class TestSupport.TemporaryFolder

/// The name of the place, to which all of its nodes answer: no cookies, and a proof of the node.
@Suite struct PlaceNameTests {
    private let folder: TemporaryFolder
    private let keys = MeshKeys.newPlace(name: "first")
    private let host: MeshHost
    private let placeHost = PlaceHost()
    private let town: Town
    private static let forwarded = HTTPField.Name("x-forwarded-host")!

    init() throws {
        folder = try TemporaryFolder()
        var settings = MeshHostSettings()
        (settings.listens, settings.trustsClock, settings.leastFree) = (false, true, 0)
        host = try MeshHost(
            settings, keys: keys, folder: MeshFolder(dataFolder: folder.path), storage: MemoryMessageStore())
        let placeHost = placeHost
        town = try Town(mesh: host) { ($0.guests, $0.placeHost) = (.look, placeHost) }
        placeHost.setName("library.local")
    }

    private func post(_ path: String, _ body: String, at host: String?) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: "application/json"]
        headers[Self.forwarded] = host
        return try await town.send(.post, path, body, headers: headers)
    }

    private static let credentials = #"{"name": "anna", "password": "correct horse"}"#

    @Test(arguments: ["library.local", "LIBRARY.local:8443", "library.local."])
    func `nobody gets a cookie at the place's name, and none counts there`(name: String) async throws {
        _ = try await town.accounts.register(name: "anna", password: "correct horse", role: .user)
        let usual = try await post("/api/v1/session", Self.credentials, at: "kiosk.local")
        let cookie = try #require(usual.headers[.setCookie]?.prefix { $0 != ";" })
        #expect(usual.status == .ok)
        for (path, body) in [
            ("/api/v1/session", Self.credentials),
            ("/api/v1/accounts", #"{"name": "ben", "password": "correct horse"}"#),
            ("/api/v1/set-up", #"{"code": "x", "name": "cleo", "password": "correct horse"}"#),
            ("/api/v1/session/passkey-options", ""),
        ] {
            let answer = try await post(path, body, at: name)
            #expect([.forbidden, .notFound].contains(answer.status), "\(path)")
            #expect(answer.headers[.setCookie] == nil, "\(path)")
        }
        // Logging out deletes no cookie of another node either.
        let out = try await town.send(.delete, "/api/v1/session", "", headers: [Self.forwarded: name])
        #expect(out.status == .noContent && out.headers[.setCookie] == nil)
        func account(at host: String) async throws -> Bool {
            let headers: HTTPFields = [Self.forwarded: host, .cookie: String(cookie)]
            let answer = try await town.get("/api/v1/me", headers: headers)
            return String(buffer: answer.body).contains("anna")
        }
        #expect(try await account(at: "kiosk.local"))
        #expect(try await !account(at: name))
    }

    @Test func `there are no passkeys at the place's name, and the server says why`() async throws {
        _ = try await town.accounts.register(name: "anna", password: "correct horse", role: .user)
        let body = #"{"name": "anna", "password": "correct horse", "label": "phone"}"#
        let answer = try await post("/api/v1/tokens", body, at: "library.local")
        let token = try JSONDecoder().decode(NewToken.self, from: Data(answer.body.readableBytesView)).token
        let headers: HTTPFields = [
            Self.forwarded: "library.local", .authorization: "Bearer \(token)", .contentType: "application/json",
        ]
        let me = try await town.get("/api/v1/me", headers: headers)
        let said = try JSONDecoder().decode(Me.self, from: Data(me.body.readableBytesView))
        #expect(said.account?.name == "anna" && said.passkeysUnavailable == .placeName)
        let asked = try await town.send(.post, "/api/v1/me/passkey-options", "", headers: headers)
        #expect(asked.status == .forbidden && String(buffer: asked.body).contains("passkeys_unavailable"))
    }

    @Test func `a token of one node is of no use at another`() async throws {
        let other = try Town(mesh: host) { [placeHost] in ($0.guests, $0.placeHost) = (.look, placeHost) }
        for town in [town, other] {
            _ = try await town.accounts.register(name: "anna", password: "correct horse", role: .user)
        }
        let body = #"{"name": "anna", "password": "correct horse", "label": "phone"}"#
        let answer = try await post("/api/v1/tokens", body, at: "library.local")
        #expect(answer.status == .created && answer.headers[.setCookie] == nil)
        let token = try JSONDecoder().decode(NewToken.self, from: Data(answer.body.readableBytesView)).token
        let headers: HTTPFields = [Self.forwarded: "library.local", .authorization: "Bearer \(token)"]
        #expect(try await town.get("/api/v1/mesh", headers: headers).status == .ok)
        #expect(try await town.get("/api/v1/me", headers: headers).status == .ok)
        #expect(try await other.get("/api/v1/mesh", headers: headers).status == .unauthorized)
        #expect(try await other.get("/api/v1/me", headers: headers).status == .unauthorized)
    }

    @Test func `a node proves its key for each nonce`() async throws {
        let nonces = [[UInt8](repeating: 7, count: 32), Array(0..<32)]
        for nonce in nonces {
            let proof = try await town.guest.meshProof(of: Hexadecimal.text(nonce))
            #expect(proof.node == Hexadecimal.text(keys.node.key.bytes.bytes))
            let key = try Curve25519.Signing.PublicKey(rawRepresentation: keys.node.key.bytes.bytes)
            let signature = try #require(Hexadecimal.bytes(proof.signature))
            #expect(key.isValidSignature(signature, for: Array("hereabouts proof 1".utf8) + [0] + nonce))
        }
        for bad in ["", "00", String(repeating: "0", count: 66), String(repeating: "G", count: 64)] {
            await AccessTests.expect(.invalidBody) { _ = try await town.guest.meshProof(of: bad) }
        }
        let without = try Town { $0.guests = .look }
        await AccessTests.expect(.noMesh) {
            _ = try await without.guest.meshProof(of: String(repeating: "0", count: 64))
        }
        await AccessTests.expect(.noMesh) { _ = try await without.guest.meshPhone() }
    }

    @Test func `a node proves which tokens it made`() async throws {
        _ = try await town.accounts.register(name: "anna", password: "correct horse", role: .user)
        let credentials = Credentials(name: "anna", password: "correct horse")
        let nonce = Array(UInt8(0)..<32)
        func token(_ nonce: String?, at town: Town) async throws -> NewToken {
            try await town.guest.logIn(credentials, label: "phone", nonce: nonce)
        }
        #expect(try await token(nil, at: town).proof == nil)
        let made = try await token(Hexadecimal.text(nonce), at: town), proof = try #require(made.proof)
        #expect(proof.node == Hexadecimal.text(keys.node.key.bytes.bytes))
        let key = try Curve25519.Signing.PublicKey(rawRepresentation: keys.node.key.bytes.bytes)
        let signature = try #require(Hexadecimal.bytes(proof.signature))
        let text = Array("hereabouts token 1".utf8) + [0] + nonce + SHA256.hash(data: Data(made.token.utf8))
        #expect(key.isValidSignature(signature, for: text))
        for bad in ["", "00", String(repeating: "G", count: 64)] {
            await AccessTests.expect(.invalidBody) { _ = try await token(bad, at: town) }
        }
        let without = try Town { $0.guests = .look }
        _ = try await without.accounts.register(name: "anna", password: "correct horse", role: .user)
        await AccessTests.expect(.noMesh) { _ = try await token(Hexadecimal.text(nonce), at: without) }
        #expect(try await token(nil, at: without).proof == nil)
    }

    @Test func `another phone gets its codes once the node has a certificate`() async throws {
        await AccessTests.expect(.notFound) { _ = try await town.guest.meshPhone() }
        placeHost.setPages(.init(origin: "https://library.local:8443", fingerprint: "AB:CD", trustPort: 8081))
        let plain = try await town.guest.meshPhone()
        #expect(plain.network == nil && plain.fingerprint == "AB:CD")
        #expect(plain.map.text == "https://library.local:8443/" && plain.map.image?.contains("<svg") == true)
        #expect(plain.trust.allSatisfy { $0.text.hasPrefix("http://") && $0.text.hasSuffix(":8081/trust") })
        let full = try await town.guest.meshPhone(.init(name: "Library; guests", password: "read more"))
        #expect(full.network?.text == #"WIFI:T:WPA;S:Library\; guests;P:read more;;"#)
        await AccessTests.expect(.invalidBody) { _ = try await town.guest.meshPhone(.init(name: "")) }
        await AccessTests.expect(.invalidBody) {
            _ = try await town.guest.meshPhone(.init(name: "a", password: "short"))
        }
        #expect(try await town.guest.about().placeHost == "library.local")
    }
}
