package import Community

/// The most positions of one account.
package struct PositionLimits: Sendable, Equatable {
    /// Positions that devices report in a day (UTC).
    package var reportedPerDay = 20_000
    /// Those of one minute, by when they were made: a phone that was without a network sends a day of them at once.
    package var reportedPerMinute = 600
    /// Points that are added from files in a day (UTC).
    package var addedPerDay = 200_000
    /// Positions that are kept, all together.
    package var kept = 3_000_000
    /// Positions that are kept of one hour: twenty devices of one a second each.
    package static let keptOfHour = 72_000

    package init() {}
}

/// How much of what it may one account has used on one day, in UTC.
///
/// What is beyond a limit is left out so that the line stays usable: of what comes at once evenly, and of a day whose
/// limit is reached one position a minute, and one at home. Apps are answered as if all had arrived: they would send it again for ever.
package struct PositionUse: Sendable, Equatable {
    /// Counted since 1970.
    package private(set) var day: Int64
    /// Positions of devices that were kept that day.
    package private(set) var reported: Int
    /// Points of files that were kept that day.
    package private(set) var added: Int
    /// Positions of either that were left out that day.
    package private(set) var leftOut: Int
    /// When the last positions beyond a limit were kept, in minutes since 1970.
    private var lastBeyond: Int64 = .min
    private var lastHomeBeyond: Int64 = .min

    package init(day: Int64 = 0, reported: Int = 0, added: Int = 0, leftOut: Int = 0) {
        (self.day, self.reported, self.added, self.leftOut) = (day, reported, added, leftOut)
    }

    /// Where positions come from.
    package enum Source: Sendable {
        case device, file
    }

    private static let minuteInMilliseconds: Int64 = 60_000

    /// Takes up the day that it is at `time`, milliseconds since 1970. A clock that goes back a little begins none; one
    /// that was days ahead was wrong.
    package mutating func begin(at time: Int64) {
        let day = UTCDay.number(at: time)
        if day > self.day || self.day - day > 1 { self = PositionUse(day: day) }
    }

    /// Chooses which of new positions, in the order of times, are kept, by their places in it, and counts them. They
    /// arrive at `arrival`, milliseconds since 1970, from `source` while `kept` others are kept, of which `earlier`
    /// counts those of the same hours. Throws `quotaReached` where a file has no place for any.
    package mutating func choose(
        of positions: [Position], from source: Source, at arrival: Int64, kept: Int,
        beside earlier: MinuteCounts = MinuteCounts(), _ limits: PositionLimits
    ) throws(CommunityFault) -> [Int] {
        begin(at: arrival)
        guard !positions.isEmpty else { return [] }
        let places = Self.thinned(Array(positions.indices), of: positions, each: PositionRecords.hourInMilliseconds) {
            PositionLimits.keptOfHour - earlier.ofHour(at: $0)
        }
        var chosen =
            switch source {
            case .device: chooseReported(places, of: positions, at: arrival, kept: kept, beside: earlier, limits)
            case .file: try chooseAdded(places, of: positions, at: arrival, kept: kept, limits)
            }
        keepHome(of: positions, in: &chosen, at: arrival)
        leftOut += positions.count - chosen.count
        return chosen
    }

    private mutating func chooseReported(
        _ places: [Int], of positions: [Position], at arrival: Int64, kept: Int, beside earlier: MinuteCounts,
        _ limits: PositionLimits
    ) -> [Int] {
        let room = min(limits.reportedPerDay - reported, limits.kept - kept)
        guard room > 0 else {
            let minute = arrival / Self.minuteInMilliseconds, one = Self.spread(1, of: places, positions)
            guard let first = one.first else { return [] }
            let isHome = positions[first].isAtHome
            guard minute != (isHome ? lastHomeBeyond : lastBeyond) else { return [] }
            if isHome { lastHomeBeyond = minute } else { lastBeyond = minute }
            return one
        }
        let thinned = Self.thinned(places, of: positions, each: Self.minuteInMilliseconds) {
            limits.reportedPerMinute - earlier.ofMinute(at: $0)
        }
        let chosen = Self.spread(room, of: thinned, positions)
        reported += chosen.count
        return chosen
    }

    private mutating func chooseAdded(
        _ places: [Int], of positions: [Position], at arrival: Int64, kept: Int, _ limits: PositionLimits
    ) throws(CommunityFault) -> [Int] {
        guard kept < limits.kept else {
            throw .quotaReached(.keptPositions, limit: limits.kept, secondsLeft: nil)
        }
        guard added < limits.addedPerDay else {
            throw .quotaReached(
                .trackPoints, limit: limits.addedPerDay, secondsLeft: UTCDay.secondsLeft(at: arrival))
        }
        let chosen = Self.spread(min(limits.addedPerDay - added, limits.kept - kept), of: places, positions)
        added += chosen.count
        return chosen
    }

    /// Chooses the last position at home where no other one is chosen, once in a minute: of a minute or an hour that is
    /// full, too, it must be known that they were there.
    private mutating func keepHome(of positions: [Position], in chosen: inout [Int], at arrival: Int64) {
        let minute = arrival / Self.minuteInMilliseconds
        guard chosen.count < positions.count, lastHomeBeyond != minute,
            !chosen.contains(where: { positions[$0].isAtHome }),
            let home = positions.lastIndex(where: \.isAtHome)
        else { return }
        lastHomeBeyond = minute
        chosen.insert(home, at: chosen.firstIndex { $0 > home } ?? chosen.endIndex)
    }

    /// Of `places`, in the order of times, at most as many of each span of `length` milliseconds as there is `room` for
    /// at one of its times.
    private static func thinned(
        _ places: [Int], of positions: [Position], each length: Int64, room: (Int64) -> Int
    ) -> [Int] {
        var chosen: [Int] = [], start = 0
        while start < places.count {
            let time = positions[places[start]].time
            var end = start + 1
            while end < places.count, positions[places[end]].time / length == time / length { end += 1 }
            chosen += spread(room(time), of: Array(places[start..<end]), positions)
            start = end
        }
        return chosen
    }

    /// At most `count` of `places`, as far from each other as can be: one stands for some, the last of them, or the last
    /// at home. What hides the way from home depends on those.
    private static func spread(_ count: Int, of places: [Int], _ positions: [Position]) -> [Int] {
        guard count < places.count else { return places }
        return (0..<max(0, count)).compactMap { index in
            let part = places[index * places.count / count..<(index + 1) * places.count / count]
            return part.last { positions[$0].isAtHome } ?? part.last
        }
    }

    /// Whether this is to be written when `before` was written last: each position would cost a page of the disk. A
    /// server that ends without a word forgets fewer than a hundred.
    func isToBeKept(after before: PositionUse?) -> Bool {
        guard let before, before.day == day else { return true }
        return added != before.added || reported - before.reported >= Self.keptInSteps
            || leftOut - before.leftOut >= Self.keptInSteps
    }

    private static let keptInSteps = 100
}
