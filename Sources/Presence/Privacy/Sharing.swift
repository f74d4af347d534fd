package import Community
import GeoCore

/// A person's choices about sharing their location. Each is off until the person switches it on.
package struct Sharing: Sendable, Equatable {
    /// The precision for friends; `nil` shows them nothing.
    package var friends: Precision?
    /// The name under which the public sees the person, always approximately; `nil` shows nothing.
    package var pseudonym: String?
    /// Whether their visits count anonymously towards how busy places are.
    package var countsInStatistics = false
    /// The areas in which others see "at home" and nothing else.
    package var homes: [HomeGrid.Cell] = []
    /// Until when the person declares to be at home wherever they are; `.max` for no end.
    package var atHomeUntil: Timestamp = 0
    /// When the current *at home* began; `nil` without one.
    package private(set) var atHomeSince: Timestamp?
    /// The times of earlier *at home*: a phone may report later where it was then.
    package private(set) var atHomeTimes: [ClosedRange<Timestamp>] = []
    /// For how many days the server keeps positions.
    package var retentionDays = 30
    /// Whether the server keeps the person's visits, for them alone, until they switch that off.
    package var keepsVisits = false

    package init() {}

    /// The precision of a shared location.
    package enum Precision: UInt8, Sendable, CaseIterable {
        /// A point nearby, the same each time.
        case approximate
        /// As the device reports it.
        case exact
    }

    /// The most home areas of one person.
    package static let maximumHomes = 3
    package static let maximumRetentionDays = 30

    /// If there are more times than this, the oldest ones merge.
    private static let maximumTimes = 50

    /// Returns this choice, made at `time` after `before`, with the times of *at home* until now.
    func after(_ before: Sharing, at time: Timestamp) -> Sharing {
        var sharing = self
        sharing.atHomeTimes = before.atHomeTimes.filter {
            $0.upperBound >= time - Int64(Self.maximumRetentionDays) * UTCDay.milliseconds
        }
        let wasOn = time < before.atHomeUntil, isOn = time < atHomeUntil
        sharing.atHomeSince = isOn ? (wasOn ? before.atHomeSince : nil) ?? time : nil
        // One that expired counts as well.
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

    /// Restores the stored times.
    mutating func restore(atHomeSince: Timestamp?, atHomeTimes: [ClosedRange<Timestamp>]) {
        (self.atHomeSince, self.atHomeTimes) = (atHomeSince, atHomeTimes)
    }

    /// Returns whether a viewer sees more of the person, or sees them more precisely, than with `before`.
    package func shows(moreThan before: Sharing) -> Bool {
        let precision = { (sharing: Sharing) in sharing.friends.map { Int($0.rawValue) } ?? -1 }
        return precision(self) > precision(before) || pseudonym != nil && pseudonym != before.pseudonym
            // A removed area no longer hides the home.
            || !before.homes.allSatisfy(homes.contains)
    }

    /// Returns whether the server keeps less of the person's past than with `before`.
    package func keeps(lessThan before: Sharing) -> Bool {
        retentionDays < before.retentionDays || before.keepsVisits && !keepsVisits
    }

    /// Returns whether a person at `point` counts as being at home: in or beside one of their areas, or anywhere at a
    /// time when they declare it.
    func isAtHome(_ point: PointE7, at time: Timestamp) -> Bool {
        declaresAtHome(at: time) || atHomeTimes.contains { $0.contains(time) || $0.contains(time + People.clockError) }
            || homes.contains { $0.isNear(point) }
    }

    /// Returns whether `time` lies in the current *at home*. The clock that gave `time` may be some minutes behind;
    /// before that, the person was elsewhere.
    func declaresAtHome(at time: Timestamp) -> Bool {
        (atHomeSince ?? .min) <= time + People.clockError && time < atHomeUntil
    }

    /// Returns whether `time`, by the server's clock, lies in the current *at home* or an earlier one.
    func hasDeclaredAtHome(at time: Timestamp) -> Bool {
        (atHomeSince ?? .min) <= time && time < atHomeUntil || atHomeTimes.contains { $0.contains(time) }
    }

    /// When each *at home* began, in order.
    var homeDeclarations: [Timestamp] { atHomeTimes.map(\.lowerBound) + [atHomeSince].compactMap(\.self) }

    /// Returns the area that stands for being at home at `point`; `nil` if the person has named none.
    func home(at point: PointE7) -> HomeGrid.Cell? { homes.first { $0.isNear(point) } ?? homes.first }
}
