package import Community
import Foundation
import GRDB

extension SQLiteStore: HistoryStore {
    package func note(_ note: AccountNote, of account: AccountID) async throws {
        try await write { [tenant] database, _ in
            do {
                try database.note(note, of: account, of: tenant)
            } catch DatabaseError.SQLITE_CONSTRAINT_FOREIGNKEY {
                throw CommunityFault.notFound
            }
        }
    }

    package func history(of account: AccountID, after oldest: Int64) async throws -> [AccountNote] {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT kind, text, time, count FROM account_history
                    WHERE tenant = ? AND account = ? AND time > ? ORDER BY number DESC LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [tenant, account.data, oldest, AccountNote.maximum])
                .compactMap { found in
                    let row = StoredRow(found, of: "account_history")
                    // An entry that cannot be read does not hide the others.
                    return try? AccountNote(
                        row.word(0), row(1), at: row(2), count: row.count(3))
                }
        }
    }
}

extension Database {
    /// Adds an entry to the history of an account, and removes what is too old or too much.
    func note(_ note: AccountNote, of account: AccountID, of tenant: Data) throws {
        let day = note.sameDay
        let earlier = try Int.fetchOne(
            cachedStatement(
                sql: """
                    DELETE FROM account_history WHERE tenant = ? AND account = ? AND kind = ? AND text = ?
                        AND time >= ? AND time < ? RETURNING count
                    """),
            arguments: [tenant, account.data, note.kind.rawValue, note.text, day.lowerBound, day.upperBound])
        try cachedStatement(
            sql: """
                INSERT INTO account_history (tenant, account, number, kind, text, time, count)
                SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3, ?4, ?5, ?6 FROM account_history
                    WHERE tenant = ?1 AND account = ?2
                """
        ).execute(arguments: [
            tenant, account.data, note.kind.rawValue, note.text, note.time, note.count + (earlier ?? 0),
        ])
        try cachedStatement(
            sql: """
                DELETE FROM account_history WHERE tenant = ?1 AND account = ?2 AND (time <= ?3 OR number <= (
                    SELECT number FROM account_history WHERE tenant = ?1 AND account = ?2
                    ORDER BY number DESC LIMIT 1 OFFSET ?4))
                """
        ).execute(arguments: [tenant, account.data, note.expired, AccountNote.maximum])
    }
}
