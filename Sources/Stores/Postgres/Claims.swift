#if Postgres
    import Community
    import Fairness
    import PostgresLanes
    import Presence

    /// The claims of a place's servers, in an unlogged table: a claim waits for no disk and for no standby. After a
    /// fail-over there are none.
    struct Claims {
        let tenant: Value
        let housekeeping: Housekeeping

        /// `until` is in milliseconds since 1970.
        static let step = Schema.Step(
            "claims",
            [
                """
                CREATE UNLOGGED TABLE claims (
                    tenant bytea NOT NULL, subject bytea NOT NULL, holder bigint NOT NULL, until bigint NOT NULL,
                    PRIMARY KEY (tenant, subject)
                )
                """
            ])

        /// Returns whether `holder` has the claim now. A statement whose answer was lost may run again.
        func claim(_ subject: PlaceClaim, for holder: UInt64, at now: Timestamp) async throws -> Bool {
            let claim = PostgresLanes.Statement(
                """
                INSERT INTO claims AS known (tenant, subject, holder, until) VALUES ($1, $2, $3, $4)
                ON CONFLICT (tenant, subject) DO UPDATE SET holder = $3, until = $4
                WHERE known.holder = $3 OR known.until <= $5
                """,
                [
                    tenant, .bytes(subject.stored), .integer(Int64(bitPattern: holder)),
                    .integer(now + PlaceClaim.lifetime), .integer(now),
                ])
            return try await housekeeping.runQuickly([claim])[0].affected == 1
        }

        func release(_ subject: PlaceClaim, by holder: UInt64) async throws {
            let release = PostgresLanes.Statement(
                "DELETE FROM claims WHERE tenant = $1 AND subject = $2 AND holder = $3",
                [tenant, .bytes(subject.stored), .integer(Int64(bitPattern: holder))])
            _ = try await housekeeping.runQuickly([release])
        }

        /// Returns the statement that removes what servers that ended have left.
        static func removeOld(of tenant: Value) -> PostgresLanes.Statement {
            PostgresLanes.Statement(
                "DELETE FROM claims WHERE tenant = $1 AND until < (extract(epoch FROM now()) * 1000)::bigint", [tenant])
        }
    }

    extension Housekeeping {
        /// Runs statements on unlogged tables as `run` does; no standby is waited for.
        func runQuickly(_ statements: [PostgresLanes.Statement], for network: Network = .local) async throws -> [Rows] {
            let quickly = PostgresLanes.Statement("SELECT set_config('synchronous_commit', 'off', true)")
            return Array(try await run([quickly] + statements, for: network).dropFirst())
        }
    }

    extension PlaceClaim {
        /// The subject as the table holds it.
        fileprivate var stored: [UInt8] {
            switch self {
            case .name(let name): [0] + Array(name.utf8)
            case .access(let account): [1] + account.bytes
            case .circles(let person): [2] + person.bytes
            case .members(let circle): [3] + circle.bytes
            }
        }
    }
#endif
