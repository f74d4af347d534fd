import Community
import Foundation
import GeoCore
import Presence
import Stores
import Synchronization
import TestSupport
import Testing

/// What every store of presence does, tried on each of them.
@Suite(.checksStatements) struct PresenceConformance {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case memory, sqlite, postgres

        static var allCases: [Self] {
            TestPostgres.server == nil ? [.memory, .sqlite] : [.memory, .sqlite, .postgres]
        }

        var testDescription: String { rawValue }

        func make() throws -> (store: any PresenceStore, keys: any PersonKeyStore, folder: TemporaryFolder) {
            let folder = try TemporaryFolder()
            switch self {
            case .memory: return (MemoryPresenceStore(), MemoryPresenceStore(), folder)
            case .sqlite:
                return (
                    try SQLitePresenceStore(path: folder.file("presence.sqlite")),
                    try SQLiteKeyStore(path: folder.file("keys.sqlite")), folder
                )
            case .postgres:
                let server = try #require(TestPostgres.server), place = UUID().uuidString
                let keys = try #require(TestPostgres.keys)
                return (
                    try SQLitePresenceStore(server, tenant: place), try SQLiteKeyStore(keys, tenant: place), folder
                )
            }
        }
    }

    private static func device(of person: AccountID, _ token: String) -> Device {
        Device(
            id: Made.id(), person: person, kind: .ownTracks, name: "Änne's", token: Token(text: token).digest,
            created: 7)
    }

    @Test(arguments: Kind.allCases)
    func `pieces come back in order, whole or not at all, and none takes another's number`(kind: Kind) async throws {
        let (store, _, folder) = try kind.make()
        let (anna, ben): (AccountID, AccountID) = (Made.id(), Made.id())
        #expect(try await store.last(of: anna) == nil)
        let pieces = [(5, 2), (4, 1), (5, 3)].map {
            SealedHour(hour: Int64($0.0), number: Int64($0.1), key: -7, sealed: [UInt8($0.1), 0, 255])
        }
        try await store.add(pieces, of: anna)
        try await store.add([SealedHour(hour: 5, number: 1, key: 1, sealed: [])], of: ben)
        #expect(try await store.hours(of: anna, in: 0...9) == [pieces[1], pieces[0], pieces[2]])
        #expect(try await store.hours(of: anna, in: 5...5) == [pieces[0], pieces[2]])
        let last = try #require(try await store.last(of: anna))
        #expect(last.number == 3 && last.hour == 5)
        await #expect(throws: CommunityFault.keyUsed) {
            try await store.add([SealedHour(hour: 6, number: 9, key: 1, sealed: []), pieces[0]], of: anna)
        }
        #expect(try await store.hours(of: anna, in: 6...6).isEmpty)
        #expect(try await store.piecedHours(of: anna, before: 4).isEmpty)
        #expect(try await !store.piecedHours(of: anna, before: 5).contains(5))
        #expect(try await store.piecedHours(of: anna, before: 6).contains(5))
        let united = SealedHour(hour: 5, number: 4, key: .max, sealed: [9])
        try await store.replace([2, 3], of: anna, by: united)
        #expect(try await store.hours(of: anna, in: 5...5) == [united])
        await #expect(throws: CommunityFault.notFound) { try await store.replace([2], of: anna, by: united) }
        #expect(try await !store.piecedHours(of: anna, before: 6).contains(5))
        #expect(try await store.people(after: nil, limit: 9) == [anna, ben].sorted())
        #expect(try await store.people(after: [anna, ben].sorted()[0], limit: 9).count == 1)
        try await store.removeHours(of: anna, before: 5)
        #expect(try await store.hours(of: anna, in: 0...9) == [united])
        #expect(try await store.hours(of: ben, in: 0...9).count == 1)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Kind.allCases)
    func `a person's usage is stored with their positions, and removed with them`(kind: Kind) async throws {
        let (store, _, folder) = try kind.make()
        let (anna, ben): (AccountID, AccountID) = (Made.id(), Made.id())
        let piece = SealedHour(hour: 3, number: 1, key: 1, sealed: Array(repeating: 0, count: 46 + 26 * 700))
        let use = PositionUse(day: 9, reported: 3, added: 4, leftOut: 5)
        try await store.add([piece], of: anna, use: use)
        await #expect(throws: CommunityFault.keyUsed) {
            try await store.add([piece], of: anna, use: PositionUse(day: 10))
        }
        #expect(try await store.use(of: anna) == use)
        #expect(try await store.use(of: ben) == nil)
        try await store.add(
            [SealedHour(hour: 3, number: 2, key: 1, sealed: [1])], of: anna, use: PositionUse(day: 10))
        #expect(try await store.use(of: anna) == PositionUse(day: 10))
        #expect(try await store.countPositions(of: anna) == 701)
        #expect(try await store.countPositions(of: ben) == 0)
        // A report that is under way while somebody leaves may come after their devices are gone.
        try await store.forget(anna)
        try await store.removeHours(of: anna, before: .max)
        #expect(try await store.use(of: anna) == PositionUse(day: 10))
        // Numbers may start again, or go on.
        let next = try await store.last(of: anna)?.number ?? 0
        try await store.add([SealedHour(hour: 3, number: next + 1, key: 1, sealed: [1])], of: anna, use: use)
        try await store.add([piece], of: ben, use: use)
        try await store.removeAll(of: anna)
        #expect(try await store.use(of: anna) == nil)
        #expect(try await store.hours(of: anna, in: 0...9).isEmpty)
        #expect(try await store.use(of: ben) == use)
        #expect(try await store.hours(of: ben, in: 0...9).count == 1)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Kind.allCases)
    func `a part of hours ends with the hour that makes it large enough, from either end`(kind: Kind) async throws {
        let (store, _, folder) = try kind.make()
        let anna: AccountID = Made.id()
        #expect(try await store.part(of: anna, in: 0...9, from: .oldest, bytes: 10) == nil)
        let pieces = [(3, 1), (3, 2), (5, 3), (7, 4)].map {
            SealedHour(
                hour: Int64($0.0), number: Int64($0.1), key: 1, sealed: Array(repeating: 0, count: 1000))
        }
        try await store.add(pieces, of: anna)
        #expect(try await store.part(of: anna, in: 0...9, from: .oldest, bytes: 1) == 0...3)
        #expect(try await store.part(of: anna, in: 0...9, from: .oldest, bytes: 2000) == 0...3)
        #expect(try await store.part(of: anna, in: 0...9, from: .oldest, bytes: 2001) == 0...5)
        #expect(try await store.part(of: anna, in: 0...9, from: .oldest, bytes: 9000) == 0...9)
        #expect(try await store.part(of: anna, in: 0...9, from: .newest, bytes: 1) == 7...9)
        #expect(try await store.part(of: anna, in: 0...9, from: .newest, bytes: 1001) == 5...9)
        #expect(try await store.part(of: anna, in: 0...9, from: .newest, bytes: 9000) == 0...9)
        #expect(try await store.part(of: anna, in: 4...6, from: .newest, bytes: 1) == 4...6)
        #expect(try await store.part(of: anna, in: 8...9, from: .oldest, bytes: 0) == nil)
        // Small ones lie elsewhere at first.
        try await store.add([SealedHour(hour: 8, number: 5, key: 1, sealed: [1])], of: anna)
        let newest = try #require(try await store.part(of: anna, in: 0...9, from: .newest, bytes: 1))
        #expect(newest.upperBound == 9 && (7...8).contains(newest.lowerBound))
        #expect(try await store.part(of: anna, in: 8...9, from: .oldest, bytes: 1) == 8...9)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Kind.allCases)
    func `visits are kept by day, each day as it was written last, until all of them go`(kind: Kind) async throws {
        let (store, _, folder) = try kind.make()
        let (anna, ben): (AccountID, AccountID) = (Made.id(), Made.id())
        let rows = [7, 3, 5].map { SealedVisits(day: $0, key: -$0, sealed: [UInt8($0), 0, 255]) }
        try await store.keep(rows, of: anna)
        try await store.keep([rows[0]], of: ben)
        #expect(try await store.visits(of: anna, in: 0...9) == [rows[1], rows[2], rows[0]])
        #expect(try await store.visits(of: anna, in: 4...5) == [rows[2]])
        let other = SealedVisits(day: 5, key: .max, sealed: [])
        try await store.keep([other], of: anna)
        #expect(try await store.visits(of: anna, in: 0...9) == [rows[1], other, rows[0]])
        try await store.removeVisits(of: anna)
        #expect(try await store.visits(of: anna, in: 0...9).isEmpty)
        #expect(try await store.visits(of: ben, in: 7...7) == [rows[0]])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Kind.allCases)
    func `a device is found by its token until it is removed, by its owner`(kind: Kind) async throws {
        let (store, _, folder) = try kind.make()
        let (anna, ben): (AccountID, AccountID) = (Made.id(), Made.id())
        let devices = (0..<20).map { Self.device(of: anna, "anna \($0)") }
        for device in devices { try await store.add(device, atMost: 20) }
        await #expect(throws: Device.tooMany(20)) { try await store.add(Self.device(of: anna, "more"), atMost: 20) }
        let other = Self.device(of: ben, "ben")
        try await store.add(other, atMost: 20)
        #expect(try await store.device(Token(text: "anna 3").digest) == devices[3])
        #expect(try await store.device(Token(text: "anna").digest) == nil)
        #expect(try await store.devices(of: anna) == devices.sorted { $0.id < $1.id })
        await #expect(throws: CommunityFault.notFound) { try await store.remove(devices[3].id, of: ben) }
        try await store.remove(devices[3].id, of: anna)
        #expect(try await store.device(Token(text: "anna 3").digest) == nil)
        try await store.removeDevices(of: anna, but: [devices[4].id, other.id])
        #expect(try await store.devices(of: anna) == [devices[4]])
        #expect(try await store.devices(of: ben) == [other])
        try await store.removeDevices(of: anna, but: [])
        try await store.forget(anna)
        #expect(try await store.devices(of: anna).isEmpty)
        #expect(try await store.devices(of: ben) == [other])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Kind.allCases)
    func `a person's sharing changes from one revision to the next`(kind: Kind) async throws {
        let (store, _, folder) = try kind.make()
        let (anna, ben): (AccountID, AccountID) = (Made.id(), Made.id())
        #expect(try await store.sharing(of: anna) == nil)
        let first = SealedSharing(revision: 1, key: .min, sealed: [1, 2])
        await #expect(throws: CommunityFault.changedMeanwhile(current: 0)) {
            try await store.setSharing(SealedSharing(revision: 2, key: 1, sealed: []), of: anna)
        }
        try await store.setSharing(first, of: anna)
        await #expect(throws: CommunityFault.changedMeanwhile(current: 1)) {
            try await store.setSharing(first, of: anna)
        }
        #expect(try await store.sharing(of: anna) == first)
        try await store.setSharing(SealedSharing(revision: 2, key: 2, sealed: [3]), of: anna)
        try await store.setSharing(first, of: ben)
        #expect(try await store.sharers(after: nil, limit: 9) == [anna, ben].sorted())
        try await store.forgetSharing(of: anna)
        #expect(try await store.sharers(after: nil, limit: 9) == [ben])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Kind.allCases)
    func `two people are friends once both want to be`(kind: Kind) async throws {
        let (store, _, folder) = try kind.make()
        let (anna, ben, cleo): (AccountID, AccountID, AccountID) = (Made.id(), Made.id(), Made.id())
        try await store.ask(ben, of: anna, atMost: 500, at: 1)
        try await store.ask(ben, of: anna, atMost: 500, at: 2)
        #expect(try await store.friendships(of: anna) == [Friendship(other: ben, state: .asked)])
        #expect(try await store.friendships(of: ben) == [Friendship(other: anna, state: .wanted)])
        try await store.ask(anna, of: ben, atMost: 500, at: 3)
        try await store.ask(anna, of: cleo, atMost: 500, at: 3)
        let expected = [Friendship(other: ben, state: .mutual), Friendship(other: cleo, state: .wanted)]
        #expect(try await store.friendships(of: anna) == expected.sorted { $0.other < $1.other })
        try await store.part(anna, from: ben)
        #expect(try await store.friendships(of: ben).isEmpty)
        try await store.forgetFriends(of: anna)
        #expect(try await store.friendships(of: cleo).isEmpty)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Kind.allCases)
    func `circles have members until they go`(kind: Kind) async throws {
        let (store, _, folder) = try kind.make()
        let (anna, ben): (AccountID, AccountID) = (Made.id(), Made.id())
        var group = Circle(
            id: Made.id(), kind: .group, owner: anna, name: "Café", ends: 9, members: [anna: .approximate])
        let link = Circle(id: Made.id(), kind: .link, owner: ben, name: "", ends: .max, members: [ben: .exact])
        try await store.add(group)
        try await store.add(link)
        #expect(try await store.circles() == [group, link].sorted { $0.id < $1.id })
        for precision in [Sharing.Precision.approximate, .exact] {
            try await store.setMember(ben, precision, of: group.id)
            group.members[ben] = precision
            #expect(try await store.circles().first { $0.id == group.id } == group)
        }
        try await store.renew(group.id)
        try await store.renew(Made.id())
        group.renewals = 1
        #expect(try await store.circles() == [group, link].sorted { $0.id < $1.id })
        try await store.removeMember(anna, of: group.id)
        try await store.removeMember(anna, of: group.id)
        group.members[anna] = nil
        #expect(try await store.circles().first { $0.id == group.id } == group)
        try await store.removeCircles(endedBy: 8)
        #expect(try await store.circles().count == 2)
        try await store.removeCircles(endedBy: 9)
        #expect(try await store.circles() == [link])
        try await store.removeCircles([group.id, group.id])
        await #expect(throws: CommunityFault.notFound) { try await store.setMember(anna, .exact, of: group.id) }
        #expect(try await store.circles() == [link])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Kind.allCases)
    func `a key is made once, and destroyed for good`(kind: Kind) async throws {
        let (_, keys, folder) = try kind.make()
        let (anna, ben): (AccountID, AccountID) = (Made.id(), Made.id())
        var generator = SeededGenerator(seed: 3)
        let first = PersonKey(using: &generator), second = PersonKey(using: &generator)
        for purpose in KeyPurpose.allCases {
            #expect(try await keys.key(of: anna, for: purpose) == nil)
            #expect(try await keys.key(of: anna, for: purpose, orMake: first) == first)
            #expect(try await keys.key(of: anna, for: purpose, orMake: second) == first)
            #expect(try await keys.key(of: ben, for: purpose, orMake: second) == second)
        }
        try await keys.destroyKey(of: anna, for: .positions)
        #expect(try await keys.key(of: anna, for: .positions) == nil)
        #expect(try await keys.key(of: anna, for: .sharing) == first)
        #expect(try await keys.key(of: ben, for: .positions) == second)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Kind.allCases)
    func `people are counted once in an hour, and four times on a day at most`(kind: Kind) async throws {
        let (store, keys, folder) = try kind.make()
        let token = { [UInt8](repeating: $0, count: 16) }
        let one = { (place: Int64, hour: Int64, who: UInt8) in
            Contribution(place: PlaceKey(rawValue: place), hour: hour, token: token(who))
        }
        let all = try await store.replace([], by: [one(1, 5, 1), one(1, 5, 1), one(3, 5, 1)])
        #expect(all.removed.isEmpty && all.added == [one(1, 5, 1), one(3, 5, 1)])
        let other = try await store.replace(
            [one(3, 5, 1), one(1, 5, 2)], by: [one(-2, 5, 1), one(1, 6, 1), one(1, 7, 1), one(1, 8, 1), one(1, 5, 2)])
        #expect(other.removed == [one(3, 5, 1)])
        #expect(other.added == [one(-2, 5, 1), one(1, 6, 1), one(1, 7, 1), one(1, 5, 2)])
        let counts = { (hour: Int64) in
            Set(try await store.hourCounts(from: hour).map { [$0.place.rawValue, $0.hour, Int64($0.people)] })
        }
        #expect(try await counts(0) == [[1, 5, 2], [-2, 5, 1], [1, 6, 1], [1, 7, 1]])
        #expect(try await counts(6) == [[1, 6, 1], [1, 7, 1]])
        _ = try await store.removeContributions(of: [token(1), token(9)], from: 6)
        #expect(try await counts(0) == [[1, 5, 2], [-2, 5, 1]])
        try await store.unlinkContributions(in: 5)
        // They are as many, and nobody's any more.
        #expect(try await store.removeContributions(of: [token(1), token(2)], from: 0).isEmpty)
        #expect(try await counts(0) == [[1, 5, 2], [-2, 5, 1]])
        try await store.removeContributions(before: 6)
        #expect(try await counts(0).isEmpty)
        var generator = SeededGenerator(seed: 4)
        let key = PersonKey(using: &generator)
        #expect(try await keys.statisticsKey(orMake: key) == key)
        #expect(try await keys.statisticsKey(orMake: PersonKey(using: &generator)) == key)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Kind.allCases)
    func `queue reports come back in the order of times until they are too old`(kind: Kind) async throws {
        let (store, _, folder) = try kind.make()
        let reports = [(3, 30), (1, 10), (2, 20)].map {
            QueueReport(place: PlaceKey(rawValue: -$0.0), time: Int64($0.1), minutes: Int($0.0))
        }
        for report in reports { try await store.add(report, key: nil, at: 40) }
        #expect(try await store.queueReports(from: 11).map(\.time) == [20, 30])
        try await store.removeQueueReports(before: 20)
        #expect(try await store.queueReports(from: 0) == [reports[2], reports[0]])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Kind.allCases)
    func `a queue report with a key is kept once, and nothing stored names its writer`(kind: Kind) async throws {
        let (store, _, folder) = try kind.make()
        let clock = Mutex<Timestamp>(1_000), person: AccountID = Made.id()
        let queues = { Queues(store: store, now: { clock.withLock { $0 } }, localMinutes: { $0 / 60_000 }) }
        let report = { (queues: Queues) in
            try await queues.report(
                3, at: PlaceKey(rawValue: 7), by: person, metres: 0, key: "0123456789abcdef", written: 1_000)
        }
        #expect(try await !report(queues()))
        clock.withLock { $0 += 26 * 3_600_000 }
        #expect(try await report(queues()))
        #expect(try await store.queueReports(from: 0).count == 1)
        for name in try folder.names() {
            let bytes = try Data(folder.bytes(name))
            for secret in [Data(person.bytes), Data("0123456789abcdef".utf8)] {
                #expect(bytes.range(of: secret) == nil, "\(name)")
            }
        }
        try await store.forgetQueueKeys(at: 2 * UTCDay.milliseconds + IdempotencyKey.memory, beyond: 9)
        #expect(try await report(queues()))
        #expect(try await store.queueReports(from: 0).count == 2)
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: Kind.allCases)
    func `the first grid of home areas stays`(kind: Kind) async throws {
        let (store, _, folder) = try kind.make()
        #expect(try await store.homeGrid() == nil)
        let tile = try #require(TileID(zoom: 10, x: 3, y: 4))
        let grid = HomeGrid(divided: [tile: 9])
        #expect(try await store.keep(grid) == grid)
        #expect(try await store.keep(HomeGrid(divided: [:])) == grid)
        #expect(try await store.homeGrid() == grid)
        withExtendedLifetime(folder) {}
    }
}
