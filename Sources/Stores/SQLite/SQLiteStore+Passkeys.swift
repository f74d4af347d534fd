package import Community
import Foundation
package import Passkeys

extension SQLiteStore: PasskeyStore {
    package func userHandle(of account: AccountID, orElse handle: UserHandle) async throws -> UserHandle {
        // Read again and again, and written once.
        if let kept = try await read({ [tenant] in try $0.userHandle(of: account, of: tenant) }) { return kept }
        return try await write { [tenant] database, _ in
            if let kept = try database.userHandle(of: account, of: tenant) { return kept }
            do {
                try database.execute(
                    sql: "INSERT INTO passkey_owners (tenant, account, handle) VALUES (?, ?, ?)",
                    arguments: [tenant, account.data, Data(handle.bytes)])
            } catch ConstraintFault.foreignKey {
                throw CommunityFault.notFound
            }
            return handle
        }
    }

    package func add(_ passkey: AccountPasskey, by session: SessionID) async throws {
        try await write { [tenant] database, _ in
            try database.check(session, of: passkey.account, of: tenant)
            guard try database.userHandle(of: passkey.account, of: tenant) != nil else {
                throw CommunityFault.notFound
            }
            let isTaken = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM passkeys WHERE tenant = ? AND credential = ?)",
                arguments: [tenant, Data(passkey.passkey.id.bytes)])
            guard isTaken == false else { throw CommunityFault.passkeyTaken }
            let count = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM passkeys WHERE tenant = ? AND account = ?",
                arguments: [tenant, passkey.account.data])
            guard count ?? 0 < AccountPasskey.maximum else { throw AccountPasskey.tooMany }
            try database.insert(passkey, of: tenant)
            try database.note(
                AccountNote(.passkeyAdded, passkey.label, at: passkey.created), of: passkey.account, of: tenant)
        }
    }

    package func passkeys(of account: AccountID) async throws -> [AccountPasskey] {
        try await read { [tenant] database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT \(AccountPasskey.columns) FROM passkeys WHERE tenant = ? AND account = ? ORDER BY id DESC
                    """, arguments: [tenant, account.data]
            ).map { try AccountPasskey($0) }
        }
    }

    package func passkey(_ credential: CredentialID) async throws -> KnownPasskey? {
        try await read { [tenant] database in
            let found = try Row.fetchOne(
                database,
                sql: "SELECT \(AccountPasskey.columns) FROM passkeys WHERE tenant = ? AND credential = ?",
                arguments: [tenant, Data(credential.bytes)])
            guard let passkey = try found.map({ try AccountPasskey($0) }),
                let owner = try database.userHandle(of: passkey.account, of: tenant),
                let account = try database.account(passkey.account, of: tenant)
            else { return nil }
            return KnownPasskey(passkey: passkey, owner: owner, account: account)
        }
    }

    package func use(_ passkey: AccountPasskey, after count: UInt32, for use: PasskeyUse) async throws {
        try await write { [tenant] database, _ in
            let account = try database.renew(passkey, of: tenant, after: count)
            let time = passkey.used ?? 0
            switch use {
            case .beginning(let session):
                try database.add(session, of: tenant, on: .password(account.password))
                try database.note(
                    AccountNote(.passkeyLogIn, passkey.label, at: time), of: passkey.account, of: tenant)
            case .confirming(let renewal):
                try database.renew(renewal, of: passkey.account, of: tenant, confirmedAt: time)
            }
        }
    }

    package func remove(
        _ passkey: PasskeyID, of account: AccountID, but asking: SessionID?, at time: Timestamp
    ) async throws {
        try await write { [tenant] database, _ in
            guard
                let label = try String.fetchOne(
                    database, sql: "DELETE FROM passkeys WHERE tenant = ? AND id = ? AND account = ? RETURNING label",
                    arguments: [tenant, passkey.data, account.data])
            else { throw CommunityFault.notFound }
            try database.execute(
                sql: "DELETE FROM sessions WHERE tenant = ? AND account = ? AND passkey = ? AND id IS NOT ?",
                arguments: [tenant, account.data, passkey.data, asking?.data])
            try database.note(AccountNote(.passkeyRemoved, label, at: time), of: account, of: tenant)
        }
    }
}

extension Database {
    fileprivate func userHandle(of account: AccountID, of tenant: Data) throws -> UserHandle? {
        let found = try Row.fetchOne(
            self, sql: "SELECT account, handle FROM passkey_owners WHERE tenant = ? AND account = ?",
            arguments: [tenant, account.data])
        guard let row = found.map({ StoredRow($0, of: "passkey_owners") }) else { return nil }
        guard let handle = UserHandle(bytes: Array(try row(1, as: Data.self))) else { throw row.damage }
        return handle
    }

    fileprivate func insert(_ passkey: AccountPasskey, of tenant: Data) throws {
        let key = passkey.passkey
        try execute(
            sql: """
                INSERT INTO passkeys (tenant, \(AccountPasskey.columns))
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                tenant, passkey.id.data, passkey.account.data, passkey.label, Data(key.id.bytes),
                Data(key.publicKey.bytes), Int64(key.signCount), key.isBackupEligible, key.isBackedUp,
                key.wasUserVerified, key.transports.joined(separator: " "), passkey.created, passkey.used,
            ])
    }

    /// Writes the changes from using a passkey whose counter was `count`. Returns its account.
    fileprivate func renew(_ passkey: AccountPasskey, of tenant: Data, after count: UInt32) throws -> Account {
        let before = try Int64.fetchOne(
            self, sql: "SELECT sign_count FROM passkeys WHERE tenant = ? AND id = ? AND account = ?",
            arguments: [tenant, passkey.id.data, passkey.account.data])
        guard let before, let account = try account(passkey.account, of: tenant) else {
            throw CommunityFault.notFound
        }
        guard before == Int64(count) else { throw CommunityFault.changedMeanwhile(current: account.revision) }
        try execute(
            sql: """
                UPDATE passkeys SET sign_count = ?, is_backed_up = ?, was_user_verified = ?, used = ?
                WHERE tenant = ? AND id = ?
                """,
            arguments: [
                Int64(passkey.passkey.signCount), passkey.passkey.isBackedUp, passkey.passkey.wasUserVerified,
                passkey.used, tenant, passkey.id.data,
            ])
        return account
    }
}

extension AccountPasskey {
    /// The columns that `init(_:)` reads, by position.
    fileprivate static let columns = """
        id, account, label, credential, public_key, sign_count, is_backup_eligible, is_backed_up, was_user_verified,
        transports, created, used
        """

    fileprivate init(_ found: Row) throws {
        let row = StoredRow(found, of: "passkeys")
        guard let credential = CredentialID(bytes: Array(try row(3, as: Data.self))),
            let key = try? PasskeyPublicKey(bytes: Array(row(4, as: Data.self))),
            let count = UInt32(exactly: try row(5, as: Int64.self))
        else { throw row.damage }
        let transports = try row(9, as: String.self).split(separator: " ").map(String.init)
        self.init(
            id: try row.id(0), account: try row.id(1), label: try row(2),
            passkey: Passkey(
                id: credential, publicKey: key, signCount: count, isBackupEligible: try row(6),
                isBackedUp: try row(7), wasUserVerified: try row(8), transports: transports),
            created: try row(10), used: try row(11))
    }
}
