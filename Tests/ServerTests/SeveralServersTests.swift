import Community
import Foundation
import HTTPTypes
import HereaboutsAPI
import HummingbirdTesting
import Presence
import Server
import Synchronization
import TestSupport
import Testing

/// Two servers of one place: what changes at the first reaches the second as a test says.
@Suite struct SeveralServersTests {
    /// Holds up changes until the server catches up, or longer.
    private final class Held: PlaceFollowing {
        private struct State {
            var take: (@Sendable (PlaceChange) async throws -> Void)?
            var waiting: [PlaceChange] = []
            var isBroken = false
        }

        private let state = Mutex(State())
        /// The number of servers.
        let count = Mutex(1)

        var liveServers: Int { count.withLock { $0 } }

        func begin(_ take: @escaping @Sendable (PlaceChange) async throws -> Void) {
            state.withLock { $0.take = take }
        }

        func offer(atlas identity: String) -> AtlasStanding { AtlasStanding(isWanted: true, without: []) }

        func runAlone(_ job: PlaceJob, _ body: @escaping @Sendable () async throws -> Void) async throws {
            try await body()
        }

        func hold(_ change: PlaceChange) { state.withLock { $0.waiting.append(change) } }

        func breakDown() { state.withLock { $0.isBroken = true } }

        let bringsOwnChanges = true

        func claim(_ subject: PlaceClaim, for holder: UInt64) -> Bool { true }

        func release(_ subject: PlaceClaim, by holder: UInt64) {}

        func catchUp() async throws {
            let (take, waiting) = try state.withLock { state in
                guard !state.isBroken else { throw CommunityFault.busy }
                defer { state.waiting = [] }
                return (state.take, state.waiting)
            }
            for change in waiting { try await take?(change) }
        }
    }

    private let here: Town, there: Town, held = Held()
    private let anna: HereaboutsClient, ben: HereaboutsClient
    private let annaThere: HereaboutsClient, benThere: HereaboutsClient
    private let person: AccountID, phone: NewDeviceAnswer

    private typealias NewDeviceAnswer = AddedDevice

    init() async throws {
        here = try Town()
        there = try Town(after: here, following: held)
        let tokens = (try await here.token(of: "anna"), try await here.token(of: "ben"))
        (anna, ben) = (here.client(token: tokens.0), here.client(token: tokens.1))
        (annaThere, benThere) = (there.client(token: tokens.0), there.client(token: tokens.1))
        person = try #require(try await here.accounts.account(named: "anna")).id
        phone = try await anna.add(NewDevice(kind: .program, name: "phone"))
        _ = try await here.client(token: phone.token).report([position])
        _ = try await anna.askFriend("ben")
        _ = try await ben.askFriend("anna")
    }

    private var position: ReportedPosition {
        ReportedPosition(millisecondsSince1970: here.clock.now(), lat: 60.17021, lon: 24.94019)
    }

    private func shareWithFriends() async throws {
        let revision = try await anna.sharing().revision
        _ = try await anna.changeSharing(revision: revision, SharingFields(friends: .exact))
        held.hold(.sharing(person))
        #expect(try await benThere.people().people.map(\.name) == ["anna"])
    }

    @Test func `what somebody shares no longer is told at no server`() async throws {
        try await shareWithFriends()
        let revision = try await anna.sharing().revision
        _ = try await anna.changeSharing(revision: revision, SharingFields())
        held.hold(.sharing(person))
        #expect(try await benThere.people().people.isEmpty)
        #expect(try await annaThere.sharing().fields.friends == .nothing)
    }

    @Test func `a friendship that ended shows nothing at any server`() async throws {
        try await shareWithFriends()
        let id = try #require(try await anna.friends().friends.first).id
        try await anna.endFriendship(id)
        held.hold(.friends(person))
        #expect(try await benThere.people().people.isEmpty)
    }

    @Test func `positions that somebody deleted are told at no server`() async throws {
        try await shareWithFriends()
        try await anna.deleteMyPositions()
        held.hold(.positions(person))
        #expect(try await benThere.people().people.isEmpty)
    }

    @Test func `a link that ended opens nothing at any server`() async throws {
        let ends = WireTime.text(here.clock.now() + 3_600_000)
        let link = try await anna.add(NewLink(ends: ends, precision: .exact))
        let opener = try #require(link.opener).token, id = try #require(CircleID(text: link.id))
        held.hold(.circle(id))
        #expect(try await there.client(token: opener).shared().precision == .exact)
        try await anna.endLink(link.id)
        held.hold(.circle(id))
        await #expect(throws: ErrorBody.self) { _ = try await there.client(token: opener).shared() }
    }

    @Test func `a device that was removed reports to no server`() async throws {
        let device = there.client(token: phone.token)
        _ = try await device.report([position])
        try await anna.removeDevice(phone.device.id)
        held.hold(.devices(person))
        await AccessTests.expect(.notLoggedIn) { _ = try await device.report([position]) }
    }

    @Test func `a server that cannot hear of changes tells nothing of people and takes no positions`() async throws {
        try await shareWithFriends()
        held.breakDown()
        await AccessTests.expect(.unavailable) { _ = try await benThere.people() }
        await AccessTests.expect(.unavailable) { _ = try await there.guest.people() }
        await AccessTests.expect(.unavailable) { _ = try await there.client(token: phone.token).report([position]) }
        // What does not depend on it goes on.
        _ = try await there.guest.posts()
    }

    @Test func `what one server kept ready comes anew after a change at another`() async throws {
        #expect(try await there.guest.posts().posts.isEmpty)
        _ = try await anna.add(NewPost(message: "hello"))
        #expect(try await there.guest.posts().posts.isEmpty)
        held.hold(.posts)
        try await held.catchUp()
        #expect(try await there.guest.posts().posts.map(\.message) == ["hello"])
    }

    @Test func `two servers divide the limits of one network`() async throws {
        let town = try Town(following: held) { settings in
            settings.guests = .post
            settings.guestPostsPerDay = 4
        }
        held.count.withLock { $0 = 2 }
        let headers: HTTPFields = [HTTPField.Name("x-forwarded-for")!: "192.0.2.1"]
        for expected in [201, 201, 429] {
            let body = #"{"message": "hello", "name": "guest"}"#
            #expect(try await town.send(.post, "/api/v1/posts", body, headers: headers).status.code == expected)
        }
    }
}
