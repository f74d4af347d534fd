package import Community
import Foundation

extension SQLiteStore: KeyStore {
    package func forgetKeys(at time: Timestamp, beyond most: Int) async throws {
        try await write { [tenant] database, _ in
            try database.execute(
                sql: "DELETE FROM request_keys WHERE tenant = ? AND expires <= ?", arguments: [tenant, time])
            try database.execute(
                sql: """
                    DELETE FROM request_keys WHERE tenant = ?1 AND (account, key) IN (
                        SELECT account, key FROM request_keys WHERE tenant = ?1 ORDER BY expires DESC LIMIT -1 OFFSET ?2)
                    """, arguments: [tenant, most])
        }
    }
}

extension Database {
    /// Returns the id that `key` stands for; `nil` if nobody knows the key. Throws `keyUsed` if it came with other
    /// content.
    func object(of key: IdempotencyKey, _ tenant: Data, at time: Timestamp) throws -> Data? {
        let statement = try cachedStatement(
            sql: """
                SELECT object, content FROM request_keys WHERE tenant = ? AND account = ? AND key = ? AND expires > ?
                """)
        let arguments: StatementArguments = [tenant, key.account?.data ?? Data(), key.text, time]
        guard let found = try Row.fetchOne(statement, arguments: arguments) else { return nil }
        let row = StoredRow(found, of: "request_keys")
        // Keys from before the last migration have no content: they are of posts, and a day old at most.
        if let content = try row(1, as: Data?.self), content != Data(key.content) { throw CommunityFault.keyUsed }
        return try row(0, as: Data.self)
    }

    /// Remembers that `key` stands for `object`. Forgets expired keys, and the account's oldest beyond its limit.
    func remember(_ key: IdempotencyKey, for object: Data, of tenant: Data, at time: Timestamp) throws {
        try executeLater(
            sql: "DELETE FROM request_keys WHERE tenant = ? AND expires <= ?", arguments: [tenant, time])
        let account = key.account?.data ?? Data()
        try executeLater(
            sql: .replacing("request_keys", key: ["tenant", "account", "key"], ["object", "content", "expires"]),
            arguments: [tenant, account, key.text, object, Data(key.content), time + IdempotencyKey.memory])
        // Guests share one row of keys, which only the limit for all people bounds: nobody may push out others' keys.
        guard key.account != nil else { return }
        try executeLater(
            sql: """
                DELETE FROM request_keys WHERE tenant = ?1 AND account = ?2 AND key IN (
                    SELECT key FROM request_keys WHERE tenant = ?1 AND account = ?2
                    ORDER BY expires DESC LIMIT -1 OFFSET ?3)
                """, arguments: [tenant, account, IdempotencyKey.mostOfAccount])
    }
}
