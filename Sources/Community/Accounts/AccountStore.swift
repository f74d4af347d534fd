import Passkeys

/// Stores accounts. A call returns when its changes are on disk. Additions, changes and removals enter the account's
/// history (`HistoryStore`) in the same transaction.
package protocol AccountStore: Sendable {
    /// Adds an account at `time`; throws `nameTaken`.
    func add(_ account: NewAccount, at time: Timestamp) async throws -> Account
    /// Returns the account whose name folds to `folded`.
    func account(named folded: String) async throws -> Account?
    /// Returns those of `ids` that exist, by id.
    func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account]
    /// Returns at most `limit` accounts, by folded name, after `name`.
    func accounts(after name: String?, limit: Int) async throws -> [Account]
    /// Changes an account and returns it.
    ///
    /// Throws `notFound` if the account or the asking session no longer exists, `changedMeanwhile` if the account's
    /// password is no longer `change.replaced`, and `lastOperator` if no operator would remain. It then changes
    /// nothing.
    func change(_ id: AccountID, _ change: AccountChange, at time: Timestamp) async throws -> Account
    /// Removes an account with its sessions, posts, votes and reports, and returns the pictures that went with it. Its
    /// guide entries stay, without its name. Throws `notFound` and `lastOperator`.
    @discardableResult
    func remove(_ id: AccountID, at time: Timestamp) async throws -> [PictureID]
}

extension AccountStore {
    package func account(_ id: AccountID) async throws -> Account? { try await accounts([id])[id] }
}

/// An account before the store adds it.
package struct NewAccount: Sendable {
    package let id: AccountID
    package let name: AccountName
    package let role: Role
    package let password: PasswordHash

    package init(id: AccountID, name: AccountName, role: Role, password: PasswordHash) {
        self.id = id
        self.name = name
        self.role = role
        self.password = password
    }
}

package enum AccountChange: Sendable, Equatable {
    /// Changes the role; `by` gave it, and both histories record it. An account that is no longer an operator loses its
    /// registration links.
    case role(Role, by: AccountID?)
    /// Changes the password `replacing`. All sign-ins end except `keeping`, which lose their confirmation, and the
    /// asking session, which stays confirmed and gets a new token.
    case password(PasswordHash, replacing: PasswordHash, by: SessionRenewal?, keeping: KeptSignIns)
    /// Ends all sign-ins except `keeping` and the asking session `by`.
    case signOut(by: SessionID, keeping: KeptSignIns)
    /// Replaces a lost password `replacing`. All sign-ins end, and this session begins.
    case recovery(PasswordHash, replacing: PasswordHash, beginning: Session)
    /// The same password, hashed at another cost; sessions continue.
    case rehash(PasswordHash, replacing: PasswordHash)

    /// The password that the account must still have. A check of its revision would not do: a stolen session could
    /// raise the revision again and again, and so lock out its owner forever.
    package var replaced: PasswordHash? {
        switch self {
        case .password(_, let replaced, _, _), .recovery(_, let replaced, _), .rehash(_, let replaced): replaced
        case .role, .signOut: nil
        }
    }

    /// The sign-ins that stay when this change revokes access to the account; `nil` if it does not.
    package var kept: KeptSignIns? {
        switch self {
        case .password(_, _, let asking, var kept):
            kept.sessions.formUnion([asking?.session].compactMap(\.self))
            return kept
        case .signOut(_, let kept): return kept
        case .recovery: return KeptSignIns()
        case .role, .rehash: return nil
        }
    }
}

/// The sign-ins and links that stay when an owner revokes access to an account.
package struct KeptSignIns: Sendable, Equatable {
    package var sessions: Set<SessionID>
    package var passkeys: Set<PasskeyID>
    /// Links that the account made; links of other operators stay anyway.
    package var registrationLinks: Set<RegistrationLinkID>

    package init(
        sessions: Set<SessionID> = [], passkeys: Set<PasskeyID> = [], registrationLinks: Set<RegistrationLinkID> = []
    ) {
        (self.sessions, self.passkeys, self.registrationLinks) = (sessions, passkeys, registrationLinks)
    }
}

/// A new token for a session: copies of the old token become useless.
package struct SessionRenewal: Sendable, Equatable {
    package let session: SessionID
    /// The token that the session must still have.
    package let old: TokenDigest
    package let new: TokenDigest

    package init(of session: SessionID, from old: TokenDigest, to new: TokenDigest) {
        (self.session, self.old, self.new) = (session, old, new)
    }
}

/// The reason that a session may begin, which must still hold when it does.
package enum SessionGrounds: Sendable, Equatable {
    /// The caller knows the account's password.
    case password(PasswordHash)
    /// Another session of the account asks for it.
    case session(SessionID)
}

/// Stores sessions. A call returns when its changes are on disk.
package protocol SessionStore: Sendable {
    /// Adds an account together with its first session; throws `nameTaken` and then adds neither.
    func add(_ account: NewAccount, beginning session: Session, at time: Timestamp) async throws -> Account
    /// Adds a session. Throws `notFound` if the account or the asking session no longer exists, and `changedMeanwhile`
    /// if the account's password has changed. Removes expired sessions, and the oldest beyond `Session.maximum`.
    func add(_ session: Session, on grounds: SessionGrounds) async throws
    /// Returns the session with this token, unless it has expired at `time`, and its account.
    func session(_ token: TokenDigest, at time: Timestamp) async throws -> (session: Session, account: Account)?
    /// Returns those of `sessions` that have not ended at `time`.
    func running(_ sessions: Set<SessionID>, at time: Timestamp) async throws -> Set<SessionID>
    /// Returns the sessions of an account, newest first.
    func sessions(of account: AccountID, at time: Timestamp) async throws -> [Session]
    /// Ends a session of an account at `time`; throws `notFound`.
    func end(_ session: SessionID, of account: AccountID, at time: Timestamp) async throws
    /// Confirms a session whose holder knows `password`, and gives a page's session the token of `renewal`.
    ///
    /// Throws `notFound` if the session has ended or has another token, and `changedMeanwhile` if the account has
    /// another password.
    func confirm(_ renewal: SessionRenewal, knowing password: PasswordHash, at time: Timestamp) async throws
    /// Records the use of a session; ignores a session that has ended.
    func use(_ session: SessionID, at time: Timestamp) async throws
}

extension Session {
    /// The maximum number of sessions of one account.
    package static let maximum = 50
}
