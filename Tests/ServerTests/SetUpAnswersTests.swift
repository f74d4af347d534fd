import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

/// How the first operator comes while the server runs, and who else must not.
@Suite struct SetUpAnswersTests {
    private func codes(_ town: Town) -> SetUpCodes { SetUpCodes(store: town.setUpCode, now: town.clock.now) }

    private func setUp(_ town: Town, _ code: String, _ name: String = "anna", _ password: String = "correct horse")
        async throws -> Me
    {
        try await town.guest.setUp(SetUpFields(code: code, name: name, password: password))
    }

    private func refuses(_ code: ErrorCode, _ field: String? = nil, _ ask: () async throws -> Void) async {
        do {
            try await ask()
            Issue.record("this was not refused")
        } catch {
            #expect((error as? ErrorBody)?.code == code && (error as? ErrorBody)?.field == field, "\(error)")
        }
    }

    @Test func `a code adds an operator and logs them in, once`() async throws {
        let town = try Town(), code = try codes(town).make().text
        let body = #"{"code":"\#(code)","name":"anna","password":"correct horse"}"#
        let answer = try await town.send(.post, "/api/v1/set-up", body)
        #expect(answer.status == .created && answer.headers[.setCookie]?.contains("hereabouts_session=hb_") == true)
        let me = try JSONDecoder().decode(Me.self, from: Data(answer.body.readableBytesView))
        #expect(me.account?.role == .operator)
        await refuses(.wrongCredentials, "code") { _ = try await setUp(town, code, "eve") }
        #expect(try await town.accounts.all(after: nil, limit: 9).map(\.name.text) == ["anna"])
        #expect(try town.setUpCode.code() == nil)
    }

    @Test func `guessing is refused and limited, with any content`() async throws {
        let town = try Town { $0.logInsPerMinute = 10 }, code = try codes(town).make().text
        let wrong = [
            "", "0000-0000-0000-0000", String(code.dropLast()), code + "0", String(code.reversed()), "' OR 1=1",
            String(repeating: "A", count: 10_000), "\u{0}", "ⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣⅣ",
        ]
        for guess in wrong where guess != code {
            await refuses(.wrongCredentials, "code") { _ = try await setUp(town, guess) }
        }
        let body = #"{"code":"0000-0000-0000-0000","name":"eve","password":"correct horse"}"#
        func guess(from network: String) async throws -> Int {
            let headers: HTTPFields = [HTTPField.Name("x-forwarded-for")!: network]
            return try await town.send(.post, "/api/v1/set-up", body, headers: headers).status.code
        }
        var statuses: [Int] = []
        for _ in 0..<60 { statuses.append(try await guess(from: "203.0.113.7")) }
        // On a slow machine an attempt comes free again meanwhile.
        #expect(statuses.first == 401 && statuses.contains(429))
        // Others are not kept out by that.
        #expect(try await guess(from: "198.51.100.7") == 401)
        // Wrong codes use up nothing.
        #expect(try await setUp(town, code.lowercased().replacing("-", with: " ")).account?.role == .operator)
    }

    @Test func `without a code that waits, nobody gets in`() async throws {
        let town = try Town()
        await refuses(.wrongCredentials, "code") { _ = try await setUp(town, "0000-0000-0000-0000") }
        await refuses(.wrongCredentials, "code") { _ = try await setUp(town, "") }
        // Nor does another site's page, with a code or without.
        let code = try codes(town).make().text
        let body = #"{"code":"\#(code)","name":"anna","password":"correct horse"}"#
        let foreign = try await town.send(
            .post, "/api/v1/set-up", body, headers: [.init("sec-fetch-site")!: "cross-site"])
        #expect(foreign.status == .forbidden)
        #expect(try town.setUpCode.code() != nil)
    }

    @Test func `a code is good for an hour, and the newest alone`() async throws {
        let town = try Town(), first = try codes(town).make().text, second = try codes(town).make().text
        await refuses(.wrongCredentials, "code") { _ = try await setUp(town, first) }
        town.clock.advance(by: SetUpCodes.lifetime + 1000)
        await refuses(.wrongCredentials, "code") { _ = try await setUp(town, second) }
        #expect(try await !town.accounts.hasOperator())
    }

    @Test func `a server that starts again takes a code that waits, and none that was used`() async throws {
        let town = try Town(), code = try codes(town).make().text, again = try Town(after: town)
        #expect(try await setUp(again, code).account?.role == .operator)
        let third = try Town(after: again)
        await refuses(.wrongCredentials, "code") { _ = try await setUp(third, code, "eve") }
    }

    @Test func `a refused set-up leaves the code valid`() async throws {
        let town = try Town(), code = try codes(town).make().text
        _ = try await town.accounts.register(name: "anna", password: "correct horse")
        await refuses(.nameTaken, "name") { _ = try await setUp(town, code, "Anna") }
        await refuses(.invalidBody, "name") { _ = try await setUp(town, code, "?") }
        await refuses(.invalidBody, "password") { _ = try await setUp(town, code, "berta", "short") }
        #expect(try await town.accounts.all(after: nil, limit: 9).map(\.role) == [.user])
        #expect(try await setUp(town, code, "berta").account?.role == .operator)
    }

    @Test func `a code for an account sets its password, ends its sessions, and works for no other account`()
        async throws
    {
        let town = try Town(), lost = try await town.client(of: "anna", .operator)
        _ = try await town.client(of: "eve")
        let code = try codes(town).make(for: "Anna").text
        for name in ["eve", "nobody", "?"] {
            await refuses(.notFound, "name") { _ = try await setUp(town, code, name, "another horse") }
        }
        await refuses(.invalidBody, "password") { _ = try await setUp(town, code, "anna", "anna") }
        #expect(try await lost.me().account?.name == "anna")
        #expect(try await setUp(town, code, "anna", "another horse").account?.role == .operator)
        await refuses(.notLoggedIn) { _ = try await lost.me() }
        await refuses(.wrongCredentials) {
            _ = try await town.guest.logIn(Credentials(name: "anna", password: "correct horse"), label: "old")
        }
        _ = try await town.guest.logIn(Credentials(name: "anna", password: "another horse"), label: "new")
        let gone = try codes(town).make(for: "gone").text
        await refuses(.notFound, "name") { _ = try await setUp(town, gone, "gone", "another horse") }
    }

    @Test func `codes and passwords are in no log`() async throws {
        let town = try Town(), code = try codes(town).make().text
        _ = try? await setUp(town, "ZZZZ-ZZZZ-ZZZZ-ZZZZ", "anna", "correct horse")
        _ = try await setUp(town, code, "anna", "correct horse")
        let said = town.log.lines.joined()
        for secret in [code, "ZZZZ", "correct horse", "anna"] { #expect(!said.contains(secret)) }
    }
}
