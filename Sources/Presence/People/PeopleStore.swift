package import Community

/// What is kept of who shares what with whom. What a call has written is on the disk when it returns.
package protocol PeopleStore: Sendable {
    /// What a person shares, sealed; `nil` for one who has said nothing.
    func sharing(of person: AccountID) async throws -> SealedSharing?
    /// Keeps what a person shares; throws `changedMeanwhile` when it is not the revision after the one that is there.
    func setSharing(_ sharing: SealedSharing, of person: AccountID) async throws
    /// Who has said what they share, in the order of ids, at most `limit` behind `person`.
    func sharers(after person: AccountID?, limit: Int) async throws -> [AccountID]
    /// Everybody whom a person has asked to be a friend, or who asked them, or who is one.
    func friendships(of person: AccountID) async throws -> [Friendship]
    /// Keeps that `person` wants to be a friend of `other`, who may want so too; throws `Friendship.tooMany`.
    func ask(_ other: AccountID, of person: AccountID, at milliseconds: Int64) async throws
    /// Ends what is between two people, whoever began it; nothing is no fault.
    func part(_ person: AccountID, from other: AccountID) async throws
    /// Removes what a person shares; nothing is no fault.
    func forgetSharing(of person: AccountID) async throws
    /// Removes whom a person knows, and that others know them; nothing is no fault.
    func forgetFriends(of person: AccountID) async throws
}

/// What a person shares, which only their key opens.
package struct SealedSharing: Sendable, Equatable {
    /// 1 when new, one more with each change.
    package let revision: Int
    /// The name of the key that opens it.
    package let key: Int64
    package let sealed: [UInt8]

    package init(revision: Int, key: Int64, sealed: [UInt8]) {
        self.revision = revision
        self.key = key
        self.sealed = sealed
    }
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
