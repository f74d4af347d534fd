import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import Presence
import Server
import TestSupport
import Testing

/// Takes an account back from a thief of one of its sessions.
@Suite struct RevocationTests {
    private static let ownTracks =
        #"{"_type": "location", "lat": 60.1702, "lon": 24.9402, "tst": 1700000000, "tid": "th", "acc": 5}"#

    private func time(_ town: Town, in hours: Int64) -> String {
        WireTime.text(town.clock.now() + hours * 3_600_000)
    }

    /// The answers of every address that takes a device's token.
    private func answers(_ town: Town, _ token: String) async throws -> [String: Int] {
        let bearer: HTTPFields = [.authorization: "Bearer \(token)"]
        let basic: HTTPFields = [
            .authorization: "Basic \(Data("thief:\(token)".utf8).base64EncodedString())"
        ]
        let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        return [
            "positions": try await town.send(.post, "/api/v1/positions", #"{"positions": []}"#, headers: bearer),
            "homes": try await town.get("/api/v1/device/homes", headers: bearer),
            "overland": try await town.send(.post, "/overland", #"{"locations": []}"#, headers: bearer),
            "overland?token": try await town.send(.post, "/overland?token=\(token)", #"{"locations": []}"#),
            "owntracks": try await town.send(.post, "/owntracks", Self.ownTracks, headers: basic),
            "pub": try await town.send(.post, "/pub?api_key=\(token)", Self.ownTracks),
            "osmand": try await town.get("/osmand?id=\(token)&lat=60.17&lon=24.94"),
            "postposition": try await town.send(
                .post, "/postposition/", "userId=\(token)&tLatitude=60.17&tLongitude=24.94", headers: form),
        ].mapValues { Int($0.status.code) }
    }

    /// The addresses at which a token is good.
    private func good(_ town: Town, _ token: String) async throws -> Set<String> {
        // Apps that speak OsmAnd's protocol get 400.
        Set(try await answers(town, token).filter { $0.value != 401 && ($0.key != "osmand" || $0.value != 400) }.keys)
    }

    @Test func `access that a stolen session left behind ends with the password`() async throws {
        let town = try Town { $0.guests = .none }
        let anna = try await town.client(of: "anna"), friend = try await town.client(of: "friend")
        _ = try await anna.askFriend("friend")
        _ = try await friend.askFriend("anna")
        // The thief got at a session while it was confirmed.
        let stolen = try await anna.newToken(label: "stolen").token, thief = town.client(token: stolen)
        _ = try await thief.confirm(password: "correct horse")
        let devices = [
            try await thief.add(NewDevice(kind: .owntracks, name: "tracker")),
            try await thief.add(NewDevice(kind: .overland, name: "other")),
        ]
        let program = try await thief.newToken(label: "for long").token
        let link = try await thief.add(NewLink(ends: time(town, in: 24), precision: .exact))
        let group = try await thief.add(NewGroup(name: "Trap", ends: time(town, in: 24), precision: .exact))
        let invitation = try #require(group.invitation?.token)
        for device in devices {
            #expect(try await good(town, device.token).isSuperset(of: ["owntracks", "overland", "osmand", "pub"]))
        }
        #expect(
            try await town.get("/api/v1/shared", headers: [.authorization: "Bearer \((link.opener?.token ?? ""))"])
                .status == .ok
        )

        // The owner sees all of it.
        let access = try await anna.access()
        #expect(Set(access.sessions.map(\.label)) == ["test", "stolen", "for long"])
        #expect(access.devices.map(\.name) == ["tracker", "other"] && access.links.map(\.id) == [link.id])
        #expect(access.groups.map(\.name) == ["Trap"] && access.groups[0].isOwn && !access.hasSetUpCode)

        try await anna.changePasswordAndStay(from: "correct horse", to: "battery staple")
        for device in devices {
            #expect(try await good(town, device.token) == [])
        }
        for token in [stolen, program] {
            await AccessTests.expect(.notLoggedIn) { _ = try await town.client(token: token).me() }
        }
        #expect(
            try await town.get("/api/v1/shared", headers: [.authorization: "Bearer \((link.opener?.token ?? ""))"])
                .status
                == .unauthorized)
        await AccessTests.expect(.notFound) { _ = try await friend.joinGroup(invitation, .exact) }
        let rest = try await anna.access()
        #expect(rest.sessions.map(\.label) == ["test"])
        #expect(rest.devices.isEmpty && rest.links.isEmpty && rest.groups.isEmpty)
        // A friendship is no access that was left behind: it stays.
        #expect(try await anna.friends().friends.map(\.name) == ["friend"])
    }

    @Test func `access that the owner names stays, and a kept group gets a new invitation`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        let phone = try await anna.add(NewDevice(kind: .overland, name: "phone"))
        let other = try await anna.add(NewDevice(kind: .overland, name: "other"))
        let tablet = try await anna.newToken(label: "tablet").token, old = try await anna.newToken(label: "old").token
        let group = try await anna.add(NewGroup(name: "Tour", ends: time(town, in: 24), precision: .exact))
        let invitation = try #require(group.invitation?.token)
        _ = try await ben.joinGroup(invitation, .exact)
        let sessions = try await anna.access().sessions
        let kept = KeptAccess(
            sessions: sessions.filter { $0.label == "tablet" }.map(\.id), devices: [phone.device.id],
            groups: [group.id])
        await AccessTests.expect(.invalidBody) {
            try await anna.signOutEverywhere(keeping: KeptAccess(devices: ["phone"]))
        }
        // Another's things are not to be kept or ended by naming them.
        try await ben.signOutEverywhere(
            keeping: KeptAccess(sessions: sessions.map(\.id), devices: [other.device.id], groups: [group.id]))
        await AccessTests.expect(.notLoggedIn) { _ = try await ben.me() }
        #expect(try await anna.access().devices.count == 2)

        try await anna.signOutEverywhere(keeping: kept)
        for token in [old] { await AccessTests.expect(.notLoggedIn) { _ = try await town.client(token: token).me() } }
        await AccessTests.expect(.notLoggedIn) { _ = try await anna.me() }
        #expect(try await good(town, phone.token).contains("overland"))
        #expect(try await good(town, other.token) == [])
        let rest = town.client(token: tablet)
        #expect(try await rest.groups().groups.map(\.invitation) == [nil])
        _ = try await rest.confirm(password: "correct horse")
        let tour = try #require(try await rest.groups().groups.first)
        #expect(tour.members == ["anna", "ben"])
        let renewed = try #require(tour.invitation?.token)
        #expect(renewed != invitation)
        let cleo = try await town.client(of: "cleo")
        await AccessTests.expect(.notFound) { _ = try await cleo.joinGroup(invitation, .exact) }
        #expect(try await cleo.joinGroup(renewed, .exact).members.count == 3)
        // Also after a restart.
        let again = try Town(after: town)
        #expect(try await again.client(token: tablet).groups().groups.first?.invitation?.token == renewed)
    }

    @Test func `a set-up code for the account, and an operator's registration links, end too`() async throws {
        let town = try Town { $0.registration = .invited }
        let chief = try await town.client(of: "chief", .operator)
        let made = try await chief.addRegistrationLink(note: "for Eve")
        let codes = SetUpCodes(store: town.setUpCode, now: town.clock.now)
        let code = try codes.make(for: "Chief").text
        let access = try await chief.access()
        #expect(access.hasSetUpCode && access.registrationLinks.map(\.note) == ["for Eve"])
        try await chief.changePasswordAndStay(from: "correct horse", to: "battery staple")
        await AccessTests.expect(.wrongCredentials) {
            _ = try await town.guest.setUp(SetUpFields(code: code, name: "chief", password: "evil password"))
        }
        await AccessTests.expect(.wrongCredentials) {
            _ = try await town.guest.register(
                Credentials(name: "eve", password: "evil password"), invitation: made.opener.token)
        }
        // A code for another person is invalid for them.
        let other = try codes.make(for: nil).text
        try await chief.signOutEverywhere()
        _ = try await town.guest.setUp(SetUpFields(code: other, name: "second", password: "correct horse"))
    }

    @Test func `a set-up code that gives a new password ends everything`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let phone = try await anna.add(NewDevice(kind: .overland, name: "phone"))
        _ = try await anna.add(NewLink(ends: time(town, in: 24), precision: .exact))
        let code = try SetUpCodes(store: town.setUpCode, now: town.clock.now).make(for: "anna").text
        await AccessTests.expect(.invalidBody) {
            _ = try await town.guest.setUp(SetUpFields(code: code, name: "anna", password: "short"))
        }
        #expect(try await good(town, phone.token).contains("overland"))
        _ = try await town.guest.setUp(SetUpFields(code: code, name: "anna", password: "battery staple"))
        await AccessTests.expect(.notLoggedIn) { _ = try await anna.me() }
        #expect(try await good(town, phone.token) == [])
        let token = try await town.guest.logIn(Credentials(name: "anna", password: "battery staple"), label: "new")
            .token
        let again = town.client(token: token), access = try await again.access()
        #expect(access.devices.isEmpty && access.links.isEmpty)
        #expect(try await again.history().events.contains { $0.kind == .passwordSet })
    }

    @Test func `nothing that is added while access is revoked is there afterwards`() async throws {
        let town = try Town()
        for round in 0..<10 {
            let anna = try await town.client(of: "anna\(round)")
            let thief = town.client(token: try await anna.newToken(label: "stolen").token)
            _ = try await thief.confirm(password: "correct horse")
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask { _ = try? await thief.add(NewDevice(kind: .overland, name: "\(number)")) }
                    group.addTask { _ = try? await thief.newToken(label: "\(number)") }
                    group.addTask { _ = try? await thief.add(NewLink(ends: time(town, in: 24), precision: .exact)) }
                    if number == 3 {
                        group.addTask {
                            try? await anna.changePasswordAndStay(from: "correct horse", to: "battery staple")
                        }
                    }
                }
            }
            let access = try await anna.access()
            #expect(access.sessions.count == 1 && access.devices.isEmpty && access.links.isEmpty)
        }
    }

    // MARK: Confirmation

    @Test func `a confirmation is valid for one session, for ten minutes, and no longer than the session`() async throws
    {
        let town = try Town()
        let account = try await town.accounts.register(name: "anna", password: "correct horse")
        func session() async throws -> String {
            try await town.accounts.begin(.program, "test", for: account, isConfirmed: false).text
        }
        func add(_ client: HereaboutsClient) async throws { _ = try await client.newToken(label: "more") }
        let token = try await session(), one = town.client(token: token),
            other = town.client(token: try await session())
        await AccessTests.expect(.confirmationRequired) { try await add(one) }
        await AccessTests.expect(.wrongCredentials) { _ = try await one.confirm(password: "wrong horse") }
        await AccessTests.expect(.confirmationRequired) { try await add(one) }
        let until = try await one.confirm(password: "correct horse").until
        #expect(WireTime.text(town.clock.now() + 590_000) < until && until <= WireTime.text(town.clock.now() + 600_000))
        try await add(one)
        await AccessTests.expect(.confirmationRequired) { try await add(other) }
        // A session that a confirmed session begins is not confirmed: otherwise they would keep each other so.
        let child = town.client(token: try await one.newToken(label: "child").token)
        await AccessTests.expect(.confirmationRequired) { try await add(child) }
        // It holds over a restart, as the session does.
        let again = try Town(after: town)
        _ = try await HereaboutsClient(TownTransport(town: again), token: token).newToken(label: "x")
        town.clock.advance(by: 600_001)
        await AccessTests.expect(.confirmationRequired) { try await add(one) }
        // A program that logs in with the password is confirmed for as long.
        let fresh = town.client(
            token: try await town.guest.logIn(Credentials(name: "anna", password: "correct horse"), label: "a").token)
        try await add(fresh)
    }

    @Test func `an ended session cannot be confirmed, and an old password confirms nothing`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let other = town.client(token: try await anna.newToken(label: "other").token)
        let id = try #require(try await anna.sessions().sessions.first { $0.label == "other" }).id
        try await anna.changePasswordAndStay(
            from: "correct horse", to: "battery staple", keeping: KeptAccess(sessions: [id]))
        await AccessTests.expect(.wrongCredentials) { _ = try await other.confirm(password: "correct horse") }
        // A person who changed the password has just given it.
        _ = try await anna.newToken(label: "more")
        await AccessTests.expect(.confirmationRequired) { _ = try await other.newToken(label: "more") }
        await AccessTests.expect(.confirmationRequired) { try await other.endSession(id) }
        try await anna.endSession(id)
        await AccessTests.expect(.notLoggedIn) { _ = try await other.confirm(password: "battery staple") }
    }

    @Test func `passwords are tried no faster there than by logging in`() async throws {
        let town = try Town { $0.logInsPerMinute = 5 }
        let token = try await town.token(of: "anna")
        func status(_ path: String, _ body: String) async throws -> Int {
            let headers: HTTPFields = [
                .authorization: "Bearer \(token)", HTTPField.Name("x-forwarded-for")!: "203.0.113.7",
            ]
            return Int(try await town.send(.post, path, body, headers: headers).status.code)
        }
        var tries: [Int] = []
        for _ in 0..<60 { tries.append(try await status("/api/v1/me/confirmation", #"{"password": "guess"}"#)) }
        #expect(tries.first == 401 && tries.contains(429))
        var logIns: [Int] = []
        for _ in 0..<3 {
            logIns.append(try await status("/api/v1/tokens", #"{"name": "anna", "password": "guess", "label": "x"}"#))
        }
        #expect(logIns.contains(429))
    }

    // MARK: A stolen session that is not confirmed

    /// A stolen session, and the account's own.
    private func stolen(
        from name: String, in town: Town
    ) async throws -> (owner: HereaboutsClient, thief: HereaboutsClient) {
        let owner = try await town.client(of: name)
        return (owner, town.client(token: try await owner.newToken(label: "stolen").token))
    }

    @Test func `repeated signing out keeps nobody from logging in, and takes no set-up code`() async throws {
        let town = try Town()
        let (anna, thief) = try await stolen(from: "anna", in: town)
        let access = try await anna.access()
        let own = KeptAccess(sessions: access.sessions.filter { $0.label == "stolen" }.map(\.id))
        let code = try SetUpCodes(store: town.setUpCode, now: town.clock.now).make(for: "anna").text
        await AccessTests.expect(.confirmationRequired) { try await thief.signOutEverywhere(keeping: own) }
        await AccessTests.expect(.confirmationRequired) { try await thief.endSession(access.sessions[0].id) }
        _ = try await anna.access()
        // Once it can: it ends, too.
        try await thief.signOutEverywhere()
        await AccessTests.expect(.notLoggedIn) { try await thief.signOutEverywhere() }
        _ = try await town.guest.setUp(SetUpFields(code: code, name: "anna", password: "battery staple"))
    }

    @Test func `signing out does not hinder a log-in or a change of the password`() async throws {
        let town = try Town()
        let anna = try await town.accounts.register(name: "anna", password: "correct horse")
        for round in 0..<3 {
            let session = try await session(of: anna, in: town), other = try await self.session(of: anna, in: town)
            async let logIn = town.accounts.logIn(
                name: "anna", password: "correct horse", kind: .page, label: "\(round)")
            let kept = KeptSignIns(sessions: [session.id, other.id])
            for _ in 0..<5 {
                try await town.accounts.signOut(by: session, keeping: kept) { _, check, change in
                    _ = try await check()
                    return try await change()
                }
            }
            _ = try await logIn
        }
    }

    private func session(of account: Community.Account, in town: Town) async throws -> Community.Session {
        let token = try await town.accounts.begin(.page, "page", for: account, isConfirmed: false)
        return try #require(try await town.accounts.session(token)).session
    }

    @Test func `a stolen session reveals no more, deletes nothing and exports nothing`() async throws {
        let town = try Town()
        let (anna, thief) = try await stolen(from: "anna", in: town)
        _ = try await town.client(of: "eve")
        let link = try await anna.add(NewLink(ends: time(town, in: 24), precision: .exact))
        let group = try await anna.add(NewGroup(name: "Tour", ends: time(town, in: 24), precision: .exact))
        #expect(link.opener != nil && group.invitation != nil)
        #expect(try await thief.links().links.map(\.opener) == [nil])
        #expect(try await thief.groups().groups.map(\.invitation) == [nil])
        #expect(try await anna.links().links.first?.opener == link.opener)
        let invitation = try #require(group.invitation?.token)
        let refused: [@Sendable () async throws -> Void] = [
            { _ = try await thief.askFriend("eve") },
            { _ = try await thief.add(NewGroup(name: "Trap", ends: time(town, in: 24), precision: .exact)) },
            { _ = try await thief.joinGroup(invitation, .exact) },
            { try await thief.deleteMyPositions() },
            { _ = try await thief.myVisits(MyVisitsRequest(from: time(town, in: -72))) },
        ]
        for ask in refused { await AccessTests.expect(.confirmationRequired, ask) }
        let wanted = [
            SharingFields(friends: .exact), SharingFields(friends: .fuzzy), SharingFields(pseudonym: "somebody"),
            SharingFields(retentionDays: 1),
        ]
        let revision = try await thief.sharing().revision
        for fields in wanted {
            await AccessTests.expect(.confirmationRequired) {
                _ = try await thief.changeSharing(revision: revision, fields)
            }
        }
        // Its owner may, and anybody may show less at once.
        let shown = try await anna.changeSharing(revision: revision, SharingFields(friends: .exact))
        _ = try await thief.changeSharing(revision: shown.revision, SharingFields())
        #expect(try await thief.myVisits().visits.isEmpty)
        let events = try await anna.history().events.filter { $0.kind == .sharingChanged }
        #expect(Set(events.map(\.text)) == ["exact", "nothing"])
    }

    // MARK: History

    @Test func `only the owner reads the history of the account`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        let phone = try await anna.add(NewDevice(kind: .overland, name: "Phone"))
        try await anna.removeDevice(phone.device.id)
        let link = try await anna.add(NewLink(ends: time(town, in: 24), precision: .exact))
        try await anna.endLink(link.id)
        for _ in 0..<3 {
            await AccessTests.expect(.wrongCredentials) {
                _ = try await town.guest.logIn(Credentials(name: "anna", password: "guess"), label: "x")
            }
        }
        await AccessTests.expect(.wrongCredentials) { _ = try await anna.confirm(password: "guess") }
        await AccessTests.expect(.wrongCredentials) {
            _ = try await town.guest.logIn(Credentials(name: "nobody", password: "guess"), label: "x")
        }
        let events = try await anna.history().events
        #expect(
            events.map(\.kind) == [
                .failedLogIn, .linkEnded, .linkAdded, .deviceRemoved, .deviceAdded, .programAdded, .registered,
            ])
        #expect(events[0].count == 4 && events[3].text == "Phone" && events[5].text == "test")
        // The refused device does not exist.
        await AccessTests.expect(.invalidBody) { _ = try await anna.add(NewDevice(kind: .overland, name: "")) }
        #expect(try await anna.history().events == events)
        #expect(try await ben.history().events.map(\.kind) == [.programAdded, .registered])
        await AccessTests.expect(.notLoggedIn) { _ = try await town.guest.history() }
        // No name, password or address of anybody reaches the log by it.
        #expect(town.log.lines.allSatisfy { !$0.contains("Phone") && !$0.contains("guess") })
    }
}
