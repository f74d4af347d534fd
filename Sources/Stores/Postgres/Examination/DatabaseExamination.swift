#if Postgres
    import PostgresLanes

    /// Checks the hosts of both PostgreSQL clusters of a place. It changes nothing, and may run while servers run.
    package struct DatabaseExamination {
        private let address: String
        private let keys: String?

        /// Takes the addresses of the settings `database` and `keys-database`.
        package init(address: String, keys: String?) { (self.address, self.keys) = (address, keys) }

        /// Asks all hosts. Blocks, some seconds for each that does not answer.
        package func findings() -> [DatabaseFinding] {
            let (data, ofData) = Self.review("database", address)
            guard let keys else {
                return ofData + [
                    .fault(
                        "database is set, and keys-database is not",
                        "name a second PostgreSQL cluster, for people's keys alone")
                ]
            }
            let (other, ofKeys) = Self.review("keys-database", keys, isOfKeys: true)
            return ofData + ofKeys + Self.sameCluster(data, other)
        }

        private static func review(
            _ setting: String, _ address: String, isOfKeys: Bool = false
        ) -> (ClusterReview?, [DatabaseFinding]) {
            do {
                let hosts = try Cluster(address).examine()
                let review = ClusterReview(setting: setting, hosts: hosts, isOfKeys: isOfKeys)
                return (review, review.findings)
            } catch {
                // A bad address is told without its password.
                return (nil, [.fault("\(setting): \(error)", "correct the setting \(setting)")])
            }
        }

        private static func sameCluster(_ data: ClusterReview?, _ keys: ClusterReview?) -> [DatabaseFinding] {
            guard let one = data?.primary?.state.identity, one == keys?.primary?.state.identity else { return [] }
            return [
                .fault(
                    "people's keys and their data are in one PostgreSQL cluster, whose copies would keep keys that were "
                        + "destroyed", "name another cluster with keys-database")
            ]
        }
    }
#endif
