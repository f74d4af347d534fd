package import Community

/// Stores friendships. A call returns once its changes are on the disk.
package protocol FriendStore: Sendable {
    /// Returns the friendships of a person, and the requests that they sent or received.
    func friendships(of person: AccountID) async throws -> [Friendship]
    /// Stores that `person`, who has fewer than `limit` friends and requests, wants to be a friend of `other`, who may
    /// want it too. Throws `Friendship.tooMany`.
    func ask(_ other: AccountID, of person: AccountID, atMost limit: Int, at time: Timestamp) async throws
    /// Ends the friendship or the requests between two people. Does nothing if there are none.
    func part(_ person: AccountID, from other: AccountID) async throws
    /// Removes all friendships and requests of a person. Does nothing if there are none.
    func forgetFriends(of person: AccountID) async throws
}

/// A friendship or a request, as one person sees it.
package struct Friendship: Sendable, Equatable {
    package let other: AccountID
    package let state: State

    package init(other: AccountID, state: State) {
        self.other = other
        self.state = state
    }

    package enum State: Sendable, Equatable {
        /// This person sent a request.
        case asked
        /// The other person sent a request.
        case wanted
        /// Both want it: they are friends.
        case mutual
    }

    /// Returns the error for a person whose friends and requests reach their quota.
    package static func tooMany(_ limit: Int) -> CommunityFault {
        .quotaReached(.friends, limit: limit, secondsLeft: nil)
    }
}
