/// A registered account.
package struct Account: Sendable, Equatable {
    package let id: AccountID
    package let name: AccountName
    package var role: Role
    package var password: PasswordHash
    /// 1 for a new account; each change adds 1.
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

/// The rights of an account; each role includes the rights of the roles before it.
package enum Role: UInt8, Sendable, CaseIterable, Comparable {
    /// Writes posts.
    case user
    /// Edits the guide.
    case curator
    /// Manages the place: accounts, reports, settings.
    case `operator`

    package static func < (left: Role, right: Role) -> Bool { left.rawValue < right.rawValue }
}
