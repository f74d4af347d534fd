package import Community

extension People {
    /// A person as one viewer sees them.
    package struct Seen: Sendable, Equatable {
        /// The person, if the viewer may know their name; `nil` for a pseudonym.
        package let person: AccountID?
        /// The group or link that shows them; `nil` for friends and the public.
        package var circle: CircleID?
        /// The pseudonym of a person who shares with the public.
        package let pseudonym: String?
        /// Identifies the person while they are visible, and reveals nothing else.
        package let mark: UInt64
        package let whereabouts: Whereabouts
        /// Whether the location is as the device reports it.
        package let isExact: Bool

        /// The radius, in metres, of the circle around an approximate location that holds the true one in 19 of 20
        /// cases; `nil` for an exact location and at home.
        package var radiusInMetres: Double? {
            guard case .at = whereabouts, !isExact else { return nil }
            return ApproximateGrid.radius
        }
    }

    /// One person as each kind of viewer sees them.
    package struct Published: Sendable, Equatable {
        package let friends: Seen?
        package let everybody: Seen?
        /// The person as the members of each group, or the holders of each link, see them.
        package var circles: [CircleID: Seen] = [:]

        package init(friends: Seen?, everybody: Seen?) { (self.friends, self.everybody) = (friends, everybody) }

        /// Returns what a viewer sees: the most precise location that their friendship or groups permit.
        package func seen(by viewer: Ties.OfOne) -> Seen? {
            let known = (viewer.isFriend ? [friends] : []) + viewer.circles.sorted().map { circles[$0] }
            return known.compactMap { $0 }.first { $0.isExact } ?? known.compactMap { $0 }.first ?? everybody
        }
    }

    /// The friendships, groups and links through which a viewer sees others.
    package struct Ties: Sendable, Equatable {
        package var friends: Set<AccountID> = []
        package var circles: Set<CircleID> = []

        package init() {}

        /// The part that concerns one person.
        package struct OfOne: Sendable {
            let isFriend: Bool
            let circles: Set<CircleID>
        }

        package func to(_ person: AccountID) -> OfOne {
            OfOne(isFriend: friends.contains(person), circles: circles)
        }
    }
}
