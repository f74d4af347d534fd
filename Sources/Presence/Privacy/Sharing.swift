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
    /// Until when they want to count as being at home wherever they are, in milliseconds since 1970; `.max` until they say otherwise.
    package var atHomeUntil: Int64 = 0
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

    /// Whether somebody at `point` counts as being at home: in one of their areas or right beside it.
    func isAtHome(_ point: PointE7, at time: Int64) -> Bool {
        time < atHomeUntil || homes.contains { $0.isNear(point) }
    }

    /// The area that stands for being at home at `point`; `nil` when they have named none.
    func home(at point: PointE7) -> HomeGrid.Cell? { homes.first { $0.isNear(point) } ?? homes.first }
}
