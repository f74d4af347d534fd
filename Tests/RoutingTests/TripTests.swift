import GeoCore
import Routing
import TestSupport
import Testing

/// Orders to visit points in, against every order there is, and against simple ones.
@Suite struct TripTests {
    private static let allEnds = [true, false].flatMap { isRoundTrip in
        [true, false].flatMap { start in
            [true, false].map { Trip.Ends(isRoundTrip: isRoundTrip, startsAtFirst: start, endsAtLast: $0) }
        }
    }

    @Test(arguments: allEnds) func `few points are visited in the quickest of all orders`(_ ends: Trip.Ends) throws {
        var random = SeededGenerator(seed: 1)
        for count in 1...7 {
            for round in 0..<6 {
                let times = Self.times(count, &random, missing: round < 3 ? 0 : 0.35)
                let best = Self.orders(count).compactMap { Self.total($0, times, ends) }.min()
                let trip = Trip.quickest(times, ends: ends)
                #expect(trip?.timeMillis == best)
                if let trip { #expect(Self.total(trip.order, times, ends) == trip.timeMillis) }
            }
        }
    }

    @Test(arguments: allEnds) func `many points are visited once each, quicker than always to the nearest`(
        _ ends: Trip.Ends
    ) throws {
        var random = SeededGenerator(seed: 2)
        for count in [11, 12, 17, 25, 40, 60] {
            let times = Self.times(count, &random, missing: 0)
            let trip = try #require(Trip.quickest(times, ends: ends))
            #expect(trip.order.sorted() == Array(0..<count))
            #expect(Self.total(trip.order, times, ends) == trip.timeMillis)
            var nearest = [0], left = Set(1..<count)
            if ends.endsAtLast { left.remove(count - 1) }
            while let next = left.min(by: { (times[nearest.last!, $0]!, $0) < (times[nearest.last!, $1]!, $1) }) {
                nearest.append(next)
                left.remove(next)
            }
            if ends.endsAtLast { nearest.append(count - 1) }
            #expect(trip.timeMillis <= Self.total(nearest, times, ends)!)
        }
    }

    @Test func `points on a circle are visited around it`() throws {
        let count = 50
        var millis: [UInt32] = []
        // Shuffled by a factor that shares no divisor with the count.
        for from in 0..<count {
            for to in 0..<count {
                let apart = ((to - from) * 17 % count + count) % count
                millis.append(UInt32(min(apart, count - apart)) * 1000)
            }
        }
        let times = try #require(TravelTimes(count: count, millis: millis))
        let trip = try #require(Trip.quickest(times))
        #expect(trip.timeMillis == 50_000)
    }

    @Test func `streets in one direction only are followed`() throws {
        let count = 30
        var millis = [UInt32](repeating: 90_000, count: count * count)
        for point in 0..<count { millis[point * count + (point + 7) % count] = 1000 }
        let times = try #require(TravelTimes(count: count, millis: millis))
        let trip = try #require(Trip.quickest(times))
        #expect(trip.timeMillis == 30_000)
    }

    @Test func `points with routes there and back form a group`() throws {
        // 0 and 2 both ways, 1 by way of 3 from 4 and back; 5 can be reached only.
        var millis = [UInt32](repeating: .max, count: 36)
        for point in 0..<6 { millis[point * 7] = 0 }
        for (from, to) in [(0, 2), (2, 0), (1, 3), (3, 4), (4, 1), (0, 5), (1, 5), (2, 3)] {
            millis[from * 6 + to] = 60
        }
        let times = try #require(TravelTimes(count: 6, millis: millis))
        #expect(times.groups == [[0, 2], [1, 3, 4], [5]])
        #expect(Trip.quickest(times) == nil)
        let trip = try #require(Trip.quickest(times.among([1, 3, 4])))
        #expect(trip.order == [0, 1, 2] && trip.timeMillis == 180)
        #expect(Trip.quickest(times.among([0, 2, 3, 4, 1, 5]), ends: Trip.Ends(isRoundTrip: false))?.timeMillis == 300)
    }

    @Test func `nothing and no square are refused`() {
        #expect(TravelTimes(count: 2, millis: [0, 1, 2]) == nil)
        #expect(TravelTimes(count: -1, millis: [0]) == nil)
        #expect(TravelTimes(count: 0, millis: []).flatMap { Trip.quickest($0) } == nil)
    }

    @Test func `a hundred points are one trip`() throws {
        var random = SeededGenerator(seed: 3)
        let times = Self.times(Trip.maximumPoints, &random, missing: 0)
        let trip = try #require(Trip.quickest(times))
        #expect(trip.order.sorted() == Array(0..<Trip.maximumPoints))
    }

    /// Places on a plain, where the way back takes up to a third longer or shorter.
    private static func times(_ count: Int, _ random: inout SeededGenerator, missing: Double) -> TravelTimes {
        let places = (0..<count).map { _ in (random.uniform(in: 0...1000), random.uniform(in: 0...1000)) }
        var millis: [UInt32] = []
        for from in 0..<count {
            for to in 0..<count {
                let x = places[from].0 - places[to].0, y = places[from].1 - places[to].1
                let time = UInt32((x * x + y * y).squareRoot() * random.uniform(in: 700...1000))
                millis.append(from != to && random.uniform(in: 0...1) < missing ? .max : time)
            }
        }
        return TravelTimes(count: count, millis: millis)!
    }

    private static func orders(_ count: Int) -> [[Int]] {
        guard count > 1 else { return [Array(0..<count)] }
        return orders(count - 1).flatMap { order in
            (0..<count).map { Array(order[..<$0] + [count - 1] + order[$0...]) }
        }
    }

    /// The time of an order, or `nil` when it has no such ends or no route.
    private static func total(_ order: [Int], _ times: TravelTimes, _ ends: Trip.Ends) -> UInt64? {
        let count = order.count
        if ends.startsAtFirst, order[0] != 0 { return nil }
        if ends.endsAtLast, order[count - 1] != count - 1 { return nil }
        var total: UInt64 = 0
        for (from, to) in zip(order, order.dropFirst() + (ends.isRoundTrip ? [order[0]] : [])) {
            guard let time = times[from, to] else { return nil }
            total += UInt64(time)
        }
        return total
    }
}
