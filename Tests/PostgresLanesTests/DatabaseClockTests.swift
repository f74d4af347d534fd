import Foundation
import PostgresLanes
import Testing

@Suite(.enabled(if: TestCluster.address != nil))
struct DatabaseClockTests {
    private static let never = Duration.seconds(86_400)

    private static func realTime() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

    @Test func clockShowsTheDatabasesTime() async throws {
        let database = try await OwnDatabase(), lane = Housekeeping(to: database.cluster)
        defer { lane.close() }
        // The database of the test runs on this machine; its clock is two hours ahead.
        try database.setClock(7200)
        let clock = DatabaseClock(by: lane, every: .milliseconds(10))
        defer { clock.close() }
        #expect(try await eventually { clock.now != nil })
        let before = Self.realTime(), now = try #require(clock.now), after = Self.realTime()
        // Half of a round trip on the loopback is less than a minute.
        #expect((before - 60_000...after + 60_000).contains(now - 7_200_000))
        #expect(!clock.isSane)
    }

    @Test(arguments: [(-70, false), (-50, true), (0, true), (50, true), (70, false)])
    func machinesClockIsComparedWithIt(seconds: Int, isSane: Bool) async throws {
        let database = try await OwnDatabase(), lane = Housekeeping(to: database.cluster)
        defer { lane.close() }
        try database.setClock(seconds)
        let clock = DatabaseClock(by: lane, every: Self.never)
        defer { clock.close() }
        #expect(try await eventually { clock.now != nil })
        #expect(clock.isSane == isSane)
    }

    @Test func clockWithoutAnAnswerIsNotSane() throws {
        // Nothing listens on this port of the loopback.
        let lane = try Housekeeping(to: Cluster("postgresql://user@127.0.0.1:1/database"), patience: .zero)
        let clock = DatabaseClock(by: lane)
        defer { clock.close(); lane.close() }
        #expect(clock.now == nil)
        #expect(!clock.isSane)
    }

    @Test func clockNeverGoesBackwards() async throws {
        let database = try await OwnDatabase(), lane = Housekeeping(to: database.cluster)
        defer { lane.close() }
        let clock = DatabaseClock(by: lane, every: Self.never)
        defer { clock.close() }
        try await clock.measure()
        let reading = Task {
            var times: [Int64] = []
            while !Task.isCancelled {
                times += try [#require(clock.now)]
                await Task.yield()
            }
            return times
        }
        for _ in 0..<200 { try await clock.measure() }
        let before = try #require(clock.now)
        // It stands still until the other clock comes back to that time.
        try database.setClock(-3600)
        try await clock.measure()
        #expect(try #require(clock.now) >= before)
        reading.cancel()
        let times = try await reading.value
        #expect(times == times.sorted())
        try database.setClock(3600)
        try await clock.measure()
        #expect(try #require(clock.now) > before + 3_500_000)
    }
}
