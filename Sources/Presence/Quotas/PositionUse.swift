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
    /// The newest minute of which positions of devices were kept, and how many were.
    private var minute: Int64 = .min
    private var keptOfMinute = 0
    /// When the last positions beyond the day's limit were kept, in minutes since 1970.
    private var lastBeyond: Int64 = .min
    private var lastHomeBeyond: Int64 = .min

    package init(day: Int64 = 0, reported: Int = 0, added: Int = 0, leftOut: Int = 0) {
        (self.day, self.reported, self.added, self.leftOut) = (day, reported, added, leftOut)
    }

    /// Where positions come from.
    package enum Source: Sendable {
        case device, file
    }

    private static let dayInMilliseconds: Int64 = 86_400_000
    private static let minuteInMilliseconds: Int64 = 60_000

    /// The day at `time`, milliseconds since 1970.
    static func day(of time: Int64) -> Int64 { time / dayInMilliseconds }

    /// Takes up the day that it is at `time`, milliseconds since 1970. A clock that goes back a little begins none; one
    /// that was days ahead was wrong.
    package mutating func begin(at time: Int64) {
        let day = Self.day(of: time)
        if day > self.day || self.day - day > 1 { self = PositionUse(day: day) }
    }

    /// Seconds from `time`, milliseconds since 1970, until the next day begins, one at least.
    package static func secondsLeft(at time: Int64) -> Int {
        Int((dayInMilliseconds - time % dayInMilliseconds + 999) / 1000)
    }

    /// Chooses which of new positions, in the order of times, are kept, by their places in it, and counts them. They
    /// arrive at `arrival`, milliseconds since 1970, from `source` while `kept` others are kept. Throws `quotaReached`
    /// where a file has no place for any.
    package mutating func choose(
        of positions: [Position], from source: Source, at arrival: Int64, kept: Int, _ limits: PositionLimits
    ) throws(CommunityFault) -> [Int] {
        begin(at: arrival)
        guard !positions.isEmpty else { return [] }
        let chosen =
            switch source {
            case .device: chooseReported(positions, at: arrival, kept: kept, limits)
            case .file: try chooseAdded(positions, at: arrival, kept: kept, limits)
            }
        leftOut += positions.count - chosen.count
        return chosen
    }

    private mutating func chooseReported(
        _ positions: [Position], at arrival: Int64, kept: Int, _ limits: PositionLimits
    ) -> [Int] {
        let room = min(limits.reportedPerDay - reported, limits.kept - kept), all = Array(positions.indices)
        guard room > 0 else {
            let minute = arrival / Self.minuteInMilliseconds, one = Self.spread(1, of: all, positions)
            let isHome = one.contains { positions[$0].isAtHome }
            guard minute != (isHome ? lastHomeBeyond : lastBeyond) else { return [] }
            if isHome { lastHomeBeyond = minute } else { lastBeyond = minute }
            return one
        }
        let chosen = Self.spread(room, of: thinnedByMinute(positions, limits.reportedPerMinute), positions)
        reported += chosen.count
        return chosen
    }

    private mutating func chooseAdded(
        _ positions: [Position], at arrival: Int64, kept: Int, _ limits: PositionLimits
    ) throws(CommunityFault) -> [Int] {
        guard kept < limits.kept else {
            throw .quotaReached(.keptPositions, limit: limits.kept, secondsLeft: nil)
        }
        guard added < limits.addedPerDay else {
            throw .quotaReached(
                .trackPoints, limit: limits.addedPerDay, secondsLeft: Self.secondsLeft(at: arrival))
        }
        let room = min(limits.addedPerDay - added, limits.kept - kept)
        let chosen = Self.spread(room, of: Array(positions.indices), positions)
        added += chosen.count
        return chosen
    }

    /// The places of at most `limit` positions of each minute.
    private mutating func thinnedByMinute(_ positions: [Position], _ limit: Int) -> [Int] {
        var chosen: [Int] = [], start = 0
        while start < positions.count {
            let minute = positions[start].time / Self.minuteInMilliseconds
            var end = start + 1
            while end < positions.count, positions[end].time / Self.minuteInMilliseconds == minute { end += 1 }
            let known = minute == self.minute ? keptOfMinute : 0
            let part = Self.spread(max(0, limit - known), of: Array(start..<end), positions)
            if minute >= self.minute { (self.minute, keptOfMinute) = (minute, known + part.count) }
            chosen += part
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
