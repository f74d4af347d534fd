package import Passkeys

/// A passkey of an account.
package struct AccountPasskey: Sendable, Equatable {
    package let id: PasskeyID
    package let account: AccountID
    /// Its name in the list of passkeys.
    package let label: String
    package var passkey: Passkey
    package let created: Timestamp
    /// The time of its last use; `nil` for never.
    package var used: Timestamp?

    package init(
        id: PasskeyID, account: AccountID, label: String, passkey: Passkey, created: Timestamp, used: Timestamp? = nil
    ) {
        self.id = id
        self.account = account
        self.label = label
        self.passkey = passkey
        self.created = created
        self.used = used
    }

    /// The maximum number of passkeys of one account.
    package static let maximum = 20
}

package typealias PasskeyID = ID<AccountPasskey>

/// A passkey with its account, as found by its credential.
package struct KnownPasskey: Sendable, Equatable {
    package let passkey: AccountPasskey
    /// The id by which authenticators know the account.
    package let owner: UserHandle
    package let account: Account

    package init(passkey: AccountPasskey, owner: UserHandle, account: Account) {
        self.passkey = passkey
        self.owner = owner
        self.account = account
    }
}

/// The purpose of a passkey's use.
package enum PasskeyUse: Sendable {
    case beginning(Session)
    /// Confirms a session, which gets a new token.
    case confirming(SessionRenewal)
}

/// Stores passkeys. A call returns when its changes are on disk. Additions, uses and removals enter the account's
/// history (`HistoryStore`) in the same transaction.
package protocol PasskeyStore: Sendable {
    /// Returns the id by which authenticators know an account: its user handle, or `handle`, which it keeps if it has
    /// none yet. Throws `notFound` if the account no longer exists.
    func userHandle(of account: AccountID, orElse handle: UserHandle) async throws -> UserHandle
    /// Adds a passkey at the request of a session of its account. Throws `notFound` if the session, the account or its
    /// user handle no longer exists, `passkeyTaken` if any account has its credential, and `quotaReached`.
    func add(_ passkey: AccountPasskey, by session: SessionID) async throws
    /// Returns the passkeys of an account, newest first.
    func passkeys(of account: AccountID) async throws -> [AccountPasskey]
    /// Returns the passkey with this credential, and its account.
    func passkey(_ credential: CredentialID) async throws -> KnownPasskey?
    /// Replaces a passkey whose counter is at `count` by `passkey`, and begins or confirms a session of its account, in
    /// one transaction. Throws `notFound` if the passkey or the session no longer exists, and `changedMeanwhile` if the
    /// counter is no longer at `count`.
    func use(_ passkey: AccountPasskey, after count: UInt32, for use: PasskeyUse) async throws
    /// Removes a passkey of an account at `time`, and ends the sessions that it began, except `asking`; throws
    /// `notFound`.
    func remove(
        _ passkey: PasskeyID, of account: AccountID, but asking: SessionID?, at time: Timestamp) async throws
}

extension AccountPasskey {
    /// The fault for an account that has the maximum number of passkeys.
    package static let tooMany = CommunityFault.quotaReached(.passkeys, limit: maximum, secondsLeft: nil)
}
