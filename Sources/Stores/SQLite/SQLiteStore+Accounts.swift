package import Community
import Foundation
import GRDB

extension SQLiteStore: AccountStore {
    package func add(_ account: NewAccount, at milliseconds: Int64) async throws -> Account {
        try await write { [tenant] database, clock in
            let added = try database.add(account, of: tenant, clock.reading(at: milliseconds))
            try database.note(AccountNote(.registered, "", at: milliseconds), of: added.id, of: tenant)
            return added
        }
    }

    package func account(named folded: String) async throws -> Account? {
        try await read { [tenant] database in
            try database.account(where: "tenant = ? AND folded_name = ?", [tenant, folded])
        }
    }

    package func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] {
        try await read { [tenant] database in
            try ids.reduce(into: [:]) { $0[$1] = try database.account($1, of: tenant) }
        }
    }

    package func accounts(after name: String?, limit: Int) async throws -> [Account] {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(Account.columns) FROM accounts WHERE tenant = ? AND folded_name > ?
                    ORDER BY folded_name LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [tenant, name ?? "", limit]).map { try Account($0) }
        }
    }

    package func change(
        _ id: AccountID, at revision: Int, _ change: AccountChange, at milliseconds: Int64
    ) async throws -> Account {
        try await write { [tenant] database, clock in
            guard var account = try database.account(id, of: tenant) else { throw CommunityFault.notFound }
            guard account.revision == revision else {
                throw CommunityFault.changedMeanwhile(current: account.revision)
            }
            switch change {
            case .password(let password, let asking, let kept):
                account.password = password
                try database.endSessions(of: id, of: tenant, but: kept.union([asking].compactMap { $0 }))
                try database.execute(
                    sql: "UPDATE sessions SET confirmed = iif(id IS ?, ?, 0) WHERE tenant = ? AND account = ?",
                    arguments: [asking?.data, milliseconds, tenant, id.data])
            case .signOut(let kept): try database.endSessions(of: id, of: tenant, but: kept)
            case .recovery(let password, _):
                account.password = password
                try database.endSessions(of: id, of: tenant, but: [])
            case .rehash(let password): account.password = password
            case .role(let role):
                if role != .operator { try database.checkOperators(of: tenant, without: account) }
                account.role = role
            }
            account.revision += 1
            account.changed = clock.reading(at: milliseconds)
            try database.cachedStatement(
                sql: """
                    UPDATE accounts SET role = ?, password = ?, revision = ?, changed = ? WHERE tenant = ? AND id = ?
                    """
            ).execute(arguments: [
                account.role.rawValue, account.password.text, account.revision, account.changed.stored, tenant, id.data,
            ])
            if case .recovery(_, let session) = change {
                try database.add(session, of: tenant, at: account.revision)
            }
            if let note = change.note(at: milliseconds) { try database.note(note, of: id, of: tenant) }
            return account
        }
    }

    @discardableResult
    package func remove(_ id: AccountID, at milliseconds: Int64) async throws -> [PictureID] {
        let pictures = try await write { [tenant] database, clock in
            guard let account = try database.account(id, of: tenant) else { throw CommunityFault.notFound }
            try database.checkOperators(of: tenant, without: account)
            let posts = try Data.fetchAll(
                database, sql: "SELECT id FROM posts WHERE tenant = ? AND author = ?", arguments: [tenant, id.data])
            let pictures = try Data.fetchAll(
                database, sql: "SELECT id FROM pictures WHERE tenant = ? AND owner = ?", arguments: [tenant, id.data])
            for post in posts { try database.wipe(post, of: tenant, clock.reading(at: milliseconds)) }
            // Those that no post shows yet.
            try database.execute(
                sql: "DELETE FROM pictures WHERE tenant = ? AND owner = ?", arguments: [tenant, id.data])
            // The guide stays; who made it is no longer told.
            try database.execute(
                sql: "UPDATE guide_versions SET editor = NULL WHERE tenant = ? AND editor = ?",
                arguments: [tenant, id.data])
            // That somebody became a friend stays in the friend's history, and the name does not.
            try database.execute(
                sql: "UPDATE account_history SET text = '' WHERE tenant = ? AND kind = ? AND text = ?",
                arguments: [tenant, AccountNote.Kind.friendAdded.rawValue, account.name.text])
            // Keys of posts written long ago are no matter any more; sessions and reports go with the account.
            try database.execute(
                sql: "DELETE FROM post_keys WHERE tenant = ? AND account = ?", arguments: [tenant, id.data])
            try database.execute(
                sql: "DELETE FROM accounts WHERE tenant = ? AND id = ?", arguments: [tenant, id.data])
            return try pictures.map { try PictureID($0, of: "pictures") }
        }
        await emptyLog()
        return pictures
    }
}

extension SQLiteStore {
    /// Whether there is an account with this name in the database of a data folder. Reads beside a server that has it
    /// open, as backups do, and changes nothing. Throws `StoreError`.
    package static func hasAccount(
        _ name: AccountName, inDataFolder folder: String, tenant: String = "here"
    ) throws -> Bool {
        let path = folder + "/community.sqlite"
        var configuration = Configuration()
        configuration.label = "hereabouts.look"
        configuration.busyMode = .timeout(DatabaseFile.patience)
        do {
            let database = try DatabaseQueue(path: path, configuration: configuration)
            let isThere = try database.read { database in
                try Bool.fetchOne(
                    database,
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM accounts JOIN tenants ON tenants.id = accounts.tenant
                            WHERE tenants.name = ? AND folded_name = ?)
                        """, arguments: [tenant, name.folded])
            }
            try database.close()
            return isThere ?? false
        } catch let error as DatabaseError {
            throw StoreError(
                "\(path) cannot be read (SQLite's result \(error.extendedResultCode.rawValue)); restore it from a backup"
            )
        }
    }
}

extension SQLiteStore: SessionStore {
    package func add(
        _ account: NewAccount, beginning session: Session, at milliseconds: Int64
    ) async throws -> Account {
        try await write { [tenant] database, clock in
            try database.add(account, beginning: session, of: tenant, clock.reading(at: milliseconds), milliseconds)
        }
    }

    package func add(_ session: Session, at revision: Int) async throws {
        try await write { [tenant] database, _ in
            try database.add(session, of: tenant, at: revision)
            try database.note(session.beginning, of: session.account, of: tenant)
        }
    }

    package func session(
        _ token: TokenDigest, at milliseconds: Int64
    ) async throws -> (session: Session, account: Account)? {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(Session.columns) FROM sessions WHERE tenant = ? AND token = ? AND expires > ?")
            guard
                let session = try Row.fetchOne(statement, arguments: [tenant, Data(token.bytes), milliseconds])
                    .map({ try Session($0) }),
                let account = try database.account(session.account, of: tenant)
            else { return nil }
            return (session, account)
        }
    }

    package func running(_ sessions: Set<SessionID>, at milliseconds: Int64) async throws -> Set<SessionID> {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM sessions WHERE tenant = ? AND id = ? AND expires > ?)")
            return try sessions.filter { session in
                try Bool.fetchOne(statement, arguments: [tenant, session.data, milliseconds]) ?? false
            }
        }
    }

    package func sessions(of account: AccountID, at milliseconds: Int64) async throws -> [Session] {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(Session.columns) FROM sessions WHERE tenant = ? AND account = ? AND expires > ?
                    ORDER BY id DESC
                    """)
            return try Row.fetchAll(statement, arguments: [tenant, account.data, milliseconds]).map { try Session($0) }
        }
    }

    package func end(_ session: SessionID, of account: AccountID, at milliseconds: Int64) async throws {
        try await write { [tenant] database, _ in
            guard
                let label = try String.fetchOne(
                    database, sql: "DELETE FROM sessions WHERE tenant = ? AND id = ? AND account = ? RETURNING label",
                    arguments: [tenant, session.data, account.data])
            else { throw CommunityFault.notFound }
            try database.note(AccountNote(.sessionEnded, label, at: milliseconds), of: account, of: tenant)
        }
    }

    package func confirm(_ session: SessionID, at revision: Int, at milliseconds: Int64) async throws {
        try await write { [tenant] database, _ in
            let current = try Int.fetchOne(
                database,
                sql: """
                    SELECT revision FROM accounts JOIN sessions
                        ON sessions.tenant = accounts.tenant AND sessions.account = accounts.id
                    WHERE sessions.tenant = ? AND sessions.id = ?
                    """, arguments: [tenant, session.data])
            guard let current else { throw CommunityFault.notFound }
            guard current == revision else { throw CommunityFault.changedMeanwhile(current: current) }
            try database.execute(
                sql: "UPDATE sessions SET confirmed = ? WHERE tenant = ? AND id = ?",
                arguments: [milliseconds, tenant, session.data])
        }
    }

    package func use(_ session: SessionID, at milliseconds: Int64) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "UPDATE sessions SET used = ? WHERE tenant = ? AND id = ?",
                arguments: [milliseconds, tenant, session.data])
        }
    }
}

extension Database {
    func add(
        _ account: NewAccount, beginning session: Session, of tenant: Data, _ time: HybridTime, _ milliseconds: Int64
    ) throws -> Account {
        let added = try add(account, of: tenant, time)
        try add(session, of: tenant, at: added.revision)
        try note(AccountNote(.registered, session.label, at: milliseconds), of: added.id, of: tenant)
        return added
    }

    fileprivate func endSessions(of account: AccountID, of tenant: Data, but kept: Set<SessionID>) throws {
        let ids = try Data.fetchAll(
            self, sql: "SELECT id FROM sessions WHERE tenant = ? AND account = ?", arguments: [tenant, account.data])
        let statement = try cachedStatement(sql: "DELETE FROM sessions WHERE tenant = ? AND id = ?")
        for id in ids where !kept.contains(where: { $0.data == id }) { try statement.execute(arguments: [tenant, id]) }
    }

    func add(_ account: NewAccount, of tenant: Data, _ time: HybridTime) throws -> Account {
        do {
            try cachedStatement(
                sql: """
                    INSERT INTO accounts (tenant, id, name, folded_name, role, password, revision, created, changed)
                    VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)
                    """
            ).execute(arguments: [
                tenant, account.id.data, account.name.text, account.name.folded, account.role.rawValue,
                account.password.text, time.stored, time.stored,
            ])
        } catch DatabaseError.SQLITE_CONSTRAINT_UNIQUE {
            throw CommunityFault.nameTaken
        }
        return Account(
            id: account.id, name: account.name, role: account.role, password: account.password, revision: 1,
            created: time, changed: time)
    }

    func add(_ session: Session, of tenant: Data, at revision: Int) throws {
        guard let account = try account(session.account, of: tenant) else { throw CommunityFault.notFound }
        guard account.revision == revision else {
            throw CommunityFault.changedMeanwhile(current: account.revision)
        }
        try cachedStatement(sql: "DELETE FROM sessions WHERE tenant = ? AND account = ? AND expires <= ?")
            .execute(arguments: [tenant, session.account.data, session.created])
        try cachedStatement(
            sql: """
                DELETE FROM sessions WHERE tenant = ?1 AND id IN (
                    SELECT id FROM sessions WHERE tenant = ?1 AND account = ?2 ORDER BY id DESC LIMIT -1 OFFSET ?3)
                """
        ).execute(arguments: [tenant, session.account.data, Session.maximum - 1])
        try cachedStatement(
            sql: """
                INSERT INTO sessions (tenant, id, account, kind, label, token, created, expires, confirmed, used)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            tenant, session.id.data, session.account.data, session.kind.rawValue, session.label,
            Data(session.token.bytes), session.created, session.expires, session.confirmed, session.used,
        ])
    }

    func account(_ id: AccountID, of tenant: Data) throws -> Account? {
        try account(where: "tenant = ? AND id = ?", [tenant, id.data])
    }

    fileprivate func account(where condition: String, _ arguments: StatementArguments) throws -> Account? {
        let statement = try cachedStatement(sql: "SELECT \(Account.columns) FROM accounts WHERE \(condition)")
        return try Row.fetchOne(statement, arguments: arguments).map { try Account($0) }
    }

    /// Throws when `account` is the only operator.
    fileprivate func checkOperators(of tenant: Data, without account: Account) throws {
        guard account.role == .operator else { return }
        let others = try Int.fetchOne(
            self, sql: "SELECT count(*) FROM accounts WHERE tenant = ? AND role = ? AND id != ?",
            arguments: [tenant, Role.operator.rawValue, account.id.data])
        guard others != 0 else { throw CommunityFault.lastOperator }
    }
}

extension Account {
    /// What `init(_:)` reads, by position.
    fileprivate static let columns = "id, name, folded_name, role, password, revision, created, changed"

    fileprivate init(_ found: Row) throws {
        let row = StoredRow(found, of: "accounts")
        self.init(
            id: try row.id(0), name: AccountName(stored: try row(1), folded: try row(2)), role: try row.word(3),
            password: PasswordHash(text: try row(4)), revision: try row.count(5), created: try row.time(6),
            changed: try row.time(7))
    }
}

extension Session {
    fileprivate static let columns = "id, account, kind, label, token, created, expires, confirmed, used"

    fileprivate init(_ found: Row) throws {
        let row = StoredRow(found, of: "sessions")
        self.init(
            id: try row.id(0), account: try row.id(1), kind: try row.word(2), label: try row(3),
            token: TokenDigest(bytes: Array(try row(4, as: Data.self))), created: try row(5), expires: try row(6),
            confirmed: try row(7), used: try row(8))
    }
}
