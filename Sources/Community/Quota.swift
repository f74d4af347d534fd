/// A quantity that is limited for one account, in total or a day; guide entries are limited for all accounts together.
package enum Quota: Sendable, CaseIterable {
    case trackPoints, keptPositions, posts, devices, circles, friends, passkeys, guideEntries
}

/// The limits of one account, apart from positions and pictures.
package struct AccountLimits: Sendable, Equatable {
    /// Posts in a day (UTC), including deleted ones.
    package var postsPerDay = 1_000
    package var devices = 20
    /// Groups and links together.
    package var circles = 20
    /// Friends, including pending requests of the account.
    package var friends = 500

    package init() {}
}
