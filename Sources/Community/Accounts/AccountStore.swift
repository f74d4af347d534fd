import Passkeys

/// Keeps accounts. What a call has written is on the disk when it returns. What begins, ends or changes is in the
/// history of the account (`HistoryStore`) in the same step.
package protocol AccountStore: Sendable {
    /// Adds an account at `milliseconds` since 1970; throws `nameTaken`.
    func add(_ account: NewAccount, at milliseconds: Int64) async throws -> Account
    /// The account whose name folds to `folded`.
    func account(named folded: String) async throws -> Account?
    /// Those of `ids` that there are, by id.
    func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account]
    /// At most `limit` accounts, by folded name, behind `name`.
    func accounts(after name: String?, limit: Int) async throws -> [Account]
    /// Changes an account and returns it. Throws `notFound` when the account or the session that asks has gone,
    /// `changedMeanwhile` when the account's password is not `change.replaced` any more, and `lastOperator` when no
    /// operator would be left; then nothing is changed.
    func change(_ id: AccountID, _ change: AccountChange, at milliseconds: Int64) async throws -> Account
    /// Removes an account, its sessions, posts, votes and reports, and returns which pictures went with it; what it
    /// wrote in the guide stays, without its name. Throws `notFound` and `lastOperator`.
    @discardableResult
    func remove(_ id: AccountID, at milliseconds: Int64) async throws -> [PictureID]
}

extension AccountStore {
    package func account(_ id: AccountID) async throws -> Account? { try await accounts([id])[id] }
}

/// An account that is to be added.
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
    /// Another role; `by` gave it, and reads so in their history. Who is no operator any more loses the registration
    /// links that they made.
    case role(Role, by: AccountID?)
    /// A password in place of `replacing`. All ends but what is kept, which is confirmed no more, and the session that
    /// asks, which is, and has another token.
    case password(PasswordHash, replacing: PasswordHash, by: SessionRenewal?, keeping: KeptSignIns)
    /// All ends but what is kept. `by` is the session that asks.
    case signOut(by: SessionID, keeping: KeptSignIns)
    /// A password in place of `replacing`, which its owner lost. All ends, and this session begins.
    case recovery(PasswordHash, replacing: PasswordHash, beginning: Session)
    /// The same password, digested at another cost; sessions go on.
    case rehash(PasswordHash, replacing: PasswordHash)

    /// The password that the account has to have still. (Its revision would not do: a stolen session could raise that
    /// again and again, and so hinder its owner for ever.)
    package var replaced: PasswordHash? {
        switch self {
        case .password(_, let replaced, _, _), .recovery(_, let replaced, _), .rehash(_, let replaced): replaced
        case .role, .signOut: nil
        }
    }

    /// What stays when this takes an account back; `nil` when it does not.
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

/// What lets somebody in to an account, or others register, and stays when the account is taken back.
package struct KeptSignIns: Sendable, Equatable {
    package var sessions: Set<SessionID>
    package var passkeys: Set<PasskeyID>
    /// Of those that the account made: those of others stay anyway.
    package var registrationLinks: Set<RegistrationLinkID>

    package init(
        sessions: Set<SessionID> = [], passkeys: Set<PasskeyID> = [], registrationLinks: Set<RegistrationLinkID> = []
    ) {
        (self.sessions, self.passkeys, self.registrationLinks) = (sessions, passkeys, registrationLinks)
    }
}

/// Another token for a session: whoever has a copy of the old one has nothing any more.
package struct SessionRenewal: Sendable, Equatable {
    package let session: SessionID
    /// What the session has to have still.
    package let old: TokenDigest
    package let new: TokenDigest

    package init(of session: SessionID, from old: TokenDigest, to new: TokenDigest) {
        (self.session, self.old, self.new) = (session, old, new)
    }
}

/// Why a session may begin, and what has to be so still when it does.
package enum SessionGrounds: Sendable, Equatable {
    /// Somebody showed that they know the account's password.
    case password(PasswordHash)
    /// Another session of the account asked for it.
    case session(SessionID)
}

/// Keeps sessions. What a call has written is on the disk when it returns.
package protocol SessionStore: Sendable {
    /// Adds an account together with its first session; throws `nameTaken`, and then adds neither.
    func add(_ account: NewAccount, beginning session: Session, at milliseconds: Int64) async throws -> Account
    /// Adds a session; throws `notFound` when the account or the session that asks for it has gone, and
    /// `changedMeanwhile` when the account has another password by now. Sessions that have ended go, and the oldest
    /// beyond `Session.maximum`.
    func add(_ session: Session, on grounds: SessionGrounds) async throws
    /// The session with this token that has not ended at `milliseconds`, and its account.
    func session(_ token: TokenDigest, at milliseconds: Int64) async throws -> (session: Session, account: Account)?
    /// Those of `sessions` that have not ended at `milliseconds`.
    func running(_ sessions: Set<SessionID>, at milliseconds: Int64) async throws -> Set<SessionID>
    /// The sessions of an account, newest first.
    func sessions(of account: AccountID, at milliseconds: Int64) async throws -> [Session]
    /// Ends a session of an account at `milliseconds` since 1970; throws `notFound`.
    func end(_ session: SessionID, of account: AccountID, at milliseconds: Int64) async throws
    /// Notes that the holder of a session showed that they know `password`, and gives a session of a page the token of
    /// `renewal`. Throws `notFound` when the session has ended, or has another token by now, and `changedMeanwhile`
    /// when the account has another password.
    func confirm(_ renewal: SessionRenewal, knowing password: PasswordHash, at milliseconds: Int64) async throws
    /// Notes that a session was used; one that has ended is no fault.
    func use(_ session: SessionID, at milliseconds: Int64) async throws
}

extension Session {
    /// The most sessions of one account.
    package static let maximum = 50
}
