package import Community
import Foundation

extension SQLiteStore: HistoryStore {
    package func note(_ note: AccountNote, of account: AccountID) async throws {
        try await write { [tenant] database, _ in
            do {
                try database.note(note, of: account, of: tenant)
            } catch ConstraintFault.foreignKey {
                throw CommunityFault.notFound
            }
        }
    }

    package func withdraw(_ note: AccountNote, of account: AccountID) async throws {
        try await write { [tenant] database, _ in
            for each in [note, note.asRest] where try database.take(each, of: account, of: tenant) { return }
        }
    }

    package func history(of account: AccountID, after oldest: Timestamp) async throws -> [AccountNote] {
        try await read { [tenant] database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT kind, text, time, count, is_rest FROM account_history
                    WHERE tenant = ? AND account = ? AND time > ? ORDER BY number DESC LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [tenant, account.data, oldest, AccountNote.maximum])
                .compactMap { found in
                    let row = StoredRow(found, of: "account_history")
                    // A damaged entry does not hide the others.
                    return try? AccountNote(
                        row.word(0), row(1), at: row(2), count: row.count(3), isRest: row(4))
                }
        }
    }
}

extension Database {
    /// Adds an entry to the history of an account, which must exist, and removes entries that are too old or too many
    /// of their kind.
    func note(_ note: AccountNote, of account: AccountID, of tenant: Data) throws {
        var note = note
        if try count(of: note, of: account, of: tenant) == nil, try isDayFull(for: note, of: account, of: tenant) {
            note = note.asRest
        }
        let earlier = try count(of: note, of: account, of: tenant)
        try remove(note, of: account, of: tenant)
        try cachedStatement(
            sql: """
                INSERT INTO account_history (tenant, account, number, kind, text, time, count, is_rest)
                SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3, ?4, ?5, ?6, ?7 FROM account_history
                    WHERE tenant = ?1 AND account = ?2
                """
        ).execute(arguments: [
            tenant, account.data, note.kind.rawValue, note.text, note.time, note.count + (earlier ?? 0), note.isRest,
        ])
        try cachedStatement(sql: "DELETE FROM account_history WHERE tenant = ? AND account = ? AND time <= ?")
            .execute(arguments: [tenant, account.data, note.expired])
        try cachedStatement(
            sql: """
                DELETE FROM account_history WHERE tenant = ?1 AND account = ?2 AND kind = ?3 AND number <= (
                    SELECT number FROM account_history WHERE tenant = ?1 AND account = ?2 AND kind = ?3
                    ORDER BY number DESC LIMIT 1 OFFSET ?4)
                """
        ).execute(arguments: [tenant, account.data, note.kind.rawValue, AccountNote.maximumOfKind])
    }

    /// Takes back one event of an entry; returns whether the entry exists.
    fileprivate func take(_ note: AccountNote, of account: AccountID, of tenant: Data) throws -> Bool {
        guard let before = try count(of: note, of: account, of: tenant) else { return false }
        guard before > note.count else {
            try remove(note, of: account, of: tenant)
            return true
        }
        try cachedStatement(
            sql: "UPDATE account_history SET count = count - ? WHERE tenant = ? AND \(AccountNote.isSame)"
        ).execute(arguments: [note.count] + note.place(of: account, of: tenant))
        return true
    }

    /// Returns the count of the entry for the same event on its day; `nil` if there is none.
    private func count(of note: AccountNote, of account: AccountID, of tenant: Data) throws -> Int? {
        try Int.fetchOne(
            cachedStatement(sql: "SELECT count FROM account_history WHERE tenant = ? AND \(AccountNote.isSame)"),
            arguments: note.place(of: account, of: tenant))
    }

    private func remove(_ note: AccountNote, of account: AccountID, of tenant: Data) throws {
        try cachedStatement(sql: "DELETE FROM account_history WHERE tenant = ? AND \(AccountNote.isSame)")
            .execute(arguments: note.place(of: account, of: tenant))
    }

    private func isDayFull(for note: AccountNote, of account: AccountID, of tenant: Data) throws -> Bool {
        let day = note.sameDay
        let count = try Int.fetchOne(
            cachedStatement(
                sql: """
                    SELECT count(*) FROM account_history WHERE tenant = ? AND account = ? AND kind = ?
                        AND is_rest = 0 AND time >= ? AND time < ?
                    """),
            arguments: [tenant, account.data, note.kind.rawValue, day.lowerBound, day.upperBound])
        return count ?? 0 >= AccountNote.maximumOfDay
    }
}

extension AccountNote {
    /// The condition for the same event on the same day, after that for the tenant; `place` fills both in.
    fileprivate static let isSame =
        "account = ? AND kind = ? AND text = ? AND is_rest = ? AND time >= ? AND time < ?"

    fileprivate func place(of account: AccountID, of tenant: Data) -> StatementArguments {
        [tenant, account.data, kind.rawValue, text, isRest, sameDay.lowerBound, sameDay.upperBound]
    }
}
