package import Community

extension People {
    /// Somebody as one viewer may see them.
    package struct Seen: Sendable, Equatable {
        /// Whose name is told; `nil` for who is told under a pseudonym.
        package let person: AccountID?
        /// In which circle they are told; `nil` for a friend, and for who is told to everybody.
        package var circle: CircleID?
        /// The pseudonym of who shares with everybody.
        package let pseudonym: String?
        /// The same for one person as long as they are seen, and nobody else's; tells nothing else.
        package let mark: UInt64
        package let whereabouts: Whereabouts
        /// Whether a place is told as the device says.
        package let isExact: Bool

        /// The radius, in metres, of the circle around a moved place that holds the true one in 19 of 20 cases; `nil`
        /// for an exact place, and at home.
        package var radiusInMetres: Double? {
            guard case .at = whereabouts, !isExact else { return nil }
            return FuzzyGrid.radius
        }
    }

    /// What others are told of one person.
    package struct Published: Sendable, Equatable {
        package let friends: Seen?
        package let everybody: Seen?
        /// What those are told who are in a circle with them, or have its link.
        package var circles: [CircleID: Seen] = [:]

        package init(friends: Seen?, everybody: Seen?) { (self.friends, self.everybody) = (friends, everybody) }

        /// What one is told who is a friend or not, and in these circles: the most exact of all.
        package func seen(by viewer: Ties.OfOne) -> Seen? {
            let known = (viewer.isFriend ? [friends] : []) + viewer.circles.sorted().map { circles[$0] }
            return known.compactMap { $0 }.first { $0.isExact } ?? known.compactMap { $0 }.first ?? everybody
        }
    }

    /// Through whom somebody sees others.
    package struct Ties: Sendable, Equatable {
        package var friends: Set<AccountID> = []
        package var circles: Set<CircleID> = []

        package init() {}

        /// What ties them to one person.
        package struct OfOne: Sendable {
            let isFriend: Bool
            let circles: Set<CircleID>
        }

        package func to(_ person: AccountID) -> OfOne {
            OfOne(isFriend: friends.contains(person), circles: circles)
        }
    }
}
