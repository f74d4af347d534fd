import Community
import GeoCore
import HereaboutsAPI
import Presence
import Server
import TestSupport
import Testing

/// How much one account may have, and what happens beyond.
@Suite struct QuotaAnswersTests {
    private static let day: Int64 = 86_400_000

    private func refused(_ ask: () async throws -> Void) async throws -> ErrorBody {
        try #require(await #expect(throws: ErrorBody.self) { try await ask() })
    }

    private func quota(_ kind: QuotaKind, _ client: HereaboutsClient) async throws -> QuotaUse {
        try #require(try await client.quotas().quotas.first { $0.of == kind })
    }

    private func gpx(_ times: some Sequence<Int64>) -> [UInt8] {
        let points = times.map { "<trkpt lat=\"60.17\" lon=\"24.94\"><time>\(WireTime.text($0))</time></trkpt>" }
        return Array("<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
    }

    @Test func `a tracker beyond its daily quota gets the usual answer, and its owner reads how much was left out`()
        async throws
    {
        let town = try Town { $0.positionLimits.reportedPerDay = 100 }
        let anna = try await town.client(of: "anna"), ben = try await town.client(of: "ben")
        let token = try await anna.add(NewDevice(kind: .program, name: "phone")).token,
            phone = town.client(token: token)
        let now = town.clock.now()
        let part = { (numbers: Range<Int64>) in
            numbers.map { ReportedPosition(millisecondsSince1970: now - 3_600_000 + $0 * 1000, lat: 60.17, lon: 24.94) }
        }
        let first = try await phone.report(part(0..<90))
        #expect(first.added == 90 && first.leftOut == nil)
        let second = try await phone.report(part(90..<200))
        #expect(second.added == 10 && second.leftOut == 100 && second.refusedCount == 0)
        // One a minute from then on; what was kept is known.
        #expect(try await phone.report(part(200..<230)).added == 1)
        #expect(try await phone.report(part(0..<90)).repeated == 90)
        let use = try await quota(.positionsOfDay, anna)
        #expect(use.used == 100 && use.limit == 100 && use.leftOut == 129)
        #expect(use.resets == WireTime.text(now - now % Self.day + Self.day))
        #expect(try await quota(.keptPositions, anna).used > 90)
        // It is nobody else's.
        #expect(try await quota(.positionsOfDay, ben).used == 0)
        // The next server goes on, and the next day begins anew.
        let next = try Town(after: town) { $0.positionLimits.reportedPerDay = 100 }
        let late = next.client(token: token)
        #expect(try await late.report(part(250..<280)).added == 1)
        next.clock.advance(by: Self.day)
        #expect(try await late.report(part(300..<330)).added == 30)
    }

    @Test func `a file beyond the daily quota is thinned and says so, and is refused when nothing can be added`()
        async throws
    {
        let town = try Town { $0.positionLimits.addedPerDay = 100 }
        let anna = try await town.client(of: "anna"), start = town.clock.now() - 3_600_000
        let file = gpx((0..<150 as Range<Int64>).map { start + $0 * 1000 })
        let taken = try await anna.addTrack(file)
        #expect(taken.added == 100 && taken.leftOut == 50)
        let error = try await refused { _ = try await anna.addTrack(file) }
        #expect(error.code == .quotaReached && error.message.contains("100") && error.message.contains("tomorrow"))
        let devices = try await anna.devices().devices.count
        // No device is left of a file that was refused.
        #expect(devices == 1)
        town.clock.advance(by: Self.day)
        let rest = try await anna.addTrack(file)
        #expect(rest.added == 50 && rest.repeated == 100)
    }

    @Test func `posts of a day, devices, groups, links and friends end at their quotas, each with a clear error`()
        async throws
    {
        let town = try Town {
            $0.accountLimits.postsPerDay = 3
            ($0.accountLimits.devices, $0.accountLimits.circles, $0.accountLimits.friends) = (2, 2, 1)
        }
        let anna = try await town.client(of: "anna")
        for name in ["ben", "cleo"] { _ = try await town.client(of: name) }
        for number in 0..<3 {
            let post = try await anna.add(HereaboutsAPI.NewPost(message: "\(number)"))
            // Deleting gives no other one.
            try await anna.deletePost(post.id)
        }
        let post = try await refused { _ = try await anna.add(HereaboutsAPI.NewPost(message: "more")) }
        #expect(post.code == .quotaReached && post.message.contains("3 posts"))
        #expect(try await quota(.postsOfDay, anna).used == 3)
        for _ in 0..<2 { _ = try await anna.add(NewDevice(kind: .program, name: "phone")) }
        let device = try await refused { _ = try await anna.add(NewDevice(kind: .program, name: "phone")) }
        #expect(device.code == .quotaReached && device.message.contains("2 devices"))
        _ = try await anna.askFriend("ben")
        let friend = try await refused { _ = try await anna.askFriend("cleo") }
        #expect(friend.code == .quotaReached && friend.message.contains("1 friends"))
        let ends = WireTime.text(town.clock.now() + Self.day / 2)
        _ = try await anna.add(NewGroup(name: "walk", ends: ends, precision: .fuzzy))
        _ = try await anna.add(HereaboutsAPI.NewLink(ends: ends, precision: .fuzzy))
        let circle = try await refused { _ = try await anna.add(NewGroup(name: "more", ends: ends, precision: .fuzzy)) }
        #expect(circle.code == .quotaReached && circle.message.contains("2 groups and links"))
        #expect(try await quota(.groupsAndLinks, anna).used == 2)
        #expect(try await quota(.devices, anna).used == 2)
        #expect(try await quota(.friends, anna) == QuotaUse(of: .friends, used: 1, limit: 1))
        // The next day there are posts again; quotas that are not daily stay the same.
        town.clock.advance(by: Self.day)
        _ = try await anna.add(HereaboutsAPI.NewPost(message: "next"))
        #expect(try await quota(.postsOfDay, anna).used == 1)
    }

    /// A store whose rows of one person cannot be read keeps nothing else, and much of one person comes after all others.
    @Test func `a person with many positions, or damaged rows, does not keep others' positions beyond their age`()
        async throws
    {
        let town = try Town {
            ($0.positionLimits.reportedPerDay, $0.positionLimits.reportedPerMinute) = (1_000_000, 1_000_000)
        }
        var people: [AccountID] = []
        let now = town.clock.now()
        for name in ["much", "damaged", "little"] {
            let client = try await town.client(of: name)
            let phone = town.client(token: try await client.add(NewDevice(kind: .program, name: "phone")).token)
            let count: Int64 = name == "much" ? 60_000 : 20
            for first in stride(from: 0, to: count, by: 20_000) {
                _ = try await phone.report(
                    (first..<min(first + 20_000, count)).map {
                        ReportedPosition(
                            millisecondsSince1970: now - 20 * Self.day + $0 * Self.day / count, lat: 60.17, lon: 24.94)
                    })
            }
            people.append(try #require(town.community.account(named: name)).id)
        }
        let piece = try #require(town.presence.hours(of: people[1], in: 0...Int64.max).first)
        let broken = SealedHour(hour: now / 3_600_000 - 1, number: 999, key: piece.key, sealed: [1, 2, 3])
        for number in [999, 1000] as [Int64] {
            try town.presence.add(
                [SealedHour(hour: broken.hour, number: number, key: broken.key, sealed: broken.sealed)], of: people[1],
                use: nil)
        }
        town.clock.advance(by: 12 * Self.day)
        await town.server.tidyPresence()
        #expect(town.presence.hours(of: people[0], in: 0...Int64.max).isEmpty)
        #expect(town.presence.hours(of: people[1], in: 0...Int64.max).allSatisfy { $0.hour == broken.hour })
        #expect(town.presence.hours(of: people[2], in: 0...Int64.max).isEmpty)
    }
}
