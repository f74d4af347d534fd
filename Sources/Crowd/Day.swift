package import GeoCore

/// A resident's day, second by second.
package struct Day: Sendable {
    package struct Stay: Sendable {
        /// The spot; `nil` for home.
        package let spot: Int?
        package let point: PointE7
        /// The begin in seconds of the day.
        package let from: Int
        package let until: Int
    }

    package let stays: [Stay]
    /// The walk from each stay to the next.
    package let walks: [Walk]

    static let seconds = 86_400
    /// The shortest trip, and the latest arrival, in seconds.
    private static let shortest = 600
    private static let latest = 85_000
    private static let leastShare = 300

    init(_ resident: Resident, day: Int, in town: Town, seed: UInt64, _ walks: inout WalkFinder) {
        let plan = Plan(resident, day: day, seed: seed)
        var generator = SeededGenerator(seed: seed, 4, UInt64(resident.number), UInt64(bitPattern: Int64(day)))
        var stays: [Stay] = [], ways: [Walk] = []
        var here = (spot: Int?.none, door: resident.home, point: resident.home, since: 0), earliest = 0
        for item in plan.items where item.spot != here.spot || item.spot == nil {
            let door = item.spot.map { town.spots[$0].point } ?? resident.home
            guard door != here.door else { continue }
            let way = walks.walk(from: here.door, to: door)
            let point = item.spot.map { town.seat(at: $0, &generator) } ?? resident.home
            let walk = Walk([here.point] + way.line + [point], speed: way.speed * resident.pace)
            let leave = max(earliest, item.begin - Int(walk.seconds)), arrival = leave + Int(walk.seconds)
            // It is too late for this trip, so the resident stays.
            guard arrival < Self.latest else { continue }
            stays.append(Stay(spot: here.spot, point: here.point, from: here.since, until: leave))
            ways.append(walk)
            here = (item.spot, door, point, arrival)
            earliest = max(item.spot == nil ? arrival : item.end, arrival + Self.shortest)
        }
        if here.spot != nil {
            let way = walks.walk(from: here.door, to: resident.home)
            let walk = Walk([here.point] + way.line, speed: way.speed * resident.pace)
            stays.append(Stay(spot: here.spot, point: here.point, from: here.since, until: earliest))
            ways.append(walk)
            here = (nil, resident.home, resident.home, earliest + Int(walk.seconds))
        }
        stays.append(Stay(spot: nil, point: resident.home, from: here.since, until: max(here.since, Self.seconds)))
        (self.stays, self.walks) = (stays, ways)
    }

    /// Returns the hours of the day in which the resident was at a place for five minutes or more, counting stays of
    /// ten minutes or more: each hour once, in order. `place` returns the place of a stay that counts.
    package func hours<Place: Equatable>(_ place: (Stay) -> Place?) -> [(hour: Int, place: Place)] {
        var hours: [(hour: Int, place: Place)] = []
        for stay in stays where stay.until - stay.from >= Self.shortest {
            guard let place = place(stay) else { continue }
            for hour in stay.from / 3600...min(23, (stay.until - 1) / 3600) {
                let share = min(stay.until, (hour + 1) * 3600) - max(stay.from, hour * 3600)
                let isNew = !hours.contains { $0 == (hour, place) }
                if share >= Self.leastShare, isNew { hours.append((hour, place)) }
            }
        }
        return hours
    }

    /// Returns the resident's position at a second of the day, the stay if there is one, and the speed.
    package func position(at second: Int) -> (point: PointE7, stay: Stay?, speed: Double) {
        for (index, stay) in stays.enumerated() {
            if second < stay.until || index == walks.count {
                return (stay.point, stay, 0)
            }
            if second < stays[index + 1].from {
                let walk = walks[index]
                return (walk.point(after: Double(second - stay.until)), nil, walk.speed)
            }
        }
        return (stays[0].point, stays[0], 0)
    }
}
