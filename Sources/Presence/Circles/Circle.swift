package import Community

/// Those whom somebody lets know where they are until a time, and never after: a group, whose members tell each other,
/// or whoever has a link.
package struct Circle: Sendable, Equatable {
    package let id: CircleID
    package let kind: Kind
    /// Who began it: with them it ends.
    package let owner: AccountID
    /// What the members call it; empty for a link.
    package let name: String
    /// Milliseconds since 1970; told of nobody from then on.
    package let ends: Int64
    /// How exactly each who is in it is told: of a link, its owner alone.
    package var members: [AccountID: Sharing.Precision]
    /// How many times what opens it was renewed: each time, what opened it before opens nothing any more.
    package var renewals: Int

    package init(
        id: CircleID, kind: Kind, owner: AccountID, name: String, ends: Int64,
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

    /// When a link shows an area of its owner at the latest, if they have reported since it was made and have stayed in
    /// one place: milliseconds since 1970, made of nothing but the time of its making, which whoever has it can read in
    /// it; `nil` for a link that shows the exact place.
    package var firstShown: Int64? {
        members[owner] == .fuzzy ? WhereaboutsRule.firstPublication(ofStayFrom: id.milliseconds) : nil
    }

    /// Its owner, and all members.
    var people: Set<AccountID> { Set(members.keys).union([owner]) }

    /// Raw values are kept.
    package enum Kind: UInt8, Sendable, CaseIterable { case link, group }

    /// The most people of one group.
    package static let maximumMembers = 200
    /// The most characters of a name.
    package static let nameLength = 64
    /// The longest that a link and a group last, in milliseconds; clocks may differ by `clockError`.
    package static func longest(_ kind: Kind) -> Int64 { (kind == .link ? 7 : 30) * 86_400_000 }

    static let clockError: Int64 = 600_000

    /// What happens to a person who is in as many as they may.
    package static func tooMany(_ limit: Int) -> CommunityFault {
        .quotaReached(.circles, limit: limit, secondsLeft: nil)
    }
    /// What who comes to a full group is told.
    package static let full = CommunityFault.invalid(
        field: "invitation", reason: "leads to a group of \(maximumMembers), which has no room for more")
}

package typealias CircleID = ID<Circle>

/// Keeps circles. What a call has written is on the disk when it returns.
package protocol CircleStore: Sendable {
    /// All of them, with their members, in the order of ids.
    func circles() async throws -> [Circle]
    func add(_ circle: Circle) async throws
    /// Adds a member or changes how exactly they are told; throws `notFound` for a circle that is not there.
    func setMember(_ person: AccountID, _ precision: Sharing.Precision, of circle: CircleID) async throws
    /// Renews what opens a circle; nothing is no fault.
    func renew(_ circle: CircleID) async throws
    /// Removes a member; nothing is no fault.
    func removeMember(_ person: AccountID, of circle: CircleID) async throws
    /// Removes circles with all their members; nothing is no fault.
    func removeCircles(_ ids: [CircleID]) async throws
    /// Removes those that have ended at `time`, milliseconds since 1970, also what cannot be read of them.
    func removeCircles(endedBy time: Int64) async throws
}
