package import Community

/// A group or a link: people who share their locations until a set time and never after. The members of a group see one
/// another; a link shows its owner to everybody who has it.
package struct Circle: Sendable, Equatable {
    package let id: CircleID
    package let kind: Kind
    /// The person who created it. It ends when they leave.
    package let owner: AccountID
    /// The group's name; empty for a link.
    package let name: String
    /// From then on it shows nobody.
    package let ends: Timestamp
    /// The precision of each person's location in it. A link has its owner only.
    package var members: [AccountID: Sharing.Precision]
    /// How many times its access code was renewed. Each time, the earlier code becomes invalid.
    package var renewals: Int

    package init(
        id: CircleID, kind: Kind, owner: AccountID, name: String, ends: Timestamp,
        members: [AccountID: Sharing.Precision], renewals: Int = 0
    ) {
        self.id = id
        self.kind = kind
        self.owner = owner
        self.name = name
        self.ends = ends
        self.members = members
        self.renewals = renewals
    }

    /// The latest time at which a link first shows its owner's approximate location, if they have reported since they
    /// created it and have stayed in one place; `nil` for an exact link.
    ///
    /// It depends only on the time of creation, which every holder of the link can read from its id.
    package var firstShown: Timestamp? {
        members[owner] == .approximate ? WhereaboutsRule.firstPublication(ofStayFrom: id.milliseconds) : nil
    }

    /// The owner and all members.
    var people: Set<AccountID> { Set(members.keys).union([owner]) }

    /// The store keeps raw values.
    package enum Kind: UInt8, Sendable, CaseIterable { case link, group }

    /// The most people in one group.
    package static let maximumMembers = 200
    /// The most characters in a name.
    package static let nameLength = 64
    /// Returns the longest duration of a link or a group. Clocks may differ by `clockError`.
    package static func longest(_ kind: Kind) -> Milliseconds { (kind == .link ? 7 : 30) * UTCDay.milliseconds }

    static let clockError: Milliseconds = 600_000

    /// Returns the error for a person who is in as many as their quota allows.
    package static func tooMany(_ limit: Int) -> CommunityFault {
        .quotaReached(.circles, limit: limit, secondsLeft: nil)
    }
    /// The error for a person who wants to join a full group.
    package static let full = CommunityFault.invalid(
        field: "invitation", reason: "leads to a group of \(maximumMembers), which has no room for more")
}

package typealias CircleID = ID<Circle>

/// Stores groups and links. A call returns once its changes are on the disk.
package protocol CircleStore: Sendable {
    /// Returns all of them with their members, in the order of ids.
    func circles() async throws -> [Circle]
    func circle(_ id: CircleID) async throws -> Circle?
    func add(_ circle: Circle) async throws
    /// Adds a member or changes the precision of their location. Throws `notFound` if the group does not exist.
    func setMember(_ person: AccountID, _ precision: Sharing.Precision, of circle: CircleID) async throws
    /// Renews the access code of a group or link. Does nothing if it does not exist.
    func renew(_ circle: CircleID) async throws
    /// Removes a member. Does nothing if there is none.
    func removeMember(_ person: AccountID, of circle: CircleID) async throws
    /// Removes groups and links with all their members. Does nothing if they do not exist.
    func removeCircles(_ ids: [CircleID]) async throws
    /// Removes those that have ended by `time`, including rows that the store cannot read.
    func removeCircles(endedBy time: Timestamp) async throws
}
