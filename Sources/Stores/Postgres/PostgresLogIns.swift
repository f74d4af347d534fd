#if Postgres
    package import Community
    package import Fairness
    package import Passkeys
    import PostgresLanes

    /// The log-ins of a place in PostgreSQL, which all its servers share.
    ///
    /// Its tables are unlogged: a write waits for no disk and for no standby, and no archive has it. After a crash or on a
    /// promoted standby the tables are empty, both at once.
    ///
    /// A class because it owns its lane and the task that removes what has expired.
    package final class PostgresLogIns: LogInStore {
        private let tenant: Value
        private let most: Int
        private let attempts: AttemptBuckets
        private let housekeeping: Housekeeping
        private let cleaning: Task<Void, Never>

        /// A row of `challenge_keys` has the key, and the time until which challenges are forgotten. What uses a challenge
        /// locks that row against a change, so it cannot miss that its challenge was forgotten. No table refers to
        /// `tenants`, because such a reference is checked with a lock in that table, which is logged.
        private static let step = Schema.Step(
            "log-ins",
            [
                """
                CREATE UNLOGGED TABLE challenge_keys (
                    tenant bytea PRIMARY KEY NOT NULL, key bytea NOT NULL, forgotten bigint NOT NULL
                ) WITH (fillfactor = 50)
                """,
                """
                CREATE UNLOGGED TABLE used_challenges (
                    tenant bytea NOT NULL, challenge bytea NOT NULL, issued bigint NOT NULL,
                    PRIMARY KEY (tenant, challenge)
                )
                """,
                "CREATE INDEX used_challenges_by_issue ON used_challenges (tenant, issued)",
                // `full_at`: when a bucket of attempts will be full again, in microseconds since 1970.
                """
                CREATE UNLOGGED TABLE log_in_attempts (
                    tenant bytea NOT NULL, network bytea NOT NULL, full_at bigint NOT NULL,
                    PRIMARY KEY (tenant, network)
                )
                """,
                "CREATE INDEX log_in_attempts_by_time ON log_in_attempts (tenant, full_at)",
            ])

        /// The log-ins of the place of `store`, which lies in the database of `server`. Blocks; throws `StoreError`.
        ///
        /// - Parameters:
        ///   - attemptsPerMinute: The attempts of one network in a minute, of which two minutes' worth may come at once.
        ///   - most: The most used challenges that it knows.
        ///   - now: The time that all servers of the place go by.
        package init(
            _ server: PostgresServer, of store: SQLiteStore, attemptsPerMinute: Int,
            most: Int = LogInMemory.mostChallenges, now: @escaping @Sendable () -> Timestamp
        ) throws {
            do { try Schema.make([Self.step], on: server.cluster) } catch {
                throw StoreError("PostgreSQL cannot be used: \(error)")
            }
            let tenant = Value.bytes(Array(store.tenant)), housekeeping = Housekeeping(to: server.cluster)
            (self.tenant, self.most, self.housekeeping) = (tenant, most, housekeeping)
            attempts = AttemptBuckets(tenant: tenant, perMinute: attemptsPerMinute)
            cleaning = Task.detached {
                while !Task.isCancelled {
                    // What stays because of a fault is removed at the next try.
                    try? await Self.removeOld(of: tenant, beyond: most, at: now(), by: housekeeping)
                    do { try await Task.sleep(for: .seconds(10)) } catch { return }
                }
            }
        }

        /// Removes what has expired, as the store does each ten seconds.
        package func removeOld(at now: Timestamp) async throws {
            try await Self.removeOld(of: tenant, beyond: most, at: now, by: housekeeping)
        }

        /// Returns how many used challenges the store knows.
        package func knownChallenges() async throws -> Int {
            let count = "SELECT count(*) FROM used_challenges WHERE tenant = $1"
            guard case .integer(let number)? = try await run([.init(count, [tenant])])[0].rows.first?.first else {
                throw CommunityFault.busy
            }
            return Int(number)
        }

        package func challengeKey() async throws -> [UInt8] {
            let known = PostgresLanes.Statement("SELECT key FROM challenge_keys WHERE tenant = $1", [tenant])
            if case .bytes(let key)? = try await run([known])[0].rows.first?.first { return key }
            var generator = SystemRandomNumberGenerator()
            let made = PostgresLanes.Statement(
                "INSERT INTO challenge_keys (tenant, key, forgotten) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                [tenant, .bytes(ChallengeSeal.newKey(using: &generator)), .integer(.min)])
            guard case .bytes(let key)? = try await run([made, known])[1].rows.first?.first else {
                throw CommunityFault.busy
            }
            return key
        }

        package func use(
            _ challenge: Challenge, issued issue: Timestamp, sealedWith key: [UInt8], at now: Timestamp
        ) async throws -> Bool {
            let use = PostgresLanes.Statement(
                """
                INSERT INTO used_challenges (tenant, challenge, issued)
                SELECT tenant, $2, $3 FROM challenge_keys WHERE tenant = $1 AND key = $4 AND forgotten < $3 FOR SHARE
                ON CONFLICT DO NOTHING
                """, [tenant, .bytes(challenge.bytes), .integer(issue), .bytes(key)])
            return try await run([use])[0].affected == 1
        }

        package func takeAttempt(of network: Network, at now: Timestamp) async throws -> Double? {
            let (own, block) = (AttemptBuckets.Bucket(network), AttemptBuckets.Bucket(network.block))
            // Whoever has nothing left takes nothing from the neighbours.
            if let wait = try await take(from: own, at: now) { return wait }
            guard let wait = try await take(from: block, at: now) else { return nil }
            _ = try await run([attempts.giveBack(to: own)])
            return wait
        }

        private func take(from bucket: AttemptBuckets.Bucket, at now: Timestamp) async throws -> Double? {
            let answers = try await run(attempts.take(from: bucket, at: now))
            return answers[0].affected == 1 ? nil : attempts.wait(answers[1], for: bucket, at: now)
        }

        /// Ends the cleaning, and closes the connection; blocks until then.
        package func close() {
            cleaning.cancel()
            housekeeping.close()
        }

        /// Runs statements that wait for no standby; throws `busy` if PostgreSQL does not run them.
        private func run(_ statements: [PostgresLanes.Statement]) async throws -> [Rows] {
            do {
                return try await housekeeping.runQuickly(statements, for: Requester.current.network)
            } catch let fault as PostgresFault {
                switch fault {
                case .refused, .unexpectedRow: throw PostgresStoreFault(fault: fault)
                default: throw CommunityFault.busy
                }
            }
        }

        /// Removes used challenges that have expired, and the oldest if there are more than `most`.
        private static func removeOld(
            of tenant: Value, beyond most: Int, at now: Timestamp, by housekeeping: Housekeeping
        ) async throws {
            let statements =
                [
                    PostgresLanes.Statement(
                        """
                        UPDATE challenge_keys SET forgotten = greatest(forgotten, $2, coalesce((
                            SELECT issued FROM used_challenges WHERE tenant = $1 ORDER BY issued DESC OFFSET $3 LIMIT 1
                        ), $2))
                        WHERE tenant = $1 AND EXISTS (SELECT 1 FROM used_challenges WHERE tenant = $1)
                        """, [tenant, .integer(now - LogInMemory.ofChallenges), .integer(Int64(most))]),
                    PostgresLanes.Statement(
                        """
                        DELETE FROM used_challenges WHERE tenant = $1
                            AND issued <= (SELECT forgotten FROM challenge_keys WHERE tenant = $1)
                        """, [tenant]),
                ] + AttemptBuckets.removeFull(of: tenant, at: now)
            _ = try await housekeeping.runQuickly(statements)
        }
    }
#endif
