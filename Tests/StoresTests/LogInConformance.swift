import Community
import Fairness
import Foundation
import GeoCore
import Passkeys
import Stores
import TestSupport
import Testing

/// What every store of log-ins does.
@Suite struct LogInConformance {
    /// Two servers' views of one place; of a store in memory there is one.
    private struct Place {
        let here: any LogInStore, there: any LogInStore

        init(_ kind: LogInKind, most: Int = 100) throws {
            switch kind {
            case .memory:
                let store = LocalLogIns(attemptsPerMinute: 6, most: most)
                (here, there) = (store, store)
            case .postgres:
                let server = try #require(TestPostgres.server)
                let place = try SQLiteStore(server, tenant: UUID().uuidString)
                // So early that only what a test removes is removed.
                let clock: @Sendable () -> Timestamp = { LogInConformance.start - 1_000_000 }
                here = try PostgresLogIns(server, of: place, attemptsPerMinute: 6, most: most, now: clock)
                there = try PostgresLogIns(server, of: place, attemptsPerMinute: 6, most: most, now: clock)
            }
        }

        func challenge(_ number: Int, at time: Timestamp = start) async throws -> (Challenge, [UInt8]) {
            let key = try await here.challengeKey()
            var generator = SeededGenerator(seed: UInt64(number))
            return (ChallengeSeal(key: key).challenge(for: [], at: time, using: &generator), key)
        }
    }

    enum LogInKind: CaseIterable {
        case memory
        case postgres

        static var tested: [Self] { allCases.filter { $0 == .memory || TestPostgres.server != nil } }
    }

    private static let start: Timestamp = 1_790_000_000_000

    @Test(arguments: LogInKind.tested)
    func `all servers have one key, and other places have others`(kind: LogInKind) async throws {
        let place = try Place(kind), key = try await place.here.challengeKey()
        #expect(key.count == 32)
        #expect(try await place.there.challengeKey() == key)
        #expect(try await place.here.challengeKey() == key)
        #expect(try await Place(kind).here.challengeKey() != key)
    }

    @Test(arguments: LogInKind.tested)
    func `a challenge is used once, at whatever server`(kind: LogInKind) async throws {
        let place = try Place(kind), (challenge, key) = try await place.challenge(1)
        #expect(try await place.here.use(challenge, issued: Self.start, sealedWith: key, at: Self.start))
        for server in [place.there, place.here] {
            #expect(try await !server.use(challenge, issued: Self.start, sealedWith: key, at: Self.start))
        }
    }

    @Test(arguments: LogInKind.tested)
    func `of many who use a challenge at once, one succeeds`(kind: LogInKind) async throws {
        let place = try Place(kind)
        for number in 0..<10 {
            let (challenge, key) = try await place.challenge(number)
            let uses = try await withThrowingTaskGroup { group in
                for server in [place.here, place.there, place.here, place.there] {
                    group.addTask {
                        try await server.use(challenge, issued: Self.start, sealedWith: key, at: Self.start)
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(uses == 1)
        }
    }

    @Test(arguments: LogInKind.tested)
    func `a challenge with another key is refused`(kind: LogInKind) async throws {
        let place = try Place(kind), (challenge, key) = try await place.challenge(1)
        let other = key.map { $0 ^ 1 }
        #expect(try await !place.here.use(challenge, issued: Self.start, sealedWith: other, at: Self.start))
        #expect(try await place.here.use(challenge, issued: Self.start, sealedWith: key, at: Self.start))
    }

    @Test(arguments: LogInKind.tested)
    func `a flood of used challenges fills nothing, and none of them works again`(kind: LogInKind) async throws {
        let place = try Place(kind, most: 5)
        var used: [Challenge] = [], key: [UInt8] = []
        for number in 0..<20 {
            let challenge: Challenge
            (challenge, key) = try await place.challenge(number, at: Self.start + Int64(number))
            #expect(
                try await place.here.use(
                    challenge, issued: Self.start + Int64(number), sealedWith: key, at: Self.start + 20))
            used.append(challenge)
        }
        try await (place.here as? PostgresLogIns)?.removeOld(at: Self.start + 20)
        if let store = place.here as? PostgresLogIns { #expect(try await store.knownChallenges() == 5) }
        for (number, challenge) in used.enumerated() {
            let time = Self.start + Int64(number)
            #expect(try await !place.there.use(challenge, issued: time, sealedWith: key, at: Self.start + 20))
        }
        // Who was issued one before those that are forgotten asks for a new one.
        let (early, _) = try await place.challenge(30, at: Self.start + 3)
        let (late, _) = try await place.challenge(31, at: Self.start + 19)
        #expect(try await !place.here.use(early, issued: Self.start + 3, sealedWith: key, at: Self.start + 20))
        #expect(try await place.here.use(late, issued: Self.start + 19, sealedWith: key, at: Self.start + 20))
    }

    @Test(arguments: LogInKind.tested)
    func `what has expired is forgotten, and does not work again`(kind: LogInKind) async throws {
        let place = try Place(kind), (challenge, key) = try await place.challenge(1)
        #expect(try await place.here.use(challenge, issued: Self.start, sealedWith: key, at: Self.start))
        let later = Self.start + 600_001, (next, _) = try await place.challenge(2, at: later)
        #expect(try await place.here.use(next, issued: later, sealedWith: key, at: later))
        if let store = place.here as? PostgresLogIns {
            try await store.removeOld(at: later)
            #expect(try await store.knownChallenges() == 1)
        }
        // The clock has gone back.
        #expect(try await !place.there.use(challenge, issued: Self.start, sealedWith: key, at: Self.start))
    }

    // MARK: Attempts

    /// Takes attempts at both servers in turn; returns how many there were of `count`.
    private func attempts(
        _ count: Int, of network: Network, at time: Timestamp = start, _ place: Place
    ) async throws -> Int {
        var taken = 0
        for number in 0..<count {
            let server = number.isMultiple(of: 2) ? place.here : place.there
            guard let wait = try await server.takeAttempt(of: network, at: time) else {
                taken += 1
                continue
            }
            #expect(wait > 0 && wait <= 10)
        }
        return taken
    }

    private func network(_ block: UInt32, _ number: UInt32) -> Network { Network(ipv4: block << 8 | number) }

    @Test(arguments: LogInKind.tested)
    func `all servers together give a network its attempts, and a block four times as many`(
        kind: LogInKind
    ) async throws {
        let place = try Place(kind)
        for number in UInt32(1)...4 {
            #expect(try await attempts(20, of: network(7, number), place) == 12)
            // More than is left takes nothing from the neighbours.
            #expect(try await attempts(50, of: network(7, number), place) == 0)
        }
        #expect(try await attempts(3, of: network(7, 5), place) == 0)
        #expect(try await attempts(13, of: network(8, 5), place) == 12)
        #expect(try await attempts(13, of: Network(ipv6: 0x2001_0db8_0000_0001), place) == 12)
        #expect(try await attempts(13, of: Network(ipv6: 0x2001_0db8_0000_0002), place) == 12)
    }

    @Test(.enabled(if: TestPostgres.server != nil)) func `attempts come back with the time`() async throws {
        let place = try Place(.postgres), store = try #require(place.here as? PostgresLogIns)
        for number in UInt32(1)...4 { #expect(try await attempts(12, of: network(7, number), place) == 12) }
        // What the block refuses is not lost.
        #expect(try await attempts(20, of: network(7, 5), place) == 0)
        #expect(try await attempts(20, of: network(7, 1), at: Self.start + 9_999, place) == 0)
        #expect(try await attempts(20, of: network(7, 1), at: Self.start + 10_000, place) == 1)
        #expect(try await attempts(20, of: network(7, 5), at: Self.start + 30_000, place) == 11)
        try await store.removeOld(at: Self.start + 150_000)
        #expect(try await attempts(20, of: network(7, 1), at: Self.start + 150_000, place) == 12)
        // After the clock went back, nobody is locked out.
        #expect(try await attempts(20, of: network(7, 1), at: Self.start - 900_000, place) == 12)
    }

    @Test(.enabled(if: TestPostgres.server != nil)) func `of many at once, no more succeed`() async throws {
        let place = try Place(.postgres), network = network(9, 1)
        let taken = try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                let server = number.isMultiple(of: 2) ? place.here : place.there
                group.addTask { try await server.takeAttempt(of: network, at: Self.start) == nil }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(taken == 12)
    }

    @Test(.enabled(if: TestPostgres.server != nil)) func `nobody logs in while nothing counts`() async throws {
        let address = try #require(ProcessInfo.processInfo.environment["HEREABOUTS_TEST_POSTGRES"])
        let server = try PostgresServer(address)
        let store = try PostgresLogIns(
            server, of: SQLiteStore(server, tenant: UUID().uuidString), attemptsPerMinute: 6, now: { Self.start })
        store.close()
        server.close()
        await #expect(throws: CommunityFault.busy) { try await store.challengeKey() }
        await #expect(throws: CommunityFault.busy) {
            try await store.takeAttempt(of: network(1, 1), at: Self.start)
        }
    }
}
