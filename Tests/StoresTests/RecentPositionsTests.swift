import Community
import GRDB
import GeoCore
import Presence
import Stores
import TestSupport
import Testing

/// Recent positions are stored apart until the store joins them; no reader notices.
@Suite(.checksStatements) struct RecentPositionsTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("presence.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    private func store() throws -> SQLitePresenceStore { try SQLitePresenceStore(path: path) }

    /// How many rows wait to be put together in the file, which nobody has open.
    private func waitingRows() throws -> Int? {
        try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM recent_positions") }
    }

    /// The oracle is the store that keeps everything in one list.
    @Test(arguments: 1...8)
    func `after any operations in any order, the answers are those of a plain list`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let oracle = MemoryPresenceStore(), people: [AccountID] = (0..<3).map { _ in Made.id() }
        var store = try store()
        for _ in 0..<120 {
            let person = people.randomElement(using: &generator)!, hour = Int64.random(in: 10..<15, using: &generator)
            // Numbered as the recorder does.
            var number = try await store.last(of: person)?.number ?? 0
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<6:
                // Small and large ones are kept in different places.
                let pieces = (0..<Int64.random(in: 1...3, using: &generator)).map { index in
                    let length =
                        Int.random(in: 0...1, using: &generator) * 600 + Int.random(in: 1...99, using: &generator)
                    return SealedHour(
                        hour: hour + index, number: number + index + 1, key: -index,
                        sealed: (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) })
                }
                try await store.add(pieces, of: person, use: nil)
                try oracle.add(pieces, of: person, use: nil)
            case 6:
                for hour in try await store.piecedHours(of: person, before: hour) {
                    let old = oracle.hours(of: person, in: hour...hour).map(\.number)
                    number += 1
                    let united = SealedHour(hour: hour, number: number, key: 5, sealed: [UInt8(old.count)])
                    try await store.replace(old, of: person, by: united)
                    try oracle.replace(old, of: person, by: united)
                }
            case 7:
                try await store.removeHours(of: person, before: hour)
                oracle.removeHours(of: person, before: hour)
            case 8: await store.makeRoom()
            default:
                await store.makeRoom()
                store = try reopened(store)
            }
            for person in people {
                #expect(try await store.hours(of: person, in: 0...99) == oracle.hours(of: person, in: 0...99))
                #expect(try await store.hours(of: person, in: 11...12) == oracle.hours(of: person, in: 11...12))
                #expect(try await store.last(of: person)?.hour == oracle.last(of: person)?.hour)
                let last = try await store.last(of: person)?.number ?? 0
                #expect(last >= oracle.last(of: person)?.number ?? 0)
            }
            for limit in 1...3 {
                #expect(try await store.people(after: nil, limit: limit) == oracle.people(after: nil, limit: limit))
                let first = people.min()
                #expect(try await store.people(after: first, limit: limit) == oracle.people(after: first, limit: limit))
            }
        }
    }

    /// Lets go of a store before the file is opened again.
    private func reopened(_ old: consuming SQLitePresenceStore) throws -> SQLitePresenceStore {
        _ = consume old
        return try store()
    }

    @Test func `a server that ends between joining pieces and cleaning up returns each position once`() async throws {
        let keys = MemoryPresenceStore(), person: AccountID = Made.id()
        let phone = Device(
            id: Made.id(), person: person, kind: .program, name: "phone", token: Token(text: "phone").digest, created: 1
        )
        let hour: Int64 = 3_600_000, start = 480_000 * hour
        let fixes = (0..<5).map {
            Position(time: start + $0 * 60_000, point: PointE7(latitudeE7: 1 + Int32($0), longitudeE7: 2))
        }
        do {
            let positions = Positions(store: try store(), keys: keys)
            for fix in fixes { _ = try await positions.record([fix], from: phone, at: 1) }
            try await positions.tidy(person, before: 0, now: start + hour)
            #expect(try await positions.positions(of: person, in: 0...(.max)) == fixes)
        }
        #expect(try waitingRows() == fixes.count)
        do {
            let positions = Positions(store: try store(), keys: keys)
            #expect(try await positions.positions(of: person, in: 0...(.max)) == fixes)
            #expect(try await positions.record(fixes, from: phone, at: 1).repeated == fixes.count)
            try await positions.tidy(person, before: 0, now: start + hour)
            await positions.makeRoom()
            #expect(try await positions.positions(of: person, in: 0...(.max)) == fixes)
            // After deleting everything, a person starts again.
            try await positions.forget(person)
            #expect(try await positions.positions(of: person, in: 0...(.max)).isEmpty)
            #expect(try await positions.record([fixes[2]], from: phone, at: 1).added == 1)
            #expect(try await positions.positions(of: person, in: 0...(.max)) == [fixes[2]])
            try await positions.tidy(person, before: .max, now: start + hour)
        }
        #expect(try waitingRows() == 0)
    }

    @Test func `a number that was taken stays taken when its piece has moved`() async throws {
        let store = try store(), person: AccountID = Made.id()
        try await store.add([SealedHour(hour: 1, number: 1, key: 0, sealed: [1])], of: person)
        try await store.replace([1], of: person, by: SealedHour(hour: 1, number: 2, key: 0, sealed: [2]))
        await store.makeRoom()
        for number: Int64 in 1...2 {
            await #expect(throws: CommunityFault.keyUsed) {
                try await store.add([SealedHour(hour: 3, number: number, key: 0, sealed: [])], of: person)
            }
        }
        try await store.removeHours(of: person, before: .max)
        #expect(try await store.people(after: nil, limit: 1).isEmpty)
        // Of nothing that was is anything known.
        #expect(try await store.last(of: person) == nil)
        try await store.add([SealedHour(hour: 3, number: 1, key: 0, sealed: [])], of: person)
    }

    @Test func `a damaged row does not block undamaged rows`() async throws {
        let (anna, ben): (AccountID, AccountID) = (Made.id(), Made.id())
        let piece = SealedHour(hour: 1, number: 1, key: 0, sealed: [1])
        do {
            let store = try store()
            for person in [anna, ben] { try await store.add([piece], of: person) }
        }
        try await DatabaseQueue(path: path).write { database in
            try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
            try database.execute(sql: "UPDATE recent_positions SET person = x'07' WHERE row = 1")
        }
        let store = try store()
        #expect(try await store.people(after: nil, limit: 9) == [ben])
        #expect(try await store.hours(of: ben, in: 0...9) == [piece])
        try await store.add([SealedHour(hour: 1, number: 2, key: 0, sealed: [2])], of: anna)
        #expect(try await store.hours(of: anna, in: 0...9).map(\.number) == [2])
        // Nobody could ever have it removed.
        await store.makeRoom()
        #expect(try await store.hours(of: anna, in: 0...9).count == 1)
        let numbers = try await DatabaseQueue(path: path).read {
            try Int64.fetchAll($0, sql: "SELECT row FROM recent_positions")
        }
        #expect(!numbers.contains(1) && numbers.count == 2)
    }

    @Test func `a damaged hour does not keep later ones from being put together`() async throws {
        let keys = MemoryPresenceStore(), person: AccountID = Made.id(), hour: Int64 = 3_600_000
        let phone = Device(
            id: Made.id(), person: person, kind: .program, name: "phone", token: Token(text: "phone").digest,
            created: 1)
        let positions = Positions(store: try store(), keys: keys)
        for time in stride(from: 480_000 * hour, to: 480_002 * hour, by: 1_000_000) {
            let fix = Position(time: time, point: PointE7(latitudeE7: 1, longitudeE7: 2))
            _ = try await positions.record([fix], from: phone, at: 1)
        }
        try await DatabaseQueue(path: path).write { database in
            try database.execute(sql: "UPDATE recent_positions SET sealed = x'00' WHERE row = 1")
        }
        await #expect(throws: DamagedRow.self) { try await positions.tidy(person, before: 0, now: 480_003 * hour) }
        await positions.makeRoom()
        #expect(try await positions.positions(of: person, in: 480_001 * hour...480_002 * hour).count == 4)
        let waiting = try await DatabaseQueue(path: path).read {
            try Int64.fetchAll($0, sql: "SELECT DISTINCT hour FROM recent_positions")
        }
        #expect(waiting == [480_000])
    }

    @Test func `tenants of one installation do not see each other's data`() async throws {
        let person: AccountID = Made.id(), piece = SealedHour(hour: 1, number: 1, key: 0, sealed: [1])
        do { try await SQLitePresenceStore(path: path, tenant: "one").add([piece], of: person) }
        do {
            let other = try SQLitePresenceStore(path: path, tenant: "two")
            #expect(try await other.hours(of: person, in: 0...9).isEmpty)
            try await other.add([SealedHour(hour: 1, number: 1, key: 0, sealed: [2])], of: person)
        }
        #expect(try await SQLitePresenceStore(path: path, tenant: "one").hours(of: person, in: 0...9) == [piece])
    }
}

extension Positions {
    /// Does at once what the server's tidying does in steps.
    fileprivate func tidy(_ person: AccountID, before time: Int64, now: Int64) async throws {
        while try await !removeSome(of: person, before: time) {}
        var fault: (any Error)?
        for hour in try await piecedHours(of: person, now: now) {
            do { try await unite(hour, of: person) } catch { fault = fault ?? error }
        }
        if let fault { throw fault }
    }
}
