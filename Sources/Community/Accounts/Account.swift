/// Somebody who is registered.
package struct Account: Sendable, Equatable {
    package let id: AccountID
    package let name: AccountName
    package var role: Role
    package var password: PasswordHash
    /// 1 when new, one more with each change.
    package var revision: Int
    package let created: HybridTime
    package var changed: HybridTime

    package init(
        id: AccountID, name: AccountName, role: Role, password: PasswordHash, revision: Int, created: HybridTime,
        changed: HybridTime
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.password = password
        self.revision = revision
        self.created = created
        self.changed = changed
    }
}

package typealias AccountID = ID<Account>

/// What somebody may do; each role may do what the ones before it may.
package enum Role: UInt8, Sendable, CaseIterable, Comparable {
    /// Writes posts.
    case user
    /// Edits the guide.
    case curator
    /// Runs the place: users, reports, settings.
    case `operator`

    package static func < (left: Role, right: Role) -> Bool { left.rawValue < right.rawValue }
}
