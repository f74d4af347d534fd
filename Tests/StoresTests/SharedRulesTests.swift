import Community
import Foundation
import GeoCore
import Presence
import Stores
import Synchronization
import TestSupport
import Testing

/// Rules that look first and write then hold for two servers of one place together.
@Suite(.enabled(if: TestPostgres.server != nil)) struct SharedRulesTests {
    private static let now: Timestamp = 1_790_000_000_000

    /// One of the servers.
    private struct Server {
        let postgres: PostgresServer
        let community: SQLiteStore
        let membership: PostgresMembership
        let following: PostgresFollowing
        let service: PresenceService
        let accounts: Accounts

        init(_ place: String) async throws {
            postgres = try PostgresServer(
                #require(ProcessInfo.processInfo.environment["HEREABOUTS_TEST_POSTGRES"]))
            community = try SQLiteStore(postgres, tenant: place)
            let presence = try SQLitePresenceStore(postgres, tenant: place)
            membership = try await PostgresMembership(postgres, version: "1")
            following = PostgresFollowing(membership, of: community)
            var limits = AccountLimits()
            limits.circles = 5
            let service = PresenceService(
                store: presence, keys: try SQLiteKeyStore(#require(TestPostgres.keys), tenant: place),
                places: Nowhere(), leastContributors: 20, limits: limits, work: WorkInPlace(), following: following,
                now: { SharedRulesTests.now }, localMinutes: { $0 / 60_000 })
            self.service = service
            accounts = Accounts(
                store: community, hasher: PasswordHasher(cost: .init(logRounds: 2, parallelism: 1)),
                now: { SharedRulesTests.now })
            following.begin { try await service.take($0) }
        }

        func close() async {
            await following.close()
            await membership.close()
            postgres.close()
        }

        /// Chooses a pseudonym; returns whether it was free.
        func choose(_ pseudonym: String, for person: AccountID) async throws -> Bool {
            var sharing = Sharing()
            sharing.pseudonym = pseudonym
            do {
                try await service.share(sharing, at: 0, by: person, isTaken: accounts.isTaken)
                return true
            } catch CommunityFault.nameTaken {
                return false
            } catch CommunityFault.busy {
                // On a slow machine the others take too long.
                return try await choose(pseudonym, for: person)
            }
        }

        /// Registers an account; returns whether its name was free.
        func register(_ name: String) async throws -> Bool {
            do {
                _ = try await accounts.register(
                    name: name, password: "correct horse", kind: .page, label: "test",
                    holdingName: { try await service.people.take($0, $1) })
                return true
            } catch CommunityFault.nameTaken {
                return false
            } catch CommunityFault.busy {
                return try await register(name)
            }
        }
    }

    private struct Nowhere: PlaceFinding {
        func place(at point: PointE7) -> PlaceKey? { nil }
    }

    /// Runs `body` beside two servers of a new place.
    private func beside(_ body: (_ here: Server, _ there: Server) async throws -> Void) async throws {
        let place = UUID().uuidString
        let (here, there) = (try await Server(place), try await Server(place))
        do {
            try await body(here, there)
        } catch {
            await here.close()
            await there.close()
            throw error
        }
        await here.close()
        await there.close()
    }

    @Test func `one holder has a claim, until it gives it up`() async throws {
        try await beside { here, there in
            let person: AccountID = Made.id()
            var outcomes: [Bool] = []
            outcomes.append(try await here.following.claim(.access(person), for: 1))
            outcomes.append(try await there.following.claim(.access(person), for: 2))
            // An answer may have been lost.
            outcomes.append(try await here.following.claim(.access(person), for: 1))
            outcomes.append(try await there.following.claim(.circles(person), for: 2))
            await there.following.release(.access(person), by: 2)
            outcomes.append(try await there.following.claim(.access(person), for: 2))
            await here.following.release(.access(person), by: 1)
            outcomes.append(try await there.following.claim(.access(person), for: 2))
            #expect(outcomes == [true, false, true, true, false, true])
        }
    }

    /// Counts who works at the same time. A class because tasks share it.
    private final class Work: Sendable {
        private let counts = Mutex((now: 0, most: 0))

        var most: Int { counts.withLock { $0.most } }

        func begin() {
            counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
        }

        func end() { counts.withLock { $0.now -= 1 } }
    }

    @Test func `work alone is done by one server at a time, and is not refused`() async throws {
        try await beside { here, there in
            let work = Work(), person: AccountID = Made.id()
            try await withThrowingTaskGroup { group in
                for server in [here, there, here, there] {
                    group.addTask {
                        for _ in 0..<5 {
                            try await server.following.alone(with: .access(person)) {
                                work.begin()
                                await Task.yield()
                                work.end()
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(work.most == 1)
        }
    }

    @Test func `of people who choose one pseudonym at two servers at once, one gets it at most`() async throws {
        try await beside { here, there in
            for round in 0..<8 {
                async let mine = here.choose("Fox\(round)", for: Made.id())
                async let others = there.choose("fox\(round)", for: Made.id())
                let (first, second) = try await (mine, others)
                #expect(!(first && second))
                // Afterwards it is taken at both, or free for the next.
                let again = try await there.choose("FOX\(round)", for: Made.id())
                #expect(again != (first || second))
                #expect(try await !here.choose("FOX\(round)", for: Made.id()))
            }
        }
    }

    @Test func `a name that becomes a pseudonym and an account at once becomes one of them at most`() async throws {
        try await beside { here, there in
            for round in 0..<8 {
                let name = "Owl\(round)"
                async let mine = here.choose(name, for: Made.id())
                async let others = there.register(name)
                let (first, second) = try await (mine, others)
                #expect(!(first && second))
                if !first, !second { #expect(try await here.register(name)) }
                #expect(try await !there.choose(name, for: Made.id()))
                #expect(try await !there.register(name))
            }
        }
    }

    @Test func `of accounts with one name that register at two servers at once, one is added`() async throws {
        try await beside { here, there in
            for round in 0..<8 {
                async let mine = added("Heron\(round)", at: here)
                async let others = added("heron\(round)", at: there)
                let outcomes = try await [mine, others]
                #expect(outcomes[0] != outcomes[1])
            }
        }
    }

    /// Adds an account without holding its name; returns whether the store had none.
    private func added(_ name: String, at server: Server) async throws -> Bool {
        do {
            _ = try await server.accounts.register(name: name, password: "correct horse")
            return true
        } catch CommunityFault.nameTaken {
            return false
        }
    }

    @Test func `two operators who take each other's role at once leave one`() async throws {
        try await beside { here, there in
            let anna = try await here.accounts.register(name: "anna", password: "correct horse", role: .operator)
            let ben = try await here.accounts.register(name: "ben", password: "correct horse", role: .operator)
            for _ in 0..<8 {
                async let mine = demoted(anna.id, at: here)
                async let others = demoted(ben.id, at: there)
                let outcomes = try await [mine, others]
                #expect(outcomes[0] != outcomes[1])
                for id in [anna.id, ben.id] { _ = try await here.accounts.setRole(of: id, to: .operator) }
            }
        }
    }

    private func demoted(_ account: AccountID, at server: Server) async throws -> Bool {
        do {
            _ = try await server.accounts.setRole(of: account, to: .user)
            return true
        } catch CommunityFault.lastOperator {
            return false
        }
    }

    @Test func `nobody has more groups than the limit, though two servers begin them at once`() async throws {
        try await beside { here, there in
            let person: AccountID = Made.id()
            let begun = try await withThrowingTaskGroup { group in
                for number in 0..<10 {
                    let people = (number.isMultiple(of: 2) ? here : there).service.people
                    group.addTask {
                        while true {
                            do {
                                _ = try await people.begin(
                                    .group, named: "Tour", .exact, until: Self.now + 3_600_000, by: person)
                                return 1
                            } catch CommunityFault.quotaReached {
                                return 0
                            } catch CommunityFault.busy {
                                // On a slow machine the others take too long.
                            }
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(begun == 5)
            try await here.following.catchUp()
            #expect(try await here.service.people.circles.circles(of: person).count == 5)
        }
    }

    @Test func `a person's pauses between reports on queues hold at both servers`() async throws {
        try await beside { here, there in
            let person: AccountID = Made.id(), cafe = PlaceKey(rawValue: 7)
            async let mine = reported(cafe, by: person, at: here)
            async let others = reported(cafe, by: person, at: there)
            let outcomes = try await [mine, others]
            #expect(outcomes[0] != outcomes[1])
            #expect(try await !reported(cafe, by: person, at: here))
            #expect(try await !reported(cafe, by: person, at: there))
            #expect(try await reported(cafe, by: Made.id(), at: there))
            // Twelve in an hour, wherever.
            for number in 1..<12 {
                #expect(try await reported(PlaceKey(rawValue: Int64(100 + number)), by: person, at: here))
            }
            #expect(try await !reported(PlaceKey(rawValue: 200), by: person, at: there))
            // A repeated request is not refused.
            let key = "0123456789abcdef", ben: AccountID = Made.id()
            for server in [here, there] {
                #expect(try await reported(PlaceKey(rawValue: 300), by: ben, at: server, key: key))
            }
        }
    }

    private func reported(
        _ place: PlaceKey, by person: AccountID, at server: Server, key: String? = nil
    ) async throws -> Bool {
        do {
            try await server.service.queues.report(
                3, at: place, by: person, metres: nil, key: key, written: key == nil ? nil : Self.now)
            return true
        } catch is QueueFault {
            return false
        }
    }
}
