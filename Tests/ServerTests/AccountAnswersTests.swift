import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import Testing

@Suite struct AccountAnswersTests {
    private static let credentials = #"{"name": "anna", "password": "correct horse"}"#
    private static let own: HTTPFields = [HTTPField.Name("sec-fetch-site")!: "same-origin"]

    /// The session's cookie that an answer sets, as a request sends it.
    private func cookie(_ answer: TestResponse) throws -> String {
        String(try #require(answer.headers[.setCookie]).prefix { $0 != ";" })
    }

    @Test func `registering logs in, by a cookie that scripts cannot read`() async throws {
        let town = try Town()
        let answer = try await town.send(.post, "/api/v1/accounts", Self.credentials, headers: Self.own)
        #expect(answer.status == .created)
        let header = try #require(answer.headers[.setCookie])
        #expect(header.contains("HttpOnly") && header.contains("SameSite=Lax") && header.contains("Path=/"))
        #expect(!header.contains("Secure"))
        let me = try await town.get("/api/v1/me", headers: [.cookie: "theme=dark; \(try cookie(answer))"])
        #expect(String(buffer: me.body).contains(#""name":"anna""#))
        #expect(me.headers[.cacheControl] == "no-store")
        let again = try await town.send(.post, "/api/v1/accounts", Self.credentials)
        #expect(again.status == .conflict)
    }

    @Test func `behind an encrypted address the cookie never travels in the open`() async throws {
        let town = try Town { $0.publicURL = "https://map.example.org" }
        let answer = try await town.send(.post, "/api/v1/accounts", Self.credentials)
        #expect(answer.headers[.setCookie]?.contains("; Secure") == true)
        // Browsers take this name from this host alone; the server does not accept the other one.
        let cookie = try cookie(answer), plain = cookie.replacing("__Host-", with: "")
        #expect(cookie.hasPrefix("__Host-hereabouts_session=hb_"))
        for (sent, isKnown) in [(cookie, true), (plain, false)] {
            let me = try await town.get("/api/v1/me", headers: [.cookie: sent])
            #expect(String(buffer: me.body).contains("anna") == isKnown)
        }
        let out = try await town.send(
            .delete, "/api/v1/session", headers: [.cookie: cookie, HTTPField.Name("sec-fetch-site")!: "same-origin"])
        let ended = out.headers[values: .setCookie]
        #expect(ended.map { $0.prefix { $0 != "=" } } == ["__Host-hereabouts_session", "hereabouts_session"])
        #expect(ended.allSatisfy { $0.contains("Max-Age=0") && $0.contains("; Secure") && $0.contains("Path=/") })
        let me = try await town.get("/api/v1/me", headers: [.cookie: cookie])
        #expect(!String(buffer: me.body).contains("anna"))
    }

    @Test func `logging out ends the session, also elsewhere`() async throws {
        let town = try Town()
        _ = try await town.accounts.register(name: "anna", password: "correct horse")
        let cookie = try cookie(try await town.send(.post, "/api/v1/session", Self.credentials))
        let out = try await town.send(
            .delete, "/api/v1/session", headers: [.cookie: cookie, HTTPField.Name("sec-fetch-site")!: "same-origin"])
        #expect(out.status == .noContent)
        #expect(out.headers[.setCookie]?.contains("Max-Age=0") == true)
        let me = try await town.get("/api/v1/me", headers: [.cookie: cookie])
        #expect(!String(buffer: me.body).contains("anna"))
        #expect(try await town.send(.delete, "/api/v1/session").status == .noContent)
    }

    @Test(arguments: [
        ["sec-fetch-site": "cross-site"], ["sec-fetch-site": "same-site"], ["sec-fetch-site": "none"],
        ["origin": "https://evil.example"], ["origin": "null"], ["origin": "http://localhost.evil.example:8080"], [:],
        ["origin": "http://localhost:8080", "sec-fetch-site": "cross-site"],
    ])
    func `a page of another site cannot act by the cookie`(headers: [String: String]) async throws {
        let town = try Town()
        _ = try await town.accounts.register(name: "anna", password: "correct horse")
        var fields: HTTPFields = [.cookie: try cookie(try await town.send(.post, "/api/v1/session", Self.credentials))]
        for (name, value) in headers { fields[HTTPField.Name(name)!] = value }
        let answer = try await town.send(.post, "/api/v1/posts", #"{"message": "evil"}"#, headers: fields)
        #expect(answer.status == .forbidden)
        #expect(town.community.posts(before: nil, limit: 1).isEmpty)
        // Nor can it log a person in.
        if !headers.isEmpty {
            fields[.cookie] = nil
            let logIn = try await town.send(.post, "/api/v1/session", Self.credentials, headers: fields)
            #expect(logIn.status == .forbidden)
        }
    }

    @Test func `a session that has ended does not post as a guest, and other sites do not either`() async throws {
        let town = try Town { $0.guests = .post }
        var fields = Self.own
        fields[.cookie] = "hereabouts_session=hb_ended"
        let ended = try await town.send(.post, "/api/v1/posts", #"{"message": "who?"}"#, headers: fields)
        #expect(ended.status == .unauthorized)
        let foreign = try await town.send(
            .post, "/api/v1/posts", #"{"message": "spam"}"#, headers: [.origin: "https://evil.example"])
        #expect(foreign.status == .forbidden)
        #expect(town.community.posts(before: nil, limit: 1).isEmpty)
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
    func `a form cannot send JSON`(type: String) async throws {
        let town = try Town { $0.guests = .post }
        let answer = try await town.send(
            .post, "/api/v1/posts", #"{"message": "form"}"#, headers: [.contentType: type])
        #expect(answer.status == .unsupportedMediaType)
    }

    @Test func `an account is changed, used by programs and removed by the typed client`() async throws {
        let town = try Town()
        let first = try await town.client(of: "anna")
        let made = try await first.newToken(label: "bot")
        let bot = HereaboutsClient(TownTransport(town: town), token: made.token)
        #expect(try await bot.me().account?.name == "anna")
        let sessions = try await first.sessions().sessions
        #expect(sessions.map(\.label) == ["bot", "test"] && sessions.map(\.isCurrent) == [false, true])
        await AccessTests.expect(.wrongCredentials) {
            try await first.changePassword(from: "wrong", to: "battery staple")
        }
        await AccessTests.expect(.invalidBody) { try await first.changePassword(from: "correct horse", to: "anna") }
        try await first.changePasswordAndStay(from: "correct horse", to: "battery staple")
        await AccessTests.expect(.notLoggedIn) { _ = try await bot.me() }
        _ = try await first.add(NewPost(message: "gone soon"))
        #expect(try await town.guest.posts().posts.count == 1)
        await AccessTests.expect(.wrongCredentials) { try await first.removeAccount(password: "correct horse") }
        try await first.removeAccount(password: "battery staple")
        await AccessTests.expect(.notLoggedIn) { _ = try await first.me() }
        #expect(try await town.guest.posts().posts.isEmpty)
    }

    @Test func `operators see all accounts and give roles, and one operator stays`() async throws {
        let town = try Town()
        let chief = try await town.client(of: "chief", .operator)
        _ = try await town.client(of: "anna")
        let list = try await chief.accounts(AccountsRequest(limit: 1)).accounts
        #expect(list.map(\.name) == ["anna"] && list[0].role == .user)
        #expect(try await chief.accounts(AccountsRequest(after: "anna")).accounts.map(\.name) == ["chief"])
        #expect(try await chief.changeRole(of: list[0].id, to: .curator).role == .curator)
        let own = try #require(try await chief.me().account)
        await AccessTests.expect(.lastOperator) { _ = try await chief.changeRole(of: own.id, to: .user) }
        await AccessTests.expect(.lastOperator) { try await chief.removeAccount(password: "correct horse") }
    }

    @Test func `passwords, names and tokens never reach the log`() async throws {
        let town = try Town { $0.guests = .post }
        _ = try await town.send(.post, "/api/v1/accounts", #"{"name": "secretname", "password": "secretword"}"#)
        _ = try await town.send(.post, "/api/v1/session", #"{"name": "secretname", "password": "secretwrong"}"#)
        _ = try await town.get("/api/v1/me", headers: [.authorization: "Bearer secrettoken"])
        _ = try await town.send(.post, "/api/v1/posts", #"{"message": "secretmessage", "location": {"lat": 60.17}}"#)
        #expect(town.log.lines.allSatisfy { !$0.contains("secret") && !$0.contains("60.17") })
    }

    @Test func `a program that knows the password gets a token`() async throws {
        let town = try Town()
        _ = try await town.client(of: "anna")
        let credentials = Credentials(name: "anna", password: "correct horse")
        let token = try await town.guest.logIn(credentials, label: "my program").token
        let client = HereaboutsClient(TownTransport(town: town), token: token)
        #expect(try await client.me().account?.name == "anna")
        #expect(try await client.sessions().sessions.contains { $0.label == "my program" && $0.kind == .program })
        await #expect(throws: ErrorBody.self) {
            _ = try await town.guest.logIn(Credentials(name: "anna", password: "wrong horse"), label: "x")
        }
    }
}
