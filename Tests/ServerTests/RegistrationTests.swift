import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import NIOCore
import Server
import TestSupport
import Testing

/// Decides who may register, and how operators let people in.
@Suite struct RegistrationTests {
    private func register(
        _ town: Town, _ name: String, _ invitation: String? = nil, password: String = "correct horse"
    ) async throws -> Me {
        try await town.guest.register(Credentials(name: name, password: password), invitation: invitation)
    }

    private func refuses(_ code: ErrorCode, _ field: String? = nil, _ ask: () async throws -> Void) async {
        do {
            try await ask()
            Issue.record("this was not refused")
        } catch {
            #expect((error as? ErrorBody)?.code == code && (error as? ErrorBody)?.field == field, "\(error)")
        }
    }

    private func code(_ made: NewRegistrationLink) throws -> String {
        let parts = made.opener.url.components(separatedBy: "/#invite=")
        #expect(parts.count == 2 && parts[1] == made.opener.token)
        return made.opener.token
    }

    @Test(
        arguments: [
            (ServerSettings.GuestPolicy.none, nil, RegistrationPolicyName.closed), (.look, nil, .open),
            (.post, nil, .open),
            (.none, .open, .open), (.look, .closed, .closed), (.post, .invited, .invited),
        ] as [(ServerSettings.GuestPolicy, ServerSettings.RegistrationPolicy?, RegistrationPolicyName)])
    func `a place where guests see nothing is closed, unless its operator says otherwise`(
        guests: ServerSettings.GuestPolicy, registration: ServerSettings.RegistrationPolicy?,
        expected: RegistrationPolicyName
    ) async throws {
        let town = try Town {
            $0.guests = guests
            $0.registration = registration
        }
        #expect(try await town.guest.me().registration == expected)
        if expected == .open {
            #expect(try await register(town, "anna").account?.name == "anna")
        } else {
            await refuses(.registrationClosed) { _ = try await register(town, "anna") }
            #expect(try await town.accounts.all(after: nil, limit: 9).isEmpty)
        }
    }

    @Test func `an invitation lets one person in, once`() async throws {
        let town = try Town { $0.registration = .invited }
        let keeper = try await town.client(of: "keeper", .operator)
        let made = try await keeper.addRegistrationLink(note: "for Anna")
        let code = try code(made)
        #expect(code.utf8.filter { $0 != UInt8(ascii: "-") }.count == 16 && made.link.note == "for Anna")
        #expect(try await keeper.registrationLinks().links == [made.link])
        // A failed attempt leaves it valid.
        await refuses(.nameTaken, "name") { _ = try await register(town, "keeper", code) }
        await refuses(.invalidBody, "password") { _ = try await register(town, "anna", code, password: "short") }
        let body = #"{"name":"anna","password":"correct horse","invitation":"\#(code.lowercased())"}"#
        let answer = try await town.send(.post, "/api/v1/accounts", body)
        #expect(answer.status == .created && answer.headers[.setCookie]?.contains("hereabouts_session=hb_") == true)
        let me = try JSONDecoder().decode(Me.self, from: Data(answer.body.readableBytesView))
        #expect(me.account?.role == .user)
        #expect(try await keeper.registrationLinks().links.isEmpty)
        await refuses(.wrongCredentials, "invitation") { _ = try await register(town, "eve", code) }
        await refuses(.registrationClosed) { _ = try await register(town, "eve") }
    }

    @Test func `an invitation ends with its time, and when it is revoked`() async throws {
        let town = try Town { $0.registration = .invited }
        let keeper = try await town.client(of: "keeper", .operator)
        let short = try await keeper.addRegistrationLink(days: 1), other = try await keeper.addRegistrationLink()
        try await keeper.revokeRegistrationLink(other.link.id)
        await refuses(.wrongCredentials, "invitation") { _ = try await register(town, "eve", try code(other)) }
        await refuses(.notFound) { try await keeper.revokeRegistrationLink(other.link.id) }
        town.clock.advance(by: 86_400_000)
        await refuses(.wrongCredentials, "invitation") { _ = try await register(town, "eve", try code(short)) }
        #expect(try await keeper.registrationLinks().links.isEmpty)
    }

    @Test func `guessing is refused and limited, with any content`() async throws {
        let town = try Town {
            $0.registration = .invited
            $0.logInsPerMinute = 1
        }
        _ = try await town.client(of: "keeper", .operator).addRegistrationLink()
        for guess in ["", "0000-0000-0000-0000", "' OR 1=1", String(repeating: "A", count: 10_000), "\u{0}"] {
            await refuses(.wrongCredentials, "invitation") { _ = try await register(town, "eve", guess) }
        }
        let body = #"{"name":"eve","password":"correct horse","invitation":"0000-0000-0000-0000"}"#
        var statuses: [Int] = []
        for _ in 0..<60 {
            let headers: HTTPFields = [HTTPField.Name("x-forwarded-for")!: "203.0.113.7"]
            statuses.append(try await town.send(.post, "/api/v1/accounts", body, headers: headers).status.code)
        }
        #expect(statuses.first == 401 && statuses.last == 429)
    }

    @Test func `an old invitation does not work with closed registration, and open registration needs none`()
        async throws
    {
        let town = try Town { $0.registration = .invited }
        let code = try code(try await town.client(of: "keeper", .operator).addRegistrationLink())
        let closed = try Town(after: town) { $0.registration = .closed }
        await refuses(.registrationClosed) { _ = try await register(closed, "anna", code) }
        let open = try Town(after: closed) { $0.registration = .open }
        #expect(try await register(open, "anna", code).account != nil)
    }

    @Test(arguments: [ServerSettings.RegistrationPolicy.open, .closed])
    func `no link is made where it would let nobody in`(registration: ServerSettings.RegistrationPolicy) async throws {
        let keeper = try await Town { $0.registration = registration }.client(of: "keeper", .operator)
        await refuses(.registrationClosed) { _ = try await keeper.addRegistrationLink() }
    }

    @Test func `a client that may not register cannot find out which pseudonyms are in use`() async throws {
        let town = try Town { $0.registration = .invited }
        let anna = try await town.client(of: "anna")
        _ = try await anna.changeSharing(revision: 0, SharingFields(pseudonym: "Heron"))
        for name in ["Heron", "Stork"] {
            await refuses(.registrationClosed) { _ = try await register(town, name, nil) }
            await refuses(.wrongCredentials, "invitation") { _ = try await register(town, name, "AAAA-BBBB-CCCC-DDDD") }
        }
    }

    @Test func `an operator's requests for links have limits`() async throws {
        let keeper = try await Town { $0.registration = .invited }.client(of: "keeper", .operator)
        for days in [0, -1, 91, Int.max] {
            await refuses(.invalidBody, "days") { _ = try await keeper.addRegistrationLink(days: days) }
        }
        await refuses(.invalidBody, "note") {
            _ = try await keeper.addRegistrationLink(note: String(repeating: "a", count: 101))
        }
        _ = try await keeper.addRegistrationLink(note: String(repeating: "ä", count: 100), days: 90)
    }
}
