import Community
import Foundation
import HereaboutsAPI
import Presence
import Server
import TestSupport
import Testing

/// How busy places are and how long people wait there, over HTTP.
@Suite struct BusynessAnswersTests {
    private static let hour: Int64 = 3_600_000
    private static let cafe = "n6"

    @Test func `people who take part count at places of their stays, and nobody else does`() async throws {
        let town = try Town()
        // Twenty minutes to the next hour at any real time: reports lie in the past, and their hour is still open.
        let begin = (town.clock.now() / Self.hour + 1) * Self.hour
        town.clock.advance(by: begin + 40 * 60_000 - town.clock.now())
        var people: [HereaboutsClient] = []
        for (name, counts) in [("anna", true), ("ben", false)] {
            let person = try await town.client(of: name)
            people.append(person)
            _ = try await person.changeSharing(revision: 0, SharingFields(statistics: counts))
            let phone = HereaboutsClient(
                TownTransport(town: town), token: try await person.add(NewDevice(kind: .program, name: "phone")).token)
            _ = try await phone.report(
                (0...5).map {
                    ReportedPosition(millisecondsSince1970: begin + $0 * 240_000, lat: 60.17021, lon: 24.94019)
                })
        }
        let counts = town.presence.hourCounts(from: 0)
        #expect(counts.map(\.people) == [1])
        // Each finds their own visits, counted or not, and a guest none.
        for person in people {
            let visits = try await person.myVisits().visits
            #expect(visits.map(\.id) == [Self.cafe] && visits.first?.name == "Kappeli")
            let times = visits.flatMap { [$0.arrival, $0.departure] }.compactMap { DateTime.read($0) }
            #expect(times == [begin, begin + 1_200_000])
        }
        await AccessTests.expect(.notLoggedIn) { _ = try await town.guest.myVisits() }
        await AccessTests.expect(.invalidParameter) {
            _ = try await people[0].myVisits(
                MyVisitsRequest(from: "2026-01-01T00:00:00Z", until: "2026-03-01T00:00:00Z"))
        }
        // One contributor alone is not published.
        let told = try await town.guest.busyness(ofPlace: Self.cafe)
        #expect(told.levels == nil && told.now == nil && told.parameters.epsilon == 1.76)
        #expect(try await town.guest.busyness().places.isEmpty)
        await AccessTests.expect(.notFound) { _ = try await town.guest.busyness(ofPlace: "n999") }
        await AccessTests.expect(.notFound) { _ = try await town.guest.busyness(ofPlace: "x") }
    }

    @Test func `a phone whose clock was ahead once still counts`() async throws {
        let town = try Town()
        let begin = (town.clock.now() / Self.hour + 1) * Self.hour
        town.clock.advance(by: begin + 40 * 60_000 - town.clock.now())
        let anna = try await town.client(of: "anna")
        _ = try await anna.changeSharing(revision: 0, SharingFields(statistics: true))
        _ = try await anna.confirm(password: "correct horse")
        let phone = town.client(token: try await anna.add(NewDevice(kind: .program, name: "phone")).token)
        let fix = { (time: Int64) in ReportedPosition(millisecondsSince1970: time, lat: 60.17021, lon: 24.94019) }
        #expect(try await phone.report([fix(begin + 20 * Self.hour)]).added == 1)
        _ = try await phone.report((0...5).map { fix(begin + $0 * 240_000) })
        #expect(town.presence.hourCounts(from: 0).map(\.people) == [1])
        // A person who deletes their positions was not there, as far as that is not published yet.
        try await anna.deleteMyPositions()
        #expect(town.presence.hourCounts(from: 0).isEmpty)
    }

    private static let kinds: [(HandMade.TagPairs, Bool)] = [
        (["shop": "bakery", "name": "Villa"], true), (["amenity": "library", "name": "Villa"], true),
        (["tourism": "museum", "name": "Villa"], true),
        // Where people live, or may.
        (["tourism": "apartment", "name": "Villa"], false), (["amenity": "dormitory", "name": "Villa"], false),
        (["amenity": "nursing_home", "name": "Villa"], false),
        (["building": "apartments", "name": "Villa"], false),
        (["addr:street": "Market Street", "addr:housenumber": "9"], false),
        (["place": "house", "name": "Villa"], false),
        // And what nobody stays at.
        (["amenity": "bench", "name": "Villa"], false), (["amenity": "parking", "name": "Villa"], false),
    ]

    @Test(arguments: kinds)
    func `a stay counts at public places, and nowhere that may be a home`(tags: HandMade.TagPairs, counts: Bool)
        async throws
    {
        var map = Town.extract
        map.node(60, 60.1685, 24.9425, tags)
        let town = try Town(atlas: Town.atlas(of: map))
        let begin = (town.clock.now() / Self.hour + 1) * Self.hour
        town.clock.advance(by: begin + 40 * 60_000 - town.clock.now())
        let anna = try await town.client(of: "anna")
        _ = try await anna.changeSharing(revision: 0, SharingFields(statistics: true))
        _ = try await anna.confirm(password: "correct horse")
        let phone = town.client(token: try await anna.add(NewDevice(kind: .program, name: "phone")).token)
        _ = try await phone.report(
            (0...5).map {
                ReportedPosition(millisecondsSince1970: begin + $0 * 240_000, lat: 60.1685, lon: 24.9425)
            })
        #expect(town.presence.hourCounts(from: 0).map(\.people) == (counts ? [1] : []))
        #expect(try await anna.myVisits().visits.count == (counts ? 1 : 0))
    }

    private static let queueing: [(HandMade.TagPairs, Bool)] = [
        (["amenity": "restaurant", "name": "Villa"], true), (["amenity": "bar", "name": "Villa"], true),
        (["shop": "bakery", "name": "Villa"], true), (["shop": "books", "name": "Villa"], true),
        (["tourism": "museum", "name": "Villa"], true), (["amenity": "toilets", "name": "Villa"], true),
        (["amenity": "events_venue", "name": "Villa"], true), (["leisure": "sauna", "name": "Villa"], true),
        (["amenity": "place_of_worship", "building": "cathedral", "name": "Villa"], false),
        // Visitors come to see it, but its kind is its main purpose.
        (["amenity": "place_of_worship", "tourism": "attraction", "name": "Villa"], false),
        (["office": "company", "name": "Villa"], false), (["amenity": "library", "name": "Villa"], false),
        (["amenity": "school", "name": "Villa"], false), (["amenity": "doctors", "name": "Villa"], false),
        (["leisure": "park", "name": "Villa"], false), (["tourism": "hotel", "name": "Villa"], false),
        (["amenity": "fuel", "name": "Villa"], false), (["shop": "vacant", "name": "Villa"], false),
        (["historic": "monument", "name": "Villa"], false), (["railway": "station", "name": "Villa"], false),
    ]

    @Test(arguments: queueing)
    func `the page asks for a wait only where people stand in line`(
        tags: HandMade.TagPairs, isAsked: Bool
    ) async throws {
        var map = Town.extract
        map.node(60, 60.1685, 24.9425, tags)
        let town = try Town(atlas: Town.atlas(of: map)), anna = try await town.client(of: "anna")
        #expect(try await anna.busyness(ofPlace: "n60").hasQueue == isAsked)
        let report = NewQueueReport(place: "n60", minutes: 4, lat: 60.1685, lon: 24.9425)
        if isAsked {
            #expect(try await anna.report(report).now?.minutes == 4)
            #expect(try await anna.queue(atPlace: "n60").now?.minutes == 4)
        } else {
            await AccessTests.expect(.notFound) { _ = try await anna.report(report) }
            await AccessTests.expect(.notFound) { _ = try await anna.queue(atPlace: "n60") }
        }
    }

    @Test func `the operator may require more people before anything is published`() async throws {
        let town = try Town { $0.busynessPeople = 300 }
        #expect(try await town.guest.busyness(ofPlace: Self.cafe).parameters.leastContributors == 300)
    }

    @Test func `visits of many people are published by day and hour, and for now`() async throws {
        let town = try Town()
        let place = PlaceKey(rawValue: 6), first = town.clock.now() / Self.hour - 30 * 24
        // Each hour of the day has as many as it is old.
        for hour in 0..<30 * 24 as Range<Int64> {
            let people = Int((first + hour) % 24) * 3
            _ = town.presence.replace(
                [],
                by: (0..<people).map { person in
                    let token = withUnsafeBytes(of: (Int64(person), hour)) { Array($0) }
                    return Contribution(place: place, hour: first + hour, token: token)
                })
        }
        let told = try await town.guest.busyness(ofPlace: Self.cafe)
        let levels = try #require(told.levels)
        #expect(levels.count == 7 && levels.allSatisfy { $0.count == 24 } && told.weeks == 4)
        let all = levels.flatMap { $0 }
        #expect(all.contains(5) && all.contains(1) && all.allSatisfy { (0...5).contains($0) })
        if let now = told.now {
            #expect((1...5).contains(now.level))
            #expect(try await town.guest.busyness().places.map(\.id) == [Self.cafe])
            #expect(try await town.guest.busyness().places.first?.name == "Kappeli")
        }
    }

    @Test func `people at a queue report it, and everybody sees the report`() async throws {
        let town = try Town()
        let anna = try await town.client(of: "anna")
        let here = NewQueueReport(place: Self.cafe, minutes: 12, lat: 60.1703, lon: 24.9404)
        await AccessTests.expect(.notLoggedIn) { _ = try await town.guest.report(here) }
        let told = try await anna.report(here)
        #expect(told.now?.minutes == 12 && told.now?.reports == 1)
        #expect(told.usual.map(\.minutes) == [12] && told.usual.map(\.reports) == [1])
        await AccessTests.expect(.tooSoon) { _ = try await anna.report(here) }
        let list = try await town.guest.queues().queues
        #expect(list.map(\.id) == [Self.cafe] && list.first?.name == "Kappeli" && list.first?.now.minutes == 12)
        let ben = try await town.client(of: "ben")
        var far = here
        far.lat = 60.172
        await AccessTests.expect(.notNear) { _ = try await ben.report(far) }
        far.lat = nil
        await AccessTests.expect(.notNear) { _ = try await ben.report(far) }
        far.lat = 91
        await AccessTests.expect(.invalidBody) { _ = try await ben.report(far) }
        for minutes in [-1, 481] {
            await AccessTests.expect(.invalidBody) {
                _ = try await ben.report(NewQueueReport(place: Self.cafe, minutes: minutes, lat: 60.1702, lon: 24.9402))
            }
        }
        for place in ["n999", "", "w10", "x"] {
            await AccessTests.expect(.notFound) { _ = try await ben.report(NewQueueReport(place: place, minutes: 1)) }
        }
        // Nothing of where anybody was is kept or logged.
        #expect(!town.log.lines.contains { $0.contains("60.17") || $0.contains("24.94") })
    }

    @Test func `a late report says that it counts for the usual waits only, and counts once`() async throws {
        let town = try Town(), anna = try await town.client(of: "anna")
        var report = NewQueueReport(
            place: Self.cafe, minutes: 12, lat: 60.1703, lon: 24.9404, key: "0123456789abcdef",
            writtenAt: WireTime.text(town.clock.now()))
        town.clock.advance(by: 26 * 3_600_000)
        for _ in 0..<2 {
            let told = try await anna.report(report)
            #expect(told.isLate == true && told.now == nil && told.usual.map(\.reports) == [1])
        }
        report.minutes = 13
        await AccessTests.expect(.keyUsed) { _ = try await anna.report(report) }
        (report.key, report.writtenAt) = (nil, WireTime.text(town.clock.now() - 31 * 86_400_000))
        await AccessTests.expect(.tooOld) { _ = try await anna.report(report) }
        report.writtenAt = nil
        let told = try await anna.report(report)
        #expect(told.isLate == nil && told.now?.minutes == 13)
    }

    @Test func `a house number stands for its only place with a queue, if there is such a place`()
        async throws
    {
        var map = Town.extract
        map.node(20, 60.17025, 24.94025, ["addr:street": "Market Street", "addr:housenumber": "9"])
        // Across the street.
        map.node(21, 60.17035, 24.9402, ["addr:street": "Market Street", "addr:housenumber": "99"])
        let town = try Town(atlas: Town.atlas(of: map)), anna = try await town.client(of: "anna")
        let told = try await anna.report(NewQueueReport(place: "n20", minutes: 4, lat: 60.1703, lon: 24.9403))
        #expect(told.id == Self.cafe && told.now?.minutes == 4)
        #expect(try await town.guest.queue(atPlace: "n20").id == Self.cafe)
        #expect(try await town.guest.queues().queues.map(\.id) == [Self.cafe])
        await AccessTests.expect(.notFound) { _ = try await town.guest.queue(atPlace: "n21") }
    }

    @Test func `members report from anywhere if the operator permits it`() async throws {
        let town = try Town { $0.queues = .anywhere }
        let anna = try await town.client(of: "anna")
        #expect(try await anna.report(NewQueueReport(place: Self.cafe, minutes: 3)).now?.minutes == 3)
    }
}
