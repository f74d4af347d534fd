import Community
import Foundation
import HereaboutsAPI
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Passkeys
import Server
import Testing
import TestSupport

/// Passkeys over HTTP, from authenticators of the tests.
@Suite struct PasskeyAnswersTests {
    private static func town(_ address: String = "https://map.example") throws -> Town {
        try Town { $0.publicURL = address }
    }

    /// Adds a passkey to the account of `client`; the authenticator knows it from then on.
    private func add(
        _ authenticator: inout TestAuthenticator, to client: HereaboutsClient, label: String? = nil
    ) async throws -> PasskeyList.Passkey {
        let options = try await client.passkeyOptions()
        authenticator.userHandle = Base64URL.decode(options.user.id)
        return try await client.addPasskey(authenticator.registration(for: options.challenge), label: label)
    }

    /// Logs in; returns a client that acts by the session's token.
    private func logIn(_ authenticator: inout TestAuthenticator, _ town: Town) async throws -> HereaboutsClient {
        authenticator.signCount += 1
        let options = try await town.guest.logInOptions()
        return try await town.client(
            token: show(authenticator.assertion(for: options.challenge), at: "/api/v1/session/passkey", in: town))
    }

    /// Shows a passkey as a page does, whose session has `token`; returns that of the cookie that it gets.
    private func show(
        _ assertion: PasskeyAssertion, at path: String, by token: String? = nil, in town: Town
    ) async throws -> String {
        let headers: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [:]
        let body = String(decoding: try JSONEncoder().encode(assertion), as: UTF8.self)
        let answer = try await town.send(.post, path, body, headers: headers)
        guard answer.status == .ok else {
            throw try JSONDecoder().decode(ErrorBody.self, from: Data(answer.body.readableBytesView))
        }
        let cookie = try #require(answer.headers[.setCookie])
        #expect(cookie.hasPrefix("__Host-hereabouts_session=") && cookie.contains("HttpOnly"))
        return String(cookie.drop { $0 != "=" }.dropFirst().prefix { $0 != ";" })
    }

    @Test(arguments: [PasskeyAlgorithm.es256, .edDSA])
    func `somebody adds a passkey, logs in without a name, and confirms`(algorithm: PasskeyAlgorithm) async throws {
        let town = try Self.town(), anna = try await town.client(of: "anna")
        var authenticator = try algorithm == .es256 ? TestAuthenticator.es256 : .edDSA
        let added = try await add(&authenticator, to: anna, label: "Key of mine")
        #expect(added.label == "Key of mine" && added.used == nil && !added.isSynced)
        let options = try await anna.passkeyOptions()
        #expect(options.rp.id == "map.example" && options.user.name == "anna")
        #expect(options.excludeCredentials.map(\.id) == [Base64URL.encode(authenticator.id)])
        #expect(try await town.guest.logInOptions().allowCredentials.isEmpty)

        authenticator.signCount += 1
        let logIn = try await town.guest.logInOptions().challenge
        let first = try await show(authenticator.assertion(for: logIn), at: "/api/v1/session/passkey", in: town)
        var page = town.client(token: first)
        #expect(try await page.me().account?.name == "anna")
        #expect(try await page.passkeys().passkeys.first?.used != nil)
        // A person who logs in with it has just proved whose account it is.
        _ = try await page.confirmation()
        town.clock.advance(by: 601_000)
        await AccessTests.expect(.confirmationRequired) { [page] in _ = try await page.newToken(label: "later") }
        authenticator.signCount += 1
        let asked = try await page.confirmOptions()
        #expect(asked.allowCredentials.map(\.id) == [Base64URL.encode(authenticator.id)])
        let second = try await show(
            authenticator.assertion(for: asked.challenge), at: "/api/v1/me/confirmation/passkey", by: first, in: town)
        // The page's session goes on under another token; a copy of the one before is good for nothing.
        await AccessTests.expect(.notLoggedIn) { [page] in _ = try await page.me() }
        page = town.client(token: second)
        _ = try await page.newToken(label: "later")
        let kinds = try await page.history().events.map(\.kind)
        #expect(kinds.prefix(3) == [.programAdded, .passkeyLogIn, .passkeyAdded])
        #expect(try await page.access().passkeys.map(\.label) == ["Key of mine"])
    }

    @Test func `each request may go to another server, and no answer is valid twice`() async throws {
        let logIns = LocalLogIns(attemptsPerMinute: 1000)
        let here = try Town(logIns: logIns) { $0.publicURL = "https://map.example" }
        let there = try Town(after: here, logIns: logIns) { $0.publicURL = "https://map.example" }
        let token = try await here.token(of: "anna")
        var authenticator = try TestAuthenticator.es256
        let options = try await here.client(token: token).passkeyOptions()
        authenticator.userHandle = Base64URL.decode(options.user.id)
        let registration = authenticator.registration(for: options.challenge)
        _ = try await there.client(token: token).addPasskey(registration)
        await AccessTests.expect(.unknownChallenge) {
            _ = try await here.client(token: token).addPasskey(registration)
        }
        authenticator.signCount += 1
        let asked = try await here.guest.logInOptions().challenge
        let assertion = try authenticator.assertion(for: asked)
        let session = try await show(assertion, at: "/api/v1/session/passkey", in: there)
        for town in [here, there] {
            await AccessTests.expect(.unknownChallenge) { _ = try await town.guest.logIn(assertion) }
        }
        authenticator.signCount += 1
        let confirming = try await here.client(token: session).confirmOptions().challenge
        _ = try await show(
            authenticator.assertion(for: confirming), at: "/api/v1/me/confirmation/passkey", by: session, in: there)
    }

    @Test func `servers of other places do not know each other's challenges`() async throws {
        let here = try Self.town(), there = try Town(after: here) { $0.publicURL = "https://map.example" }
        var authenticator = try TestAuthenticator.es256
        _ = try await add(&authenticator, to: here.client(of: "anna"))
        authenticator.signCount += 1
        let asked = try await here.guest.logInOptions().challenge
        let assertion = try authenticator.assertion(for: asked)
        await AccessTests.expect(.unknownChallenge) { _ = try await there.guest.logIn(assertion) }
        _ = try await here.guest.logIn(assertion)
    }

    @Test func `an answer is valid once, for its challenge, in the session that asked`() async throws {
        let town = try Self.town(), anna = try await town.client(of: "anna")
        var authenticator = try TestAuthenticator.es256
        let options = try await anna.passkeyOptions()
        authenticator.userHandle = Base64URL.decode(options.user.id)
        let other = town.client(token: try await anna.newToken(label: "other").token)
        _ = try await other.confirm(password: "correct horse")
        let registration = authenticator.registration(for: options.challenge)
        await AccessTests.expect(.unknownChallenge) { _ = try await other.addPasskey(registration) }
        // A wrong answer uses it up.
        var wrong = authenticator
        wrong.origin = "https://evil.example"
        await AccessTests.expect(.invalidPasskey) {
            _ = try await anna.addPasskey(wrong.registration(for: options.challenge))
        }
        await AccessTests.expect(.unknownChallenge) { _ = try await anna.addPasskey(registration) }
        _ = try await add(&authenticator, to: anna)
        let asked = try await town.guest.logInOptions()
        authenticator.signCount += 1
        let assertion = try authenticator.assertion(for: asked.challenge)
        await AccessTests.expect(.unknownChallenge) { _ = try await anna.confirm(assertion) }
        let again = try await town.guest.logInOptions()
        let right = try authenticator.assertion(for: again.challenge)
        _ = try await town.guest.logIn(right)
        await AccessTests.expect(.unknownChallenge) { _ = try await town.guest.logIn(right) }
        let own = try await anna.confirmOptions()
        let confirming = try authenticator.assertion(for: own.challenge)
        await AccessTests.expect(.unknownChallenge) { _ = try await town.guest.logIn(confirming) }
    }

    @Test func `an invalid answer gets the error of an unknown passkey`() async throws {
        let town = try Self.town(), anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        var annas = try TestAuthenticator.es256, bens = try TestAuthenticator.edDSA
        bens.id = [7, 7, 7]
        let added = try await add(&annas, to: anna)
        _ = try await add(&bens, to: ben)
        func refused(_ change: (inout TestAuthenticator) -> Void) async throws {
            var authenticator = annas
            authenticator.signCount += 1
            change(&authenticator)
            let options = try await town.guest.logInOptions()
            let assertion = try authenticator.assertion(for: options.challenge)
            await AccessTests.expect(.wrongCredentials) { _ = try await town.guest.logIn(assertion) }
        }
        try await refused { $0.origin = "https://evil.example" }
        try await refused { $0.relyingParty = "evil.example" }
        try await refused { $0.id = [1, 2, 3] }
        try await refused { $0.id = bens.id }
        try await refused { $0.key = bens.key }
        try await refused { $0.userHandle = bens.userHandle }
        try await refused { $0.userHandle = nil }
        try await refused { $0.flags = [.userPresent] }
        // Another's confirms nothing.
        let asked = try await anna.confirmOptions()
        bens.signCount += 1
        let assertion = try bens.assertion(for: asked.challenge)
        await AccessTests.expect(.wrongCredentials) { _ = try await anna.confirm(assertion) }
        // Nor can it be added twice.
        let options = try await ben.passkeyOptions()
        let taken = annas.registration(for: options.challenge)
        await AccessTests.expect(.passkeyTaken) { _ = try await ben.addPasskey(taken) }
        await AccessTests.expect(.notFound) { try await ben.removePasskey(added.id) }
        try await anna.removePasskey(added.id)
        try await refused { _ in }
        await AccessTests.expect(.notFound) { _ = try await anna.confirmOptions() }
        let wrong = try await anna.passkeyOptions()
        annas.origin = "https://evil.example"
        let foreign = annas.registration(for: wrong.challenge)
        await AccessTests.expect(.invalidPasskey) { _ = try await anna.addPasskey(foreign) }
    }

    @Test func `a passkey that may be a copy is refused, and its owner reads of it`() async throws {
        let town = try Self.town(), anna = try await town.client(of: "anna")
        var authenticator = try TestAuthenticator.es256
        _ = try await add(&authenticator, to: anna, label: "Copied")
        var copy = authenticator
        _ = try await logIn(&authenticator, town)
        await AccessTests.expect(.passkeyCopied) { _ = try await logIn(&copy, town) }
        let events = try await anna.history().events
        #expect(events.first?.kind == .passkeyCopied && events.first?.text == "Copied")
        // Its owner's goes on.
        _ = try await logIn(&authenticator, town)
    }

    @Test func `a new password and signing out end all passkeys but the kept ones`() async throws {
        let town = try Self.town(), anna = try await town.client(of: "anna")
        var kept = try TestAuthenticator.es256, other = try TestAuthenticator.edDSA
        other.id = [7, 7, 7]
        let id = try await add(&kept, to: anna).id
        _ = try await add(&other, to: anna)
        try await anna.changePasswordAndStay(
            from: "correct horse", to: "battery staple", keeping: KeptAccess(passkeys: [id]))
        await AccessTests.expect(.wrongCredentials) { _ = try await logIn(&other, town) }
        let page = try await logIn(&kept, town)
        #expect(try await page.passkeys().passkeys.map(\.id) == [id])
        try await page.signOutEverywhere()
        await AccessTests.expect(.wrongCredentials) { _ = try await logIn(&kept, town) }
    }

    @Test func `adding and removing need a confirmed session`() async throws {
        let town = try Self.town(), anna = try await town.client(of: "anna")
        var authenticator = try TestAuthenticator.es256
        let added = try await add(&authenticator, to: anna)
        let options = try await anna.passkeyOptions()
        town.clock.advance(by: 601_000)
        authenticator.id = [9]
        let registration = authenticator.registration(for: options.challenge)
        await AccessTests.expect(.confirmationRequired) { _ = try await anna.passkeyOptions() }
        await AccessTests.expect(.confirmationRequired) { _ = try await anna.addPasskey(registration) }
        await AccessTests.expect(.confirmationRequired) { try await anna.removePasskey(added.id) }
        await AccessTests.expect(.notLoggedIn) { _ = try await town.guest.passkeys() }
    }

    @Test func `a network asks for passkeys no faster than for passwords`() async throws {
        let town = try Town {
            $0.publicURL = "https://map.example"
            $0.logInsPerMinute = 3
        }
        let token = try await town.token(of: "anna")
        let headers: HTTPFields = [HTTPField.Name("x-forwarded-for")!: "192.0.2.1"]
        var own = headers
        own[.authorization] = "Bearer \(token)"
        /// Returns the number of answers before the network is refused. The limit refills as real time passes, also
        /// during this test, so one more answer may be given at any time.
        func answers(_ path: String, _ headers: HTTPFields, _ body: String = "") async throws -> Int {
            var count = 0
            while count < 40, try await town.send(.post, path, body, headers: headers).status.code != 429 { count += 1 }
            return count
        }
        let first = try await answers("/api/v1/session/passkey-options", headers)
        #expect(first > 0 && first < 40)
        for path in ["/api/v1/me/passkey-options", "/api/v1/me/confirmation/passkey-options"] {
            #expect(try await answers(path, own) < first)
        }
        #expect(try await answers("/api/v1/me/confirmation", own, #"{"password": "correct horse"}"#) < first)
    }

    private static let addresses: [(String, PasskeyObstacle?)] = [
        ("http://192.0.2.7:8080", .ipAddress), ("https://[2001:db8::1]", .ipAddress), ("http://map.example", .insecure),
        ("https://a..example", .invalidHost), ("http://localhost:8080", nil),
    ]

    @Test(arguments: PasskeyAnswersTests.addresses)
    func `where browsers refuse passkeys, the server says why`(
        _ address: String, _ obstacle: PasskeyObstacle?
    ) async throws {
        let town = try Self.town(address), anna = try await town.client(of: "anna")
        #expect(try await anna.me().passkeysUnavailable == obstacle)
        guard obstacle != nil else {
            #expect(try await anna.passkeyOptions().rp.id == "localhost")
            return
        }
        await AccessTests.expect(.passkeysUnavailable) { _ = try await anna.passkeyOptions() }
        await AccessTests.expect(.passkeysUnavailable) { _ = try await town.guest.logInOptions() }
        #expect(try await anna.passkeys().passkeys.isEmpty)
    }
}

extension TestAuthenticator {
    func registration(for challenge: String) -> PasskeyRegistration {
        var copy = self
        copy.challenge = Base64URL.decode(challenge) ?? []
        let answer = copy.registration()
        return PasskeyRegistration(
            id: answer.id, rawId: answer.rawId,
            response: .init(
                clientDataJSON: answer.response.clientDataJSON, attestationObject: answer.response.attestationObject,
                transports: answer.response.transports))
    }

    func assertion(for challenge: String) throws -> PasskeyAssertion {
        var copy = self
        copy.challenge = Base64URL.decode(challenge) ?? []
        let answer = try copy.authentication()
        return PasskeyAssertion(
            id: answer.id, rawId: answer.rawId,
            response: .init(
                clientDataJSON: answer.response.clientDataJSON, authenticatorData: answer.response.authenticatorData,
                signature: answer.response.signature, userHandle: answer.response.userHandle))
    }
}
