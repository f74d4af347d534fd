/// Something of which one account may have, or do in a day, only so much; of the guide's entries, all together.
package enum Quota: Sendable, CaseIterable {
    case trackPoints, keptPositions, posts, devices, circles, friends, passkeys, guideEntries
}

/// The most that one account may have, or do in a day, besides positions and pictures.
package struct AccountLimits: Sendable, Equatable {
    /// Posts in a day (UTC), those among them that are deleted.
    package var postsPerDay = 1_000
    package var devices = 20
    /// Groups and links together.
    package var circles = 20
    /// Friends, and those whom somebody asked.
    package var friends = 500

    package init() {}
}
