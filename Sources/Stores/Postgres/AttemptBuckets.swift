#if Postgres
    import Community
    import Fairness
    import PostgresLanes

    /// The statements of the attempts to log in: a token bucket for each network and for each block, as `RateLimiter` has
    /// them in memory. A row has the time at which its bucket will be full again; one without a row is full.
    struct AttemptBuckets {
        /// A bucket's key in the table, and how many tokens it gets while one network gets one.
        struct Bucket {
            let key: Value
            let share: Int64

            init(_ network: Network) { self.init(0, network.prefix, share: 1) }

            init(_ block: Network.Block) { self.init(1, block.prefix, share: RateLimiter.networksOfBlock) }

            private init(_ kind: UInt8, _ prefix: UInt64, share: Int64) {
                key = .bytes([kind] + (0..<8).map { UInt8(truncatingIfNeeded: prefix >> (56 - 8 * UInt64($0))) })
                self.share = share
            }
        }

        private let tenant: Value
        private let perMinute: Int64

        /// The time in which an empty bucket becomes full, in microseconds.
        private static let fullTime: Int64 = 120_000_000
        /// A bucket that will be full so much later than it can be was filled before the clock went back, in
        /// microseconds. It counts as full.
        private static let clockError: Int64 = 60_000_000
        /// The most buckets that are not full. Beyond these, the fullest are forgotten.
        private static let most: Int64 = 65_536

        init(tenant: Value, perMinute: Int) {
            self.tenant = tenant
            self.perMinute = Int64(max(1, perMinute))
        }

        /// The time in which a bucket gets one token, in microseconds.
        private func cost(of bucket: Bucket) -> Int64 { max(1, 60_000_000 / (perMinute * bucket.share)) }

        /// Returns the statements that take a token if there is one, which the first then has as a changed row. The second
        /// reads when the bucket will be full.
        func take(from bucket: Bucket, at now: Timestamp) -> [PostgresLanes.Statement] {
            let time = now * 1000, cost = cost(of: bucket), latest = time + Self.fullTime
            let take = PostgresLanes.Statement(
                """
                INSERT INTO log_in_attempts AS known (tenant, network, full_at) VALUES ($1, $2, $3)
                ON CONFLICT (tenant, network) DO UPDATE
                SET full_at = $4 + CASE WHEN known.full_at BETWEEN $5 AND $7 THEN known.full_at ELSE $5 END
                WHERE known.full_at + $4 <= $6 OR known.full_at > $7
                """,
                [
                    tenant, bucket.key, .integer(time + cost), .integer(cost), .integer(time), .integer(latest),
                    .integer(latest + Self.clockError),
                ])
            let read = "SELECT full_at FROM log_in_attempts WHERE tenant = $1 AND network = $2"
            return [take, PostgresLanes.Statement(read, [tenant, bucket.key])]
        }

        /// Returns the seconds until a bucket has a token, from what the second statement of `take` has read.
        func wait(_ rows: Rows, for bucket: Bucket, at now: Timestamp) -> Double {
            guard case .integer(let full)? = rows.rows.first?.first else { return 0 }
            return Double(full + cost(of: bucket) - now * 1000 - Self.fullTime) / 1_000_000
        }

        /// Returns the statement that gives a token back.
        func giveBack(to bucket: Bucket) -> PostgresLanes.Statement {
            PostgresLanes.Statement(
                "UPDATE log_in_attempts SET full_at = full_at - $3 WHERE tenant = $1 AND network = $2",
                [tenant, bucket.key, .integer(cost(of: bucket))])
        }

        /// Returns the statements that remove full buckets, and the fullest beyond `most`.
        static func removeFull(of tenant: Value, at now: Timestamp) -> [PostgresLanes.Statement] {
            [
                PostgresLanes.Statement(
                    "DELETE FROM log_in_attempts WHERE tenant = $1 AND full_at <= $2", [tenant, .integer(now * 1000)]),
                PostgresLanes.Statement(
                    """
                    DELETE FROM log_in_attempts WHERE tenant = $1 AND full_at <= (
                        SELECT full_at FROM log_in_attempts WHERE tenant = $1 ORDER BY full_at DESC OFFSET $2 LIMIT 1)
                    """, [tenant, .integer(most)]),
            ]
        }
    }
#endif
