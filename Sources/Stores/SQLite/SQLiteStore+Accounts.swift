package import Community
import Foundation
import Presence
import GRDB
import GeoCore

extension SQLiteStore: AccountStore {
    package func add(_ account: NewAccount, at time: Timestamp) async throws -> Account {
        try await write { [tenant] database, clock in
            let added = try database.add(account, of: tenant, clock.reading(at: time))
            try database.note(AccountNote(.registered, "", at: time), of: added.id, of: tenant)
            return added
        }
    }

    package func account(named folded: String) async throws -> Account? {
        try await read { [tenant] database in
            try database.account(of: tenant, where: "folded_name = ?", folded)
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
        _ id: AccountID, _ change: AccountChange, at time: Timestamp
    ) async throws -> Account {
        try await write { [tenant] database, clock in
            guard var account = try database.account(id, of: tenant) else { throw CommunityFault.notFound }
            if let replaced = change.replaced, account.password != replaced {
                throw CommunityFault.changedMeanwhile(current: account.revision)
            }
            if case .signOut(let asking, _) = change { try database.check(asking, of: id, of: tenant) }
            if let kept = change.kept { try database.endSignIns(of: account, of: tenant, but: kept) }
            switch change {
            case .password(let password, _, let asking, _):
                account.password = password
                try database.execute(
                    sql: "UPDATE sessions SET confirmed = 0 WHERE tenant = ? AND account = ?",
                    arguments: [tenant, id.data])
                if let asking { try database.renew(asking, of: id, of: tenant, confirmedAt: time) }
            case .signOut: break
            case .recovery(let password, _, _): account.password = password
            case .rehash(let password, _): account.password = password
            case .role(let role, let giver):
                if role != .operator {
                    try database.checkOperators(of: tenant, without: account)
                    try database.removeLinks(of: id, of: tenant)
                }
                account.role = role
                if let giver, try database.account(giver, of: tenant) != nil {
                    try database.note(
                        AccountNote(.roleGiven, account.name.text, at: time), of: giver, of: tenant)
                }
            }
            account.revision += 1
            account.changed = clock.reading(at: time)
            database.announce(.account(id))
            try database.cachedStatement(
                sql: """
                    UPDATE accounts SET role = ?, password = ?, revision = ?, changed = ? WHERE tenant = ? AND id = ?
                    """
            ).execute(arguments: [
                account.role.rawValue, account.password.text, account.revision, account.changed.stored, tenant, id.data,
            ])
            if case .recovery(let password, _, let session) = change {
                try database.add(session, of: tenant, on: .password(password))
            }
            if let note = change.note(at: time) { try database.note(note, of: id, of: tenant) }
            return account
        }
    }

    @discardableResult
    package func remove(_ id: AccountID, at time: Timestamp) async throws -> [PictureID] {
        let pictures = try await write { [tenant] database, clock in
            guard let account = try database.account(id, of: tenant) else { throw CommunityFault.notFound }
            try database.checkOperators(of: tenant, without: account)
            let posts = try Data.fetchAll(
                database, sql: "SELECT id FROM posts WHERE tenant = ? AND author = ?", arguments: [tenant, id.data])
            let pictures = try Data.fetchAll(
                database, sql: "SELECT id FROM pictures WHERE tenant = ? AND owner = ?", arguments: [tenant, id.data])
            for post in posts { try database.wipe(post, of: tenant, clock.reading(at: time)) }
            // Pictures that no post shows yet.
            try database.execute(
                sql: "DELETE FROM pictures WHERE tenant = ? AND owner = ?", arguments: [tenant, id.data])
            // Guide entries stay, without the name of their author.
            try database.execute(
                sql: "UPDATE guide_versions SET editor = NULL WHERE tenant = ? AND editor = ?",
                arguments: [tenant, id.data])
            try database.execute(
                sql: "DELETE FROM mesh_registers WHERE tenant = ? AND field = ? AND value = ?",
                arguments: [tenant, FieldRegister.orderer, id.data])
            // The new friendship stays in the friend's history, without the name.
            for kind in AccountNote.Kind.ofNames {
                try database.execute(
                    sql: "UPDATE account_history SET text = '' WHERE tenant = ? AND kind = ? AND text = ?",
                    arguments: [tenant, kind.rawValue, account.name.text])
            }
            try database.removeLinks(of: id, of: tenant)
            // Keys of old requests no longer matter; sessions and reports go with the account.
            try database.execute(
                sql: "DELETE FROM request_keys WHERE tenant = ? AND account = ?", arguments: [tenant, id.data])
            try database.execute(
                sql: "DELETE FROM accounts WHERE tenant = ? AND id = ?", arguments: [tenant, id.data])
            database.announce(.account(id))
            return try pictures.map { try PictureID($0, of: "pictures") }
        }
        await emptyLog()
        return pictures
    }
}

extension SQLiteStore {
    /// Returns whether the database of a data folder has an account with this name. Reads beside a server that has it
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
                let id = try Data.fetchOne(
                    database, sql: "SELECT id FROM tenants WHERE name = ?", arguments: [tenant])
                return try Bool.fetchOne(
                    database, sql: "SELECT EXISTS (SELECT 1 FROM accounts WHERE tenant = ? AND folded_name = ?)",
                    arguments: [id, name.folded])
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

extension Database {
    func add(
        _ account: NewAccount, beginning session: Session, of tenant: Data, _ time: HybridTime,
        _ milliseconds: Timestamp
    ) throws -> Account {
        let added = try add(account, of: tenant, time)
        try add(session, of: tenant, on: .password(added.password))
        try note(AccountNote(.registered, session.label, at: milliseconds), of: added.id, of: tenant)
        return added
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
        } catch ConstraintFault.unique {
            throw CommunityFault.nameTaken
        }
        return Account(
            id: account.id, name: account.name, role: account.role, password: account.password, revision: 1,
            created: time, changed: time)
    }

    func account(_ id: AccountID, of tenant: Data) throws -> Account? {
        try account(of: tenant, where: "id = ?", id.data)
    }

    fileprivate func account(
        of tenant: Data, where condition: String, _ value: some DatabaseValueConvertible
    ) throws -> Account? {
        let statement = try cachedStatement(
            sql: "SELECT \(Account.columns) FROM accounts WHERE tenant = ? AND \(condition)")
        return try Row.fetchOne(statement, arguments: [tenant, value]).map { try Account($0) }
    }

    /// Throws if `account` is the only operator.
    fileprivate func checkOperators(of tenant: Data, without account: Account) throws {
        guard account.role == .operator else { return }
        let others = try Int.fetchOne(
            self, sql: "SELECT count(*) FROM accounts WHERE tenant = ? AND role = ? AND id != ?",
            arguments: [tenant, Role.operator.rawValue, account.id.data])
        guard others != 0 else { throw CommunityFault.lastOperator }
    }
}

extension Account {
    /// The columns that `init(_:)` reads, by position.
    fileprivate static let columns = "id, name, folded_name, role, password, revision, created, changed"

    fileprivate init(_ found: Row) throws {
        let row = StoredRow(found, of: "accounts")
        self.init(
            id: try row.id(0), name: AccountName(stored: try row(1), folded: try row(2)), role: try row.word(3),
            password: PasswordHash(text: try row(4)), revision: try row.count(5), created: try row.time(6),
            changed: try row.time(7))
    }
}
