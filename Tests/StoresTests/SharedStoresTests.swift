import Bocce
import Community
import Foundation
import GeoCore
import PostgresLanes
import Presence
import Stores
import Synchronization
import TestSupport
import Testing

/// Two servers of one place on PostgreSQL.
@Suite(.enabled(if: TestPostgres.server != nil)) struct SharedStoresTests {
    private let here: SQLitePresenceStore, there: SQLitePresenceStore, keys: SQLiteKeyStore
    private let place = UUID().uuidString
    private let anna: AccountID = Made.id()

    init() throws {
        let server = try #require(TestPostgres.server)
        here = try SQLitePresenceStore(server, tenant: place)
        there = try SQLitePresenceStore(server, tenant: place)
        keys = try SQLiteKeyStore(#require(TestPostgres.keys), tenant: place)
    }

    private func piece(_ number: Int64) -> SealedHour { SealedHour(hour: 3, number: number, key: 1, sealed: [1]) }

    @Test func `a number that another server took is not free`() async throws {
        try await here.add([piece(1)], of: anna)
        await #expect(throws: CommunityFault.keyUsed) { try await there.add([piece(1)], of: anna) }
        #expect(try await there.last(of: anna)?.number == 1)
        try await there.add([piece(2)], of: anna)
        #expect(try await here.hours(of: anna, in: 0...9).map(\.number) == [1, 2])
        #expect(try await here.lastNumbers(of: [anna, Made.id()]) == [anna: 2])
    }

    @Test func `a server that has not heard of a removal adds nothing`() async throws {
        try await here.add([piece(1)], of: anna)
        try await there.removeAll(of: anna)
        await #expect(throws: CommunityFault.keyUsed) { try await here.add([piece(2)], of: anna) }
        #expect(try await there.hours(of: anna, in: 0...9).isEmpty)
    }

    @Test func `nothing stays of a person who is gone, and no server begins anew with an old number`() async throws {
        try await here.add([piece(1), piece(2)], of: anna)
        try await there.removeAll(of: anna)
        #expect(try await here.lastNumbers(of: [anna]).isEmpty)
        await #expect(throws: CommunityFault.keyUsed) { try await here.add([piece(3)], of: anna) }
        #expect(try await here.lastNumbers(of: [anna]).isEmpty)
        // Whose positions alone were deleted goes on.
        let ben: AccountID = Made.id()
        try await here.add([piece(1)], of: ben)
        try await there.removeHours(of: ben, before: .max)
        #expect(try await here.lastNumbers(of: [ben]) == [ben: 2])
    }

    @Test func `of servers that add the same numbers at the same moment, one succeeds at each`() async throws {
        async let mine = added(by: here)
        async let others = added(by: there)
        let numbers = try await (mine + others).sorted()
        #expect(numbers == Array(Set(numbers)).sorted() && numbers.last == 40)
        #expect(try await here.hours(of: anna, in: 0...9).map(\.number) == numbers)
    }

    /// Adds the first numbers, as far as they are free; returns those.
    private func added(by store: SQLitePresenceStore) async throws -> [Int64] {
        var added: [Int64] = []
        for number in Int64(1)...40 {
            do {
                try await store.add([piece(number)], of: anna)
                added.append(number)
            } catch CommunityFault.keyUsed {}
        }
        return added
    }

    @Test func `a position that two servers get counts once`() async throws {
        let servers = [here, there].map { Positions(store: $0, keys: keys) }
        let device = Device(
            id: Made.id(), person: anna, kind: .ownTracks, name: "phone", token: Token(text: "phone").digest, created: 7
        )
        let positions = (0..<6).map {
            Position(time: 3_600_000 + $0, point: .init(latitudeE7: 600_000_000, longitudeE7: 240_000_000))
        }
        for (index, position) in positions.enumerated() {
            let first = try await servers[index % 2].record([position], from: device, at: nil)
            let again = try await servers[(index + 1) % 2].record([position], from: device, at: nil)
            #expect(first.added == 1 && again.added == 0 && again.repeated == 1)
            #expect(!first.followsOthers && again.followsOthers == (index > 0))
        }
        let kept = try await servers[0].newest(of: anna, in: 0...7_200_000, atLeast: 99)
        #expect(kept.recorded.map(\.position.time) == positions.map(\.time))
    }

    /// So people are told to come back, and not that the server is at fault.
    @Test func `a database that is away is a fault that passes`() async throws {
        let server = try PostgresServer(#require(ProcessInfo.processInfo.environment["HEREABOUTS_TEST_POSTGRES"]))
        let store = try SQLitePresenceStore(server, tenant: place)
        server.close()
        let ofWrite = await #expect(throws: (any Error).self) { try await store.removeAll(of: anna) }
        let ofRead = await #expect(throws: (any Error).self) { _ = try await store.hours(of: anna, in: 0...9) }
        #expect((ofWrite as? any LoggableFault)?.passes == true)
        #expect((ofRead as? any LoggableFault)?.passes == true)
    }

    /// Each write, and the changes that it announces.
    @Test func `other servers hear of each change that they may remember otherwise`() async throws {
        let server = try PostgresServer(#require(ProcessInfo.processInfo.environment["HEREABOUTS_TEST_POSTGRES"]))
        let community = try SQLiteStore(server, tenant: place)
        let heard = Mutex<Set<PlaceChange>>([]),
            membership = try await PostgresMembership(server, version: "1")
        let following = PostgresFollowing(membership, of: community)
        following.begin { change in heard.withLock { _ = $0.insert(change) } }
        let ben: AccountID = Made.id(), circle = try Made.circle(of: anna), game = try Made.game()
        let device = Device(
            id: Made.id(), person: anna, kind: .ownTracks, name: "phone", token: Token(text: place).digest, created: 7)
        try await here.add(device, atMost: 9)
        let writes: [(PlaceChange, () async throws -> Void)] = [
            (.sharing(anna), { try await here.setSharing(.init(revision: 1, key: 1, sealed: [1]), of: anna) }),
            (.sharing(anna), { try await here.forgetSharing(of: anna) }),
            (.friends(ben), { try await here.ask(ben, of: anna, atMost: 9, at: 1) }),
            (.friends(anna), { try await here.part(anna, from: ben) }),
            (.friends(anna), { try await here.forgetFriends(of: anna) }),
            (.circle(circle.id), { try await here.add(circle) }),
            (.circle(circle.id), { try await here.setMember(ben, .approximate, of: circle.id) }),
            (.circle(circle.id), { try await here.renew(circle.id) }),
            (.circle(circle.id), { try await here.removeMember(ben, of: circle.id) }),
            (.circle(circle.id), { try await here.removeCircles([circle.id]) }),
            (.devices(anna), { try await here.remove(device.id, of: anna) }),
            (.positions(anna), { try await here.removeAll(of: anna) }),
            (.game(game.code), { try await community.add(game) }),
            (.posts, { _ = try await community.add(Made.post("hello"), key: nil, at: 1) }),
        ]
        for (change, write) in writes {
            try await caughtUp(following)
            heard.withLock { $0 = [] }
            try await write()
            try await caughtUp(following)
            if change == .posts || change == .game(game.code) { #expect(try await eventuallyHeard(change, heard)) }
            #expect(heard.withLock { $0.contains(change) && !$0.contains(.everything) }, "\(change)")
        }
        await following.close()
        await membership.close()
        server.close()
    }

    /// Catches up, however long that takes: a server refuses after two seconds, which a busy machine may need.
    private func caughtUp(_ following: some PlaceFollowing) async throws {
        for _ in 0..<50 {
            do { return try await following.catchUp() } catch CommunityFault.busy {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        try await following.catchUp()
    }

    /// A server of the place.
    private struct Joined {
        let postgres: PostgresServer
        let community: SQLiteStore
        let membership: PostgresMembership
        let following: PostgresFollowing

        init(_ place: String) async throws {
            postgres = try PostgresServer(
                #require(ProcessInfo.processInfo.environment["HEREABOUTS_TEST_POSTGRES"]))
            community = try SQLiteStore(postgres, tenant: place)
            membership = try await PostgresMembership(postgres, version: "1")
            following = PostgresFollowing(membership, of: community)
        }

        func close() async {
            await following.close()
            await membership.close()
            postgres.close()
        }
    }

    @Test func `a job runs on one server, and on the next once that ends`() async throws {
        let servers = [try await Joined(place), try await Joined(place)]
        let running = Recorded<[Int]>([])
        let jobs = servers.map(\.following).enumerated().map { index, following in
            Task { [running] in
                try await following.runAlone(.games) {
                    running.withLock { $0.append(index) }
                    try await Task.sleep(for: .seconds(600))
                }
            }
        }
        while running.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
        let first = running.withLock { $0[0] }
        #expect(servers[first].following.figures.jobs.contains(.games))
        jobs[first].cancel()
        while running.withLock({ $0.count }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(running.withLock { $0 } == [first, 1 - first])
        #expect(
            !servers[first].following.figures.jobs.contains(.games)
                && servers[1 - first].following.figures.jobs.contains(.games))
        jobs[1 - first].cancel()
        for server in servers { await server.close() }
    }

    @Test func `what a job writes after another server took it over is refused`() async throws {
        let server = try await Joined(place), community = server.community, following = server.following
        let cluster = try Cluster(#require(ProcessInfo.processInfo.environment["HEREABOUTS_TEST_POSTGRES"]))
        let isRefused = Recorded<Bool?>(nil), place = place
        let job = Task {
            try await following.runAlone(.games) {
                _ = try await community.add(Made.post("in time"), key: nil, at: 1)
                try Schema.run(
                    [
                        PostgresLanes.Statement(
                            """
                            UPDATE leases SET term = term + 1, until = now() + interval '1 hour'
                            WHERE tenant = (SELECT id FROM tenants WHERE name = $1)
                            """, [.text(place)])
                    ], on: cluster)
                do {
                    _ = try await community.add(Made.post("late"), key: nil, at: 2)
                    isRefused.withLock { $0 = false }
                } catch is Lease.Lost {
                    isRefused.withLock { $0 = true }
                }
                try await Task.sleep(for: .seconds(600))
            }
        }
        while isRefused.withLock({ $0 == nil }) { try await Task.sleep(for: .milliseconds(5)) }
        #expect(isRefused.withLock { $0 } == true)
        // What does not belong to the job is written.
        _ = try await community.add(Made.post("besides"), key: nil, at: 3)
        #expect(try await community.posts(before: nil, limit: 9).map(\.message) == ["besides", "in time"])
        while following.figures.lostLeases == 0 { try await Task.sleep(for: .milliseconds(20)) }
        job.cancel()
        await server.close()
    }

    @Test func `figures tell what the server did and what the host says`() async throws {
        let server = try await Joined(place), community = server.community, following = server.following
        let before = following.figures.writer
        following.begin { _ in }
        _ = try await community.add(Made.post("hello"), key: nil, at: 1)
        try await following.catchUp()
        while following.figures.host == nil { try await Task.sleep(for: .milliseconds(5)) }
        let figures = following.figures
        #expect(figures.writer.writes == before.writes + 1 && figures.catchUps == 1 && figures.failedCatchUps == 0)
        #expect(figures.writer.commits.counts.reduce(0, +) > 0 && figures.writer.inDoubt == 0)
        #expect(figures.liveServers >= 1 && figures.connections >= 4)
        #expect(figures.host?.isStandby == false && figures.clockOffset.map { abs($0 / .seconds(1)) < 60 } == true)
        await server.close()
    }

    /// The community's changes come by themselves.
    private func eventuallyHeard(_ change: PlaceChange, _ heard: borrowing Mutex<Set<PlaceChange>>) async throws -> Bool
    {
        for _ in 0..<3000 {
            if heard.withLock({ $0.contains(change) }) { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }
}

/// A value that several tasks share. A class because their closures outlive a local `Mutex`.
private final class Recorded<Value: Sendable>: Sendable {
    private let value: Mutex<Value>

    init(_ value: Value) { self.value = Mutex(value) }

    @discardableResult
    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { value.withLock { body(&$0) } }
}

extension Made {
    fileprivate static func game() throws -> SharedGame {
        var generator = SystemRandomNumberGenerator()
        return SharedGame(
            code: GameCode(using: &generator),
            court: try #require(Court(width: 300, length: 700, resistance: 900, angularDamping: 700)), first: .orange,
            turnSeconds: 40, secrets: [.blue: TokenDigest(bytes: Array(repeating: 1, count: 32))], changed: 10)
    }

    fileprivate static func circle(of owner: AccountID) throws -> Circle {
        Circle(id: id(), kind: .group, owner: owner, name: "Tour", ends: .max, members: [owner: .exact])
    }
}
