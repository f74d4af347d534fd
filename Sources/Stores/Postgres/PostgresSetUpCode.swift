#if Postgres
    package import Community
    import Foundation
    import PostgresLanes

    /// Stores the set-up code of a place in PostgreSQL, so that any of its servers accepts it. Calls block, for five seconds
    /// at most.
    package struct PostgresSetUpCode: SetUpCodeStore {
        private let cluster: Cluster
        private let tenant: Data

        private static let step = Schema.Step(
            "set-up codes",
            [
                """
                CREATE TABLE set_up_codes (
                    tenant bytea PRIMARY KEY NOT NULL REFERENCES tenants (id), content text COLLATE "C" NOT NULL,
                    is_taken boolean NOT NULL
                )
                """
            ])

        /// The code of the place of `store`, which lies in the database of `server`. Blocks; throws `StoreError`.
        package init(_ server: PostgresServer, of store: SQLiteStore) throws {
            cluster = server.cluster
            tenant = store.tenant
            do { try Schema.make([Self.step], on: cluster) } catch {
                throw StoreError("PostgreSQL cannot be used: \(error)")
            }
        }

        package func code() throws -> KeptSetUpCode? {
            let rows = try run("SELECT content FROM set_up_codes WHERE tenant = $1 AND NOT is_taken").rows
            guard case .text(let content)? = rows.first?.first else { return nil }
            guard let code = try? JSONDecoder().decode(KeptSetUpCode.self, from: Data(content.utf8)), code.isValid
            else {
                throw StoreError("PostgreSQL contains no valid set-up code; make one with `hereabouts account code`")
            }
            return code
        }

        package func keep(_ code: KeptSetUpCode) throws {
            try run(
                """
                INSERT INTO set_up_codes (tenant, content, is_taken) VALUES ($1, $2, false)
                ON CONFLICT (tenant) DO UPDATE SET content = excluded.content, is_taken = false
                """, code)
        }

        package func take(_ code: KeptSetUpCode) throws -> Bool {
            try run(
                "UPDATE set_up_codes SET is_taken = true WHERE tenant = $1 AND content = $2 AND NOT is_taken", code
            ).affected == 1
        }

        package func giveBack(_ code: KeptSetUpCode) throws {
            try run(
                "UPDATE set_up_codes SET is_taken = false WHERE tenant = $1 AND content = $2 AND is_taken", code)
        }

        package func forget(_ code: KeptSetUpCode) throws {
            try run("DELETE FROM set_up_codes WHERE tenant = $1 AND content = $2 AND is_taken", code)
        }

        @discardableResult
        private func run(_ sql: String, _ code: KeptSetUpCode? = nil) throws -> Rows {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let content = try code.map { Value.text(String(decoding: try encoder.encode($0), as: UTF8.self)) }
            let statement = PostgresLanes.Statement(sql, [.bytes(Array(tenant))] + (content.map { [$0] } ?? []))
            do {
                return try Schema.run([statement], on: cluster, within: .seconds(5))[0]
            } catch {
                throw StoreError("PostgreSQL failed with the set-up code: \(error)")
            }
        }
    }
#endif
