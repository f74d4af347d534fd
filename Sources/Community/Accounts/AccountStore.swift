/// Keeps accounts. What a call has written is on the disk when it returns. What begins, ends or changes is in the history
/// of the account (`HistoryStore`) in the same step.
package protocol AccountStore: Sendable {
    /// Adds an account at `milliseconds` since 1970; throws `nameTaken`.
    func add(_ account: NewAccount, at milliseconds: Int64) async throws -> Account
    /// The account whose name folds to `folded`.
    func account(named folded: String) async throws -> Account?
    /// Those of `ids` that there are, by id.
    func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account]
    /// At most `limit` accounts, by folded name, behind `name`.
    func accounts(after name: String?, limit: Int) async throws -> [Account]
    /// Changes an account at revision `revision` and returns it; throws `notFound`, `changedMeanwhile`, and
    /// `lastOperator` when no operator would be left.
    func change(
        _ id: AccountID, at revision: Int, _ change: AccountChange, at milliseconds: Int64
    ) async throws -> Account
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
    case role(Role)
    /// Ends all sessions but `keeping`, which are confirmed no more, and the one that asks, which is, in the same step.
    case password(PasswordHash, by: SessionID?, keeping: Set<SessionID> = [])
    /// Ends all sessions but `keeping`; who was let in before and has not begun a session yet begins none.
    case signOut(keeping: Set<SessionID>)
    /// A new password for who lost it: ends all sessions and begins this one, in the same step.
    case recovery(PasswordHash, beginning: Session)
    /// The same password, digested at another cost; sessions go on.
    case rehash(PasswordHash)
}

/// Keeps sessions. What a call has written is on the disk when it returns.
package protocol SessionStore: Sendable {
    /// Adds an account together with its first session; throws `nameTaken`, and then adds neither.
    func add(_ account: NewAccount, beginning session: Session, at milliseconds: Int64) async throws -> Account
    /// Adds a session that was allowed when its account was at `revision`; throws `notFound` when the account has gone
    /// and `changedMeanwhile` when it is another by now. Sessions that have ended go, and the oldest beyond
    /// `Session.maximum`.
    func add(_ session: Session, at revision: Int) async throws
    /// The session with this token that has not ended at `milliseconds`, and its account.
    func session(_ token: TokenDigest, at milliseconds: Int64) async throws -> (session: Session, account: Account)?
    /// Those of `sessions` that have not ended at `milliseconds`.
    func running(_ sessions: Set<SessionID>, at milliseconds: Int64) async throws -> Set<SessionID>
    /// The sessions of an account, newest first.
    func sessions(of account: AccountID, at milliseconds: Int64) async throws -> [Session]
    /// Ends a session of an account at `milliseconds` since 1970; throws `notFound`.
    func end(_ session: SessionID, of account: AccountID, at milliseconds: Int64) async throws
    /// Notes that the holder of a session showed whose account it is, when the account was at `revision`; throws
    /// `notFound` when the session has ended and `changedMeanwhile` when the account is another by now.
    func confirm(_ session: SessionID, at revision: Int, at milliseconds: Int64) async throws
    /// Notes that a session was used; one that has ended is no fault.
    func use(_ session: SessionID, at milliseconds: Int64) async throws
}

extension Session {
    /// The most sessions of one account.
    package static let maximum = 50
}
