import GeoCore

/// What somebody lets others know of where they are. Everything is off until they say otherwise, each thing by itself.
package struct Sharing: Sendable, Equatable {
    /// What friends are told.
    package var friends: Precision?
    /// The name under which everybody who may look is told, never exactly.
    package var pseudonym: String?
    /// Whether their visits count, unnamed, in how busy places are.
    package var countsInStatistics = false
    /// Areas where they are told to be "at home" and nothing else.
    package var homes: [HomeGrid.Cell] = []
    /// Until when they want to count as being at home wherever they are, in milliseconds since 1970; `.max` until they
    /// say otherwise.
    package var atHomeUntil: Int64 = 0
    /// When they began to; `nil` while they do not.
    package private(set) var atHomeSince: Int64?
    /// When they counted as being at home before, in milliseconds since 1970: a phone may only now tell where it was
    /// then.
    package private(set) var atHomeTimes: [ClosedRange<Int64>] = []
    /// Days that what their devices reported is kept.
    package var retentionDays = 30
    /// Whether the visits in it are kept for themselves until they say otherwise.
    package var keepsVisits = false

    package init() {}

    /// How exactly.
    package enum Precision: UInt8, Sendable, CaseIterable {
        /// Somewhere around, at the same spot each time.
        case fuzzy
        /// As the device says.
        case exact
    }

    /// The most areas of one person.
    package static let maximumHomes = 3
    package static let maximumRetentionDays = 30

    /// More times than this are put together, the oldest first.
    private static let maximumTimes = 50
    private static let dayInMilliseconds: Int64 = 86_400_000

    /// This, chosen at `time` after `before`: with the times when they counted as being at home until now.
    func after(_ before: Sharing, at time: Int64) -> Sharing {
        var sharing = self
        sharing.atHomeTimes = before.atHomeTimes.filter {
            $0.upperBound >= time - Int64(Self.maximumRetentionDays) * Self.dayInMilliseconds
        }
        let wasOn = time < before.atHomeUntil, isOn = time < atHomeUntil
        sharing.atHomeSince = isOn ? (wasOn ? before.atHomeSince : nil) ?? time : nil
        // One that has run out by itself counts as well.
        if wasOn || before.atHomeSince != nil, !(wasOn && isOn) {
            let last = min(time, before.atHomeUntil)
            sharing.atHomeTimes.append(min(before.atHomeSince ?? 0, last)...last)
        }
        while sharing.atHomeTimes.count > Self.maximumTimes {
            let first = sharing.atHomeTimes.removeFirst()
            sharing.atHomeTimes[0] =
                min(first.lowerBound, sharing.atHomeTimes[0].lowerBound)...sharing.atHomeTimes[0].upperBound
        }
        return sharing
    }

    /// As it was kept.
    mutating func takeUp(atHomeSince: Int64?, atHomeTimes: [ClosedRange<Int64>]) {
        (self.atHomeSince, self.atHomeTimes) = (atHomeSince, atHomeTimes)
    }

    /// Whether somebody sees more of them, or what they see is more exact, than by `before`.
    package func shows(moreThan before: Sharing) -> Bool {
        let precision = { (sharing: Sharing) in sharing.friends.map { Int($0.rawValue) } ?? -1 }
        return precision(self) > precision(before) || pseudonym != nil && pseudonym != before.pseudonym
            // Without an area, others see where home is.
            || !before.homes.allSatisfy(homes.contains)
    }

    /// Whether less is kept of where they were than by `before`.
    package func keeps(lessThan before: Sharing) -> Bool {
        retentionDays < before.retentionDays || before.keepsVisits && !keepsVisits
    }

    /// Whether somebody at `point` counts as being at home: in one of their areas or right beside it, or anywhere while
    /// they say so.
    func isAtHome(_ point: PointE7, at time: Int64) -> Bool {
        saysAtHome(at: time) || atHomeTimes.contains { $0.contains(time) || $0.contains(time + People.clockError) }
            || homes.contains { $0.isNear(point) }
    }

    /// Whether `time`, by a clock that may be some minutes behind, lies in what they have said now: before it they were
    /// where they were.
    func saysAtHome(at time: Int64) -> Bool {
        (atHomeSince ?? .min) <= time + People.clockError && time < atHomeUntil
    }

    /// Whether, at `time`, by this machine's clock, they said that they are at home, now or then.
    func hasSaidAtHome(at time: Int64) -> Bool {
        (atHomeSince ?? .min) <= time && time < atHomeUntil || atHomeTimes.contains { $0.contains(time) }
    }

    /// When they said each time that they are at home, in milliseconds since 1970, in order.
    var saidAtHome: [Int64] { atHomeTimes.map(\.lowerBound) + [atHomeSince].compactMap(\.self) }

    /// The area that stands for being at home at `point`; `nil` when they have named none.
    func home(at point: PointE7) -> HomeGrid.Cell? { homes.first { $0.isNear(point) } ?? homes.first }
}
