package import Passkeys

/// A passkey with which somebody logs in to an account.
package struct AccountPasskey: Sendable, Equatable {
    package let id: PasskeyID
    package let account: AccountID
    /// What it is called in the list of passkeys.
    package let label: String
    package var passkey: Passkey
    /// Milliseconds since 1970.
    package let created: Int64
    /// When somebody last showed it, in milliseconds since 1970; `nil` for never.
    package var used: Int64?

    package init(
        id: PasskeyID, account: AccountID, label: String, passkey: Passkey, created: Int64, used: Int64? = nil
    ) {
        self.id = id
        self.account = account
        self.label = label
        self.passkey = passkey
        self.created = created
        self.used = used
    }

    /// The most of one account.
    package static let maximum = 20
}

package typealias PasskeyID = ID<AccountPasskey>

/// A passkey as it is looked up by whoever shows it.
package struct KnownPasskey: Sendable, Equatable {
    package let passkey: AccountPasskey
    /// How authenticators know the account.
    package let owner: UserHandle
    package let account: Account

    package init(passkey: AccountPasskey, owner: UserHandle, account: Account) {
        self.passkey = passkey
        self.owner = owner
        self.account = account
    }
}

/// What somebody shows a passkey for.
package enum PasskeyUse: Sendable {
    case beginning(Session)
    /// A session, which gets another token.
    case confirming(SessionRenewal)
}

/// Keeps passkeys. What a call has written is on the disk when it returns. What is added, shown or removed is in the
/// history of the account (`HistoryStore`) in the same step.
package protocol PasskeyStore: Sendable {
    /// How authenticators know an account: as `handle` from now on, unless it has a user handle already. Throws
    /// `notFound` when the account has gone.
    func userHandle(of account: AccountID, orElse handle: UserHandle) async throws -> UserHandle
    /// Adds a passkey that a session of its account asks for. Throws `notFound` when the session, the account or its
    /// user handle has gone, `passkeyTaken` when any account has its credential, and `quotaReached`.
    func add(_ passkey: AccountPasskey, by session: SessionID) async throws
    /// The passkeys of an account, newest first.
    func passkeys(of account: AccountID) async throws -> [AccountPasskey]
    /// The passkey with this credential, and whose it is.
    func passkey(_ credential: CredentialID) async throws -> KnownPasskey?
    /// Puts `passkey` in the place of itself as it was when it had counted to `count`, and begins or confirms a session
    /// of its account, in one step. Throws `notFound` when the passkey or the session has gone, and `changedMeanwhile`
    /// when the passkey has counted on.
    func use(_ passkey: AccountPasskey, after count: UInt32, for use: PasskeyUse) async throws
    /// Removes a passkey of an account at `milliseconds` since 1970, and ends the sessions that it began but `asking`;
    /// throws `notFound`.
    func remove(
        _ passkey: PasskeyID, of account: AccountID, but asking: SessionID?, at milliseconds: Int64) async throws
}

extension AccountPasskey {
    /// The fault of who has as many as they may.
    package static let tooMany = CommunityFault.quotaReached(.passkeys, limit: maximum, secondsLeft: nil)
}
