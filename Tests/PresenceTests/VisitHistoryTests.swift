import Community
import GeoCore
import Presence
import TestSupport
import Testing

@Suite struct VisitHistoryTests {
    private let store = MemoryPresenceStore()
    private let anna: AccountID
    private static let day: Int64 = 86_400_000

    init() {
        var generator = SeededGenerator(seed: 1)
        anna = AccountID(at: 1, using: &generator)
    }

    private var history: VisitHistory { VisitHistory(store: store, keys: store) }

    private static func visit(_ place: Int64, _ arrival: Int64, _ departure: Int64) -> Visit {
        Visit(place: PlaceKey(rawValue: place), arrival: arrival, departure: departure)
    }

    private func makeKey() {
        var generator = SystemRandomNumberGenerator()
        _ = store.key(of: anna, for: .positions, orMake: PersonKey(using: &generator))
    }

    @Test func `a visit that is found again changes nothing, and a longer one extends it`() async throws {
        makeKey()
        let (one, two) = (Self.visit(-1, 1000, 2000), Self.visit(2, 2000, Self.day + 10))
        try await history.keep([one, two], of: anna)
        try await history.keep([one, two], of: anna)
        #expect(try await history.visits(of: anna, in: 0...9 * Self.day) == [one, two])
        // Visits found from the next day on: the same stay, then another, and an error within a kept one.
        let three = Self.visit(3, Self.day + 600, Self.day + 900)
        try await history.keep([Self.visit(2, Self.day, Self.day + 500), three, Self.visit(4, 1500, 1600)], of: anna)
        let longer = Self.visit(2, 2000, Self.day + 500)
        #expect(try await history.visits(of: anna, in: 0...9 * Self.day) == [one, longer, three])
        #expect(try await history.visits(of: anna, in: Self.day + 550...Self.day + 560).isEmpty)
        #expect(try await history.visits(of: anna, in: Self.day + 400...Self.day + 600) == [longer, three])
        // A stay that is known from an earlier day keeps that day's other visits.
        #expect(store.visits(of: anna, in: 0...9).map(\.day) == [0, 1])
    }

    @Test func `random visits in any number of parts are kept as in one part`() async throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            store.removeVisits(of: anna)
            makeKey()
            var time: Int64 = 0
            let visits = (0..<40).map { _ in
                let arrival = time + Int64.random(in: 0...Self.day / 2, using: &generator)
                time = arrival + Int64.random(in: 600_000...Self.day, using: &generator)
                return Self.visit(Int64.random(in: 1...3, using: &generator), arrival, time)
            }
            for _ in 0..<6 {
                let cut = Int.random(in: 0...visits.count, using: &generator)
                try await history.keep(Array(visits[..<cut]), of: anna)
            }
            try await history.keep(visits, of: anna)
            #expect(try await history.visits(of: anna, in: 0...time) == visits)
        }
    }

    /// Takes linear time: with a comparison of all pairs this would take minutes.
    @Test func `a hundred thousand stays merge with as many others, with the same result as one by one`() {
        var generator = SeededGenerator(seed: 8)
        func stays(_ count: Int) -> [Visit] {
            var time: Int64 = 0
            return (0..<count).map { _ in
                let arrival = time + Int64.random(in: 0...900, using: &generator)
                time = arrival + Int64.random(in: 1...900, using: &generator)
                return Self.visit(Int64.random(in: 1...3, using: &generator), arrival, time)
            }
        }
        for count in [0, 1, 2, 30] {
            for other in [0, 1, 40] {
                let (kept, found) = (stays(count), stays(other))
                #expect(VisitHistory.united(kept, with: found) == Self.unitedOneByOne(kept, found))
            }
        }
        let (kept, found) = (stays(100_000), stays(100_000))
        let united = VisitHistory.united(kept, with: found)
        #expect(united.count >= 100_000)
        #expect(zip(united, united.dropFirst()).allSatisfy { $0.arrival <= $1.arrival })
    }

    /// States the rule word for word.
    private static func unitedOneByOne(_ kept: [Visit], _ found: [Visit]) -> [Visit] {
        var united = kept
        for visit in found {
            let other = united.firstIndex { $0.arrival < visit.departure && visit.arrival < $0.departure }
            guard let other else {
                united.append(visit)
                continue
            }
            let known = united[other]
            guard known.place == visit.place, known.departure < visit.departure else { continue }
            united[other] = Self.visit(known.place.rawValue, known.arrival, visit.departure)
        }
        return united.sorted { $0.arrival < $1.arrival }
    }

    @Test func `visits cannot be read without the key, and reading makes no key`() async throws {
        try await history.keep([Self.visit(1, 1000, 2000)], of: anna)
        #expect(store.visits(of: anna, in: 0...9).isEmpty && store.key(of: anna, for: .positions) == nil)
        makeKey()
        try await history.keep([Self.visit(1, 1000, 2000)], of: anna)
        let row = try #require(store.visits(of: anna, in: 0...0).first)
        // Moved to another day or person, it does not open.
        store.keep([SealedVisits(day: 3, key: row.key, sealed: row.sealed)], of: anna)
        await #expect(throws: DamagedRow.self) { _ = try await history.visits(of: anna, in: 0...9 * Self.day) }
        store.destroyKey(of: anna, for: .positions)
        #expect(try await history.visits(of: anna, in: 0...9 * Self.day).isEmpty)
        makeKey()
        #expect(try await history.visits(of: anna, in: 0...9 * Self.day).isEmpty)
    }
}
