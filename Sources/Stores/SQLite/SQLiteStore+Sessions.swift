package import Community
import Foundation
import Presence
import GeoCore

extension SQLiteStore: SessionStore {
    package func add(
        _ account: NewAccount, beginning session: Session, at time: Timestamp
    ) async throws -> Account {
        try await write { [tenant] database, clock in
            try database.add(account, beginning: session, of: tenant, clock.reading(at: time), time)
        }
    }

    package func add(_ session: Session, on grounds: SessionGrounds) async throws {
        try await write { [tenant] database, _ in
            try database.add(session, of: tenant, on: grounds)
            try database.note(session.beginning, of: session.account, of: tenant)
        }
    }

    package func session(
        _ token: TokenDigest, at time: Timestamp
    ) async throws -> (session: Session, account: Account)? {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(Session.columns) FROM sessions WHERE tenant = ? AND token = ? AND expires > ?")
            guard
                let session = try Row.fetchOne(statement, arguments: [tenant, Data(token.bytes), time])
                    .map({ try Session($0) }),
                let account = try database.account(session.account, of: tenant)
            else { return nil }
            return (session, account)
        }
    }

    package func running(_ sessions: Set<SessionID>, at time: Timestamp) async throws -> Set<SessionID> {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM sessions WHERE tenant = ? AND id = ? AND expires > ?)")
            return try sessions.filter { session in
                try Bool.fetchOne(statement, arguments: [tenant, session.data, time]) ?? false
            }
        }
    }

    package func sessions(of account: AccountID, at time: Timestamp) async throws -> [Session] {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(Session.columns) FROM sessions WHERE tenant = ? AND account = ? AND expires > ?
                    ORDER BY id DESC
                    """)
            return try Row.fetchAll(statement, arguments: [tenant, account.data, time]).map { try Session($0) }
        }
    }

    package func end(_ session: SessionID, of account: AccountID, at time: Timestamp) async throws {
        try await write { [tenant] database, _ in
            guard
                let label = try String.fetchOne(
                    database, sql: "DELETE FROM sessions WHERE tenant = ? AND id = ? AND account = ? RETURNING label",
                    arguments: [tenant, session.data, account.data])
            else { throw CommunityFault.notFound }
            try database.note(AccountNote(.sessionEnded, label, at: time), of: account, of: tenant)
            database.announce(.account(account))
        }
    }

    package func confirm(
        _ renewal: SessionRenewal, knowing password: PasswordHash, at time: Timestamp
    ) async throws {
        try await write { [tenant] database, _ in
            let owner = try Data.fetchOne(
                database, sql: "SELECT account FROM sessions WHERE tenant = ? AND id = ?",
                arguments: [tenant, renewal.session.data])
            guard let owner,
                let account = try database.account(AccountID(owner, of: "sessions"), of: tenant)
            else { throw CommunityFault.notFound }
            guard account.password == password else {
                throw CommunityFault.changedMeanwhile(current: account.revision)
            }
            try database.renew(renewal, of: account.id, of: tenant, confirmedAt: time)
        }
    }

    package func use(_ session: SessionID, at time: Timestamp) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "UPDATE sessions SET used = ? WHERE tenant = ? AND id = ?",
                arguments: [time, tenant, session.data])
        }
    }
}

extension Database {
    func add(_ session: Session, of tenant: Data, on grounds: SessionGrounds) throws {
        guard let account = try account(session.account, of: tenant) else { throw CommunityFault.notFound }
        switch grounds {
        case .password(let password):
            guard account.password == password else {
                throw CommunityFault.changedMeanwhile(current: account.revision)
            }
        case .session(let asking): try check(asking, of: account.id, of: tenant)
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
                INSERT INTO sessions (tenant, id, account, kind, label, token, created, expires, confirmed, used, passkey)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            tenant, session.id.data, session.account.data, session.kind.rawValue, session.label,
            Data(session.token.bytes), session.created, session.expires, session.confirmed, session.used,
            session.passkey?.data,
        ])
    }

    /// Ends the sessions of an account and removes its passkeys and registration links, except those in `kept`.
    func endSignIns(of account: Account, of tenant: Data, but kept: KeptSignIns) throws {
        try remove("sessions", "account", of: account.id, of: tenant, but: Set(kept.sessions.map(\.data)))
        try remove("passkeys", "account", of: account.id, of: tenant, but: Set(kept.passkeys.map(\.data)))
        let links = Set(kept.registrationLinks.map(\.data))
        try remove("registration_links", "maker", of: account.id, of: tenant, but: links)
        // Links from older versions have no recorded maker.
        if account.role == .operator { try remove("registration_links", "maker", of: nil, of: tenant, but: links) }
    }

    /// Removes the registration links that an account made.
    func removeLinks(of account: AccountID, of tenant: Data) throws {
        try remove("registration_links", "maker", of: account, of: tenant, but: [])
    }

    private func remove(
        _ table: String, _ column: String, of account: AccountID?, of tenant: Data, but kept: Set<Data>
    ) throws {
        let ids = try Data.fetchAll(
            self, sql: "SELECT id FROM \(table) WHERE tenant = ? AND \(column) IS ?",
            arguments: [tenant, account?.data])
        let statement = try cachedStatement(sql: "DELETE FROM \(table) WHERE tenant = ? AND id = ?")
        for id in ids where !kept.contains(id) { try statement.execute(arguments: [tenant, id]) }
    }

    /// Throws `notFound` unless the account has this session.
    func check(_ session: SessionID, of account: AccountID, of tenant: Data) throws {
        let isThere = try Bool.fetchOne(
            cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM sessions WHERE tenant = ? AND id = ? AND account = ?)"),
            arguments: [tenant, session.data, account.data])
        guard isThere == true else { throw CommunityFault.notFound }
    }

    /// Confirms a session and gives it a new token; throws `notFound` unless it has the old token.
    func renew(
        _ renewal: SessionRenewal, of account: AccountID, of tenant: Data, confirmedAt time: Timestamp
    ) throws {
        try execute(
            sql: """
                UPDATE sessions SET token = ?, confirmed = ?
                WHERE tenant = ? AND id = ? AND account = ? AND token = ?
                """,
            arguments: [
                Data(renewal.new.bytes), time, tenant, renewal.session.data, account.data,
                Data(renewal.old.bytes),
            ])
        guard changesCount == 1 else { throw CommunityFault.notFound }
    }
}

extension Session {
    fileprivate static let columns = "id, account, kind, label, token, created, expires, confirmed, used, passkey"

    fileprivate init(_ found: Row) throws {
        let row = StoredRow(found, of: "sessions")
        self.init(
            id: try row.id(0), account: try row.id(1), kind: try row.word(2), label: try row(3),
            token: TokenDigest(bytes: Array(try row(4, as: Data.self))), created: try row(5), expires: try row(6),
            confirmed: try row(7), used: try row(8), passkey: try row.optionalID(9))
    }
}
