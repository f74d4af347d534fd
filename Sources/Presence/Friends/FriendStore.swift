package import Community

/// What is kept of who is whose friend. What a call has written is on the disk when it returns.
package protocol FriendStore: Sendable {
    /// Everybody whom a person has asked to be a friend, or who asked them, or who is one.
    func friendships(of person: AccountID) async throws -> [Friendship]
    /// Keeps that `person`, who knows less than `limit`, wants to be a friend of `other`, who may want so too; throws
    /// `Friendship.tooMany`.
    func ask(_ other: AccountID, of person: AccountID, atMost limit: Int, at milliseconds: Int64) async throws
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

    /// What happens to a person who knows as many as they may, asked ones included.
    package static func tooMany(_ limit: Int) -> CommunityFault {
        .quotaReached(.friends, limit: limit, secondsLeft: nil)
    }
}
