import Community
import GeoCore

/// The form in which `Sharing` is sealed. Its names and meanings never change: existing databases hold them.
struct StoredSharing: Codable {
    var friends: UInt8?
    var pseudonym: String?
    var statistics: Bool
    /// Zoom, column, row and quarters of each area.
    var homes: [[Int]]
    var atHomeUntil: Timestamp
    /// When the current *at home* began, and the earlier times, each by its first and last millisecond. Older databases
    /// lack them.
    var atHomeSince: Timestamp?
    var atHomeTimes: [[Timestamp]]?
    var retention: Int
    /// Older databases lack it.
    var visits: Bool?

    init(_ sharing: Sharing) {
        friends = sharing.friends?.rawValue
        pseudonym = sharing.pseudonym
        statistics = sharing.countsInStatistics
        homes = sharing.homes.map { [$0.tile.zoom, $0.tile.x, $0.tile.y, Int($0.quarters)] }
        atHomeUntil = sharing.atHomeUntil
        atHomeSince = sharing.atHomeSince
        atHomeTimes = sharing.atHomeTimes.map { [$0.lowerBound, $0.upperBound] }
        retention = sharing.retentionDays
        visits = sharing.keepsVisits
    }

    var sharing: Sharing {
        var sharing = Sharing()
        sharing.friends = friends.flatMap { Sharing.Precision(rawValue: $0) }
        sharing.pseudonym = pseudonym
        sharing.countsInStatistics = statistics
        sharing.homes = homes.compactMap { home in
            guard home.count == 4, let tile = TileID(zoom: home[0], x: home[1], y: home[2]) else { return nil }
            return UInt8(exactly: home[3]).flatMap { HomeGrid.Cell(tile, quarters: $0) }
        }
        sharing.atHomeUntil = atHomeUntil
        sharing.restore(
            atHomeSince: atHomeSince,
            atHomeTimes: (atHomeTimes ?? []).compactMap { $0.count == 2 && $0[0] <= $0[1] ? $0[0]...$0[1] : nil })
        sharing.retentionDays = retention
        sharing.keepsVisits = visits ?? false
        return sharing
    }
}
