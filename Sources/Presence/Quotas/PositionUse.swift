package import Community

/// The quotas of one account.
package struct PositionLimits: Sendable, Equatable {
    /// The positions that devices report in a UTC day.
    package var reportedPerDay = 20_000
    /// The positions of one minute, by their own times: a phone that was offline sends a whole day at once.
    package var reportedPerMinute = 600
    /// The points of files in a UTC day.
    package var addedPerDay = 200_000
    /// The stored positions, all together.
    package var kept = 3_000_000
    /// The stored positions of one hour: twenty devices with one a second each.
    package static let keptOfHour = 72_000

    package init() {}
}

/// How much of its quotas one account has used on one UTC day.
///
/// Beyond a quota, the server leaves positions out so that the line stays usable: evenly from what arrives at once, and
/// down to one position a minute, and one at home, once a day's quota is used up. Apps get the answer that everything
/// arrived; otherwise they would send it again for ever.
package struct PositionUse: Sendable, Equatable {
    /// Counted since 1970.
    package private(set) var day: Int64
    /// The stored positions of devices that day.
    package private(set) var reported: Int
    /// The stored points of files that day.
    package private(set) var added: Int
    /// The positions of either kind that were left out that day.
    package private(set) var leftOut: Int
    /// The minute in which the last positions beyond a quota were stored, counted since 1970.
    private var lastBeyond: Int64 = .min
    private var lastHomeBeyond: Int64 = .min

    package init(day: Int64 = 0, reported: Int = 0, added: Int = 0, leftOut: Int = 0) {
        (self.day, self.reported, self.added, self.leftOut) = (day, reported, added, leftOut)
    }

    /// Whether this counts a later day, or more of the same day.
    func isAhead(of other: PositionUse) -> Bool {
        (day, reported + added + leftOut) > (other.day, other.reported + other.added + other.leftOut)
    }

    /// The source of positions.
    package enum Source: Sendable {
        case device, file
    }

    private static let minuteInMilliseconds: Milliseconds = 60_000

    /// Starts the day of `time`. A clock that goes back a little starts no new day; a clock that was days ahead was
    /// wrong.
    package mutating func begin(at time: Timestamp) {
        let day = UTCDay.number(at: time)
        if day > self.day || self.day - day > 1 { self = PositionUse(day: day) }
    }

    /// Chooses the new positions to store, and counts them. Returns their indices.
    ///
    /// `positions` are in the order of times. They arrive at `arrival` from `source`, while `kept` others are stored;
    /// `earlier` counts those in the same hours. Throws `quotaReached` if a file has no room for any.
    package mutating func choose(
        of positions: [Position], from source: Source, at arrival: Timestamp, kept: Int,
        beside earlier: MinuteCounts = MinuteCounts(), _ limits: PositionLimits
    ) throws(CommunityFault) -> [Int] {
        begin(at: arrival)
        guard !positions.isEmpty else { return [] }
        let places = Self.thinned(Array(positions.indices), of: positions, each: UTCHour.milliseconds) {
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
        _ places: [Int], of positions: [Position], at arrival: Timestamp, kept: Int, beside earlier: MinuteCounts,
        _ limits: PositionLimits
    ) -> [Int] {
        let room = min(limits.reportedPerDay - reported, limits.kept - kept)
        guard room > 0 else {
            let minute = arrival / Self.minuteInMilliseconds, one = Self.evenlySpaced(1, of: places, positions)
            guard let first = one.first else { return [] }
            let isHome = positions[first].isAtHome
            guard minute != (isHome ? lastHomeBeyond : lastBeyond) else { return [] }
            if isHome { lastHomeBeyond = minute } else { lastBeyond = minute }
            return one
        }
        let thinned = Self.thinned(places, of: positions, each: Self.minuteInMilliseconds) {
            limits.reportedPerMinute - earlier.ofMinute(at: $0)
        }
        let chosen = Self.evenlySpaced(room, of: thinned, positions)
        reported += chosen.count
        return chosen
    }

    private mutating func chooseAdded(
        _ places: [Int], of positions: [Position], at arrival: Timestamp, kept: Int, _ limits: PositionLimits
    ) throws(CommunityFault) -> [Int] {
        guard kept < limits.kept else {
            throw .quotaReached(.keptPositions, limit: limits.kept, secondsLeft: nil)
        }
        guard added < limits.addedPerDay else {
            throw .quotaReached(
                .trackPoints, limit: limits.addedPerDay, secondsLeft: UTCDay.secondsLeft(at: arrival))
        }
        let chosen = Self.evenlySpaced(min(limits.addedPerDay - added, limits.kept - kept), of: places, positions)
        added += chosen.count
        return chosen
    }

    /// Adds the last position at home if no other one at home is chosen, once a minute. Even if a minute or an hour is
    /// full, the server must know that the person was at home.
    private mutating func keepHome(of positions: [Position], in chosen: inout [Int], at arrival: Timestamp) {
        let minute = arrival / Self.minuteInMilliseconds
        guard chosen.count < positions.count, lastHomeBeyond != minute,
            !chosen.contains(where: { positions[$0].isAtHome }),
            let home = positions.lastIndex(where: \.isAtHome)
        else { return }
        lastHomeBeyond = minute
        chosen.insert(home, at: chosen.firstIndex { $0 > home } ?? chosen.endIndex)
    }

    /// Chooses from `places`, in the order of times: from each span of `length` at most as many as there is `room` for.
    private static func thinned(
        _ places: [Int], of positions: [Position], each length: Milliseconds, room: (Timestamp) -> Int
    ) -> [Int] {
        var chosen: [Int] = [], start = 0
        while start < places.count {
            let time = positions[places[start]].time
            var end = start + 1
            while end < places.count, positions[places[end]].time / length == time / length { end += 1 }
            chosen += evenlySpaced(room(time), of: Array(places[start..<end]), positions)
            start = end
        }
        return chosen
    }

    /// Chooses at most `count` of `places`, evenly. Each stands for a part: the last position of the part, or the last
    /// one at home, on which the hidden trip from home depends.
    private static func evenlySpaced(_ count: Int, of places: [Int], _ positions: [Position]) -> [Int] {
        guard count < places.count else { return places }
        return (0..<max(0, count)).compactMap { index in
            let part = places[index * places.count / count..<(index + 1) * places.count / count]
            return part.last { positions[$0].isAtHome } ?? part.last
        }
    }

    /// Returns whether the store needs this value after `before`, the last stored one: to write it with each position
    /// would cost a page of the disk. A crash loses fewer than a hundred.
    func needsSaving(after before: PositionUse?) -> Bool {
        guard let before, before.day == day else { return true }
        return added != before.added || reported - before.reported >= Self.savedInSteps
            || leftOut - before.leftOut >= Self.savedInSteps
    }

    private static let savedInSteps = 100
}
