import Community
import Foundation
import GeoCore
import HereaboutsAPI
import Presence
import Server
import TestSupport
import Testing

/// Simulated people, over HTTP.
@Suite(.serialized) struct SimulatedPeopleTests {
    /// The sample of Helsinki with people in it. One server for all: making their lives takes a moment.
    private static let helsinki = Result {
        try Town(atlas: Town.atlas(ofExtract: SampleExtract.path)) { $0.simulatesVisitors = true }
    }

    /// The town on a Wednesday at noon, when people are about.
    private static func noon() async throws -> Town {
        let town = try helsinki.get(), minutes = Int(PlaceClock.minutes(at: town.clock.now())), week = 7 * 1440
        // 1 January 1970 was a Thursday: a Wednesday began six days later.
        let next = 6 * 1440 + 12 * 60 - minutes % week
        town.clock.advance(by: Int64((next + week) % week) * 60_000)
        try await town.server.otherSource.prepare()
        return town
    }

    @Test func `simulated people are always marked, and absent where they are not wanted`() async throws {
        let empty = try Town()
        #expect(try await empty.guest.people().people.isEmpty)
        #expect(try await empty.guest.busyness().places.isEmpty)
        let town = try await Self.noon()
        let people = try await town.guest.people().people
        #expect(people.count > 20 && people.allSatisfy { $0.isSimulated == true && $0.isExact && !$0.isAtHome })
        #expect(Set(people.map(\.id)).count == people.count)
        let busy = try await town.guest.busyness().places
        #expect(!busy.isEmpty && busy.allSatisfy { $0.isSimulated == true && (1...5).contains($0.now.level) })
        #expect(try await town.guest.queues().queues.allSatisfy { $0.isSimulated == true && $0.now.minutes > 0 })
        let told = try await town.guest.busyness(ofPlace: busy[0].id)
        #expect(told.isSimulated == true && told.levels?.count == 7 && told.now == busy[0].now)
        #expect(told.levels?.flatMap { $0 }.max() == 5)
    }

    @Test func `simulated people move with the time, at night as by day`() async throws {
        let town = try await Self.noon()
        let before = try await town.guest.people().people
        town.clock.advance(by: 120_000)
        let after = try await town.guest.people().people
        let moved = after.filter { one in before.contains { $0.id == one.id && ($0.lat, $0.lon) != (one.lat, one.lon) }
        }
        #expect(!moved.isEmpty && moved.count < after.count)
        for one in moved {
            let earlier = try #require(before.first { $0.id == one.id })
            let from = try #require(Coordinate(latitude: earlier.lat ?? 91, longitude: earlier.lon ?? 0))
            let to = try #require(Coordinate(latitude: one.lat ?? 91, longitude: one.lon ?? 0))
            #expect(from.distance(inMetresTo: to) < 120 * 20)
        }
        for _ in 0..<8 {
            town.clock.advance(by: 3 * 3_600_000)
            try await town.server.otherSource.prepare()
            #expect(try await !town.guest.people().people.isEmpty)
        }
    }

    @Test func `people wait and places are busy at any time of the start`() async throws {
        let town = try await Self.noon()
        // A Wednesday and a Thursday, and a Sunday, on which nobody works or shops.
        for step in 1...60 {
            town.clock.advance(by: step == 49 ? 3 * 86_400_000 - 1_800_000 : 1_800_000)
            try await town.server.otherSource.prepare()
            let queues = try await town.guest.queues().queues
            #expect(!queues.isEmpty, "at \(PlaceClock.minutes(at: town.clock.now()) % 10_080) min of the week")
            let busy = try await town.guest.busyness().places
            #expect(busy.count >= 5)
            // The page asks waiting people for their wait.
            for queue in queues.prefix(3) {
                #expect(try await town.guest.busyness(ofPlace: queue.id).hasQueue)
            }
        }
    }

    @Test func `how busy a place is now stands beside the hour that they live in`() async throws {
        let town = try await Self.noon()
        // At four in the morning they are where others are by day.
        town.clock.advance(by: 16 * 3_600_000)
        try await town.server.otherSource.prepare()
        for place in try await town.guest.busyness().places.prefix(10) {
            let told = try await town.guest.busyness(ofPlace: place.id)
            let now = try #require(told.now), hour = try #require(Int(now.hour.suffix(5).prefix(2)))
            #expect((11..<18).contains(hour))
            #expect(told.levels?.flatMap { $0 }.max() == 5 && told.weeks == 1)
        }
    }

    @Test func `a quieter route states its extra time, for walkers only`() async throws {
        let town = try await Self.noon()
        var costs: [Double] = []
        for (from, to) in [((60.1675, 24.9360), (60.1710, 24.9480)), ((60.1660, 24.9470), (60.1712, 24.9370))] {
            var request = RouteRequest(
                from: try #require(Coordinate(latitude: from.0, longitude: from.1)),
                to: try #require(Coordinate(latitude: to.0, longitude: to.1)))
            let quickest = try await town.guest.route(request)
            #expect(quickest.extraDuration == nil)
            request.isQuieter = true
            let quieter = try await town.guest.route(request)
            let cost = try #require(quieter.extraDuration)
            #expect(cost >= 0 && abs(quickest.duration + cost - quieter.duration) < 0.2)
            #expect(quieter.notice?.contains(cost == 0 ? "No quieter route" : "crowded") == true)
            costs.append(cost)
            for profile in [RouteProfile.bicycle, .car] {
                request.profile = profile
                await AccessTests.expect(.invalidParameter) { _ = try await town.guest.route(request) }
            }
            request.profile = .foot
            request.alternatives = 1
            await AccessTests.expect(.invalidParameter) { _ = try await town.guest.route(request) }
        }
        #expect(costs.contains { $0 > 0 })
    }

    @Test func `at places of real people, nobody is simulated`() async throws {
        let town = try Town { $0.simulatesVisitors = true }
        try await town.server.otherSource.prepare()
        let anna = try await town.client(of: "anna")
        _ = try await anna.report(NewQueueReport(place: "n6", minutes: 12, lat: 60.1703, lon: 24.9404))
        let queues = try await town.guest.queues().queues.filter { $0.id == "n6" }
        #expect(queues.map(\.now.minutes) == [12] && queues.first?.isSimulated == nil)
        #expect(try await town.guest.queue(atPlace: "n6").isSimulated == nil)
        // Nothing of them is kept.
        #expect(town.presence.hourCounts(from: 0).isEmpty)
    }

    @Test func `an operator lets people be on the map, live fast, live a day again, and go`() async throws {
        let town = try Town(atlas: Town.atlas(ofExtract: SampleExtract.path))
        let chief = try await town.client(of: "chief", .operator)
        #expect(try await chief.crowd() == SimulatedCrowd(people: 0))
        #expect(try await town.guest.people().people.isEmpty)
        let crowd = SimulatedCrowd(people: 60, hour: 11, speed: 60)
        #expect(try await chief.changeCrowd(to: crowd) == crowd)
        #expect(try await chief.crowd() == crowd)
        let places = { (people: [SeenPerson]) in
            Dictionary(uniqueKeysWithValues: people.map { ($0.id, [$0.lat, $0.lon]) })
        }
        let first = try await town.guest.people().people
        #expect((1...60).contains(first.count) && first.allSatisfy { $0.isSimulated == true })
        // Ten minutes of theirs.
        town.clock.advance(by: 10_000)
        #expect(try await places(town.guest.people().people) != places(first))
        // The rest of a day of theirs, also behind midnight of ours.
        town.clock.advance(by: 86_400_000 / 60 - 10_000)
        try await town.server.otherSource.prepare()
        #expect(try await places(town.guest.people().people) == places(first))
        town.clock.advance(by: 86_400_000)
        try await town.server.otherSource.prepare()
        #expect(try await places(town.guest.people().people) == places(first))
        _ = try await chief.changeCrowd(to: SimulatedCrowd(people: 0))
        try await town.server.otherSource.prepare()
        #expect(try await town.guest.people().people.isEmpty)
        // They say nothing that would be kept.
        #expect(try await town.guest.posts().posts.isEmpty)
    }

    @Test(arguments: [
        (SimulatedCrowd(people: -1), "people"), (SimulatedCrowd(people: 2001), "people"),
        (SimulatedCrowd(people: 1, hour: 24), "hour"), (SimulatedCrowd(people: 1, hour: -1), "hour"),
        (SimulatedCrowd(people: 1, hour: 8, speed: 0), "speed"),
        (SimulatedCrowd(people: 1, hour: 8, speed: 121), "speed"),
        (SimulatedCrowd(people: 1, speed: 2), "hour"),
    ])
    func `an invalid crowd is refused, and the current crowd stays`(crowd: SimulatedCrowd, field: String)
        async throws
    {
        let town = try Town(), chief = try await town.client(of: "chief", .operator)
        do {
            _ = try await chief.changeCrowd(to: crowd)
            Issue.record("it was taken")
        } catch let error as ErrorBody {
            #expect(error.code == .invalidBody && error.field == field)
        }
        #expect(try await chief.crowd() == SimulatedCrowd(people: 0))
    }
}
