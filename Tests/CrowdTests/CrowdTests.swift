import Atlas
import Crowd
import Foundation
import GeoCore
import OSMImport
import Routing
import Search
import TestSupport
import Testing

/// A crowd in the sample of Helsinki. A class because the engines read the memory that it holds.
private final class World: Sendable {
    let search: SearchEngine
    let routes: RouteEngine
    private let folder: TemporaryFolder
    private let file: MappedFile

    /// Read by all tests, and written by none.
    static let helsinki = Result { try World() }

    private init() throws {
        folder = try TemporaryFolder()
        let path = folder.file("sample.atlas")
        _ = try Importer().import([SampleExtract.path], to: path)
        file = try MappedFile(path: path)
        let view = try unsafe AtlasView(bytes: file.bytes)
        search = try SearchEngine(view)
        routes = try RouteEngine(view)
    }

    func crowd(_ people: Int, seed: UInt64 = 1) -> Crowd { Crowd(people, search, routes, seed: seed) }
}

@Suite struct CrowdTests {
    /// A Wednesday.
    private static let wednesday = 20_000 - 20_000 % 7 + 6

    private static func days(_ crowd: Crowd, _ number: Int = wednesday) -> [Day] {
        var workspace = crowd.workspace()
        return crowd.residents.indices.map { crowd.day(number, of: $0, &workspace) }
    }

    private static func fixes(_ crowd: Crowd, _ days: [Day], in seconds: Range<Int> = 0..<86_400) -> [[Phone.Fix]] {
        days.indices.map { crowd.fixes(of: $0, on: days[$0], number: wednesday, in: seconds) }
    }

    @Test func `the same seed makes the same lives, another others`() throws {
        let world = try World.helsinki.get()
        let (one, same, other) = (world.crowd(60), world.crowd(60), world.crowd(60, seed: 2))
        let fixes = Self.fixes(one, Self.days(one))
        #expect(fixes.flatMap { $0 }.count > 60 * 20)
        #expect(Self.fixes(same, Self.days(same)) == fixes)
        #expect(Self.fixes(other, Self.days(other)) != fixes)
        // More people change nothing of those who are there.
        let more = world.crowd(70)
        #expect(Array(Self.fixes(more, Self.days(more)).prefix(60)) == fixes)
    }

    @Test func `a day goes from home to home, without a gap, on streets, as fast as people go`() throws {
        let crowd = try World.helsinki.get().crowd(200)
        var speeds: [Double] = []
        for number in Self.wednesday..<Self.wednesday + 7 {
            for (resident, day) in zip(crowd.residents, Self.days(crowd, number)) {
                #expect(day.walks.count == day.stays.count - 1)
                #expect(day.stays.first?.spot == nil && day.stays.last?.spot == nil)
                #expect(day.stays[0].point == resident.home && day.stays[0].from == 0)
                for (index, walk) in day.walks.enumerated() {
                    let (from, to) = (day.stays[index], day.stays[index + 1])
                    #expect(from.from <= from.until && from.until < to.from && to.from <= to.until)
                    #expect(walk.line.first == from.point && walk.line.last == to.point)
                    var length = 0.0
                    for (a, b) in zip(walk.line, walk.line.dropFirst()) { length += a.distance(inMetresTo: b) }
                    speeds.append(length / Double(to.from - from.until))
                    if let spot = to.spot {
                        #expect(crowd.town.spots[spot].point.distance(inMetresTo: to.point) < 500)
                    }
                }
                // Wherever a second is looked at, it is where the ones around it allow.
                var last = day.position(at: 0).point
                for second in stride(from: 60, to: 86_400, by: 60) {
                    let next = day.position(at: second).point
                    #expect(last.distance(inMetresTo: next) < 60 * 20)
                    last = next
                }
            }
        }
        #expect(speeds.count > 200 * 7)
        let walking = speeds.sorted()[speeds.count / 2]
        #expect((1.0...1.7).contains(walking), "the median is \(walking) m/s")
    }

    @Test func `phones have the stated error, lose some positions, and report the same for any division of a day`()
        throws
    {
        let crowd = try World.helsinki.get().crowd(300), days = Self.days(crowd), whole = Self.fixes(crowd, days)
        let pieces = stride(from: 0, to: 86_400, by: 3600).map { Self.fixes(crowd, days, in: $0..<$0 + 3600) }
        for resident in days.indices { #expect(pieces.flatMap { $0[resident] } == whole[resident]) }
        var errors: [Double] = []
        for (day, fixes) in zip(days, whole) {
            errors += fixes.map { day.position(at: $0.second).point.distance(inMetresTo: $0.point) }
        }
        // The median of the distance of two normal errors of 8 m is 8 √(2 ln 2).
        let median = errors.sorted()[errors.count / 2]
        #expect(abs(median - 8 * (2 * log(2)).squareRoot()) < 0.5)
        #expect((0.01...0.03).contains(Double(errors.count { $0 > 40 }) / Double(errors.count)))
    }

    @Test func `more people are out at noon than at night, and more are at work on workdays`() throws {
        let crowd = try World.helsinki.get().crowd(400), workday = Self.days(crowd)
        let sunday = Self.days(crowd, Self.wednesday + 4)
        func out(_ days: [Day], _ hour: Int) -> Int {
            days.count { $0.position(at: hour * 3600).stay.map { $0.spot != nil } ?? true }
        }
        #expect(out(workday, 3) == 0 && out(workday, 12) > 200)
        #expect(out(sunday, 9) < out(workday, 10) / 2)
    }

    @Test func `a person in a queue waits for the people before them, and not for those behind`() throws {
        let crowd = try World.helsinki.get().crowd(1000), days = Self.days(crowd)
        let services = Waiting.Services(crowd, ordinary: days)
        let waiting = Waiting(crowd, days, number: Self.wednesday, services)
        #expect(waiting.spots.count > 3)
        #expect(waiting.turns.contains { $0.seconds > 120 })
        for spot in waiting.spots {
            let turns = waiting.turns.filter { $0.spot == spot }
            for (one, next) in zip(turns, turns.dropFirst()) {
                #expect(one.arrival <= next.arrival && one.end <= next.end)
                // The wait that the queue had just before is that of the person who came then, to the second or two of
                // rounding.
                #expect(
                    abs(waiting.seconds(at: spot, next.arrival - 1) - next.seconds) <= 3 || one.arrival == next.arrival)
            }
            #expect(waiting.seconds(at: spot, 4 * 3600) == 0)
        }
        let reported = Double(waiting.turns.count { $0.isReported }) / Double(waiting.turns.count)
        #expect((0.03...0.25).contains(reported))
    }
}
