package import Community

/// What is kept of who is whose friend. What a call has written is on the disk when it returns.
package protocol FriendStore: Sendable {
    /// Everybody whom a person has asked to be a friend, or who asked them, or who is one.
    func friendships(of person: AccountID) async throws -> [Friendship]
    /// Keeps that `person` wants to be a friend of `other`, who may want so too; throws `Friendship.tooMany`.
    func ask(_ other: AccountID, of person: AccountID, at milliseconds: Int64) async throws
    /// Ends what is between two people, whoever began it; nothing is no fault.
    func part(_ person: AccountID, from other: AccountID) async throws
    /// Removes whom a person knows, and that others know them; nothing is no fault.
    func forgetFriends(of person: AccountID) async throws
}

/// What is between a person and another, as that person sees it.
package struct Friendship: Sendable, Equatable {
    package let other: AccountID
    package let state: State

    package init(other: AccountID, state: State) {
        self.other = other
        self.state = state
    }

    package enum State: Sendable, Equatable {
        /// This person asked.
        case asked
        /// The other asked.
        case wanted
        /// Both want to: they are friends.
        case mutual
    }

    /// The most of one person, asked ones included.
    package static let maximum = 500

    /// What who has `maximum` is told.
    package static let tooMany = CommunityFault.invalid(
        field: "friend", reason: "is one more than the \(maximum) that one person may have; part from one first")
}
