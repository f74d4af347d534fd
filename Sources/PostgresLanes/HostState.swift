/// What a host of PostgreSQL says of itself. What the user may not read is `nil` or missing.
package struct HostState: Sendable {
    /// The oldest snapshot that keeps deleted rows from being removed.
    package struct Snapshot: Sendable, Equatable {
        /// How long it has been there, in seconds; `nil` if that is unknown.
        package let seconds: Double?
        /// How many transactions began since.
        package let transactions: Int64
        /// Who holds it, such as `a transaction of psql (process 4711)`.
        package let holder: String

        package init(seconds: Double?, transactions: Int64, holder: String) {
            (self.seconds, self.transactions, self.holder) = (seconds, transactions, holder)
        }
    }

    /// A host that follows this one.
    package struct Standby: Sendable, Equatable {
        package let name: String
        /// Whether commits may wait for it.
        package let isSynchronous: Bool
        /// The log that it does not have on its disk yet, in bytes.
        package let lagBytes: Double
        /// How far it is behind with what it shows, in seconds; `nil` if it has nothing to catch up with.
        package let lagSeconds: Double?

        package init(name: String, isSynchronous: Bool, lagBytes: Double, lagSeconds: Double?) {
            (self.name, self.isSynchronous) = (name, isSynchronous)
            (self.lagBytes, self.lagSeconds) = (lagBytes, lagSeconds)
        }
    }

    /// A replication slot, which keeps the log that its reader does not have yet.
    package struct Slot: Sendable, Equatable {
        package let name: String
        package let isActive: Bool
        /// The log that it keeps, in bytes.
        package let keptBytes: Double

        package init(name: String, isActive: Bool, keptBytes: Double) {
            (self.name, self.isActive, self.keptBytes) = (name, isActive, keptBytes)
        }
    }

    /// A collation whose order may have changed since indexes were made.
    package struct Collation: Sendable, Equatable {
        package let name: String
        package let recorded: String
        package let actual: String

        package init(name: String, recorded: String, actual: String) {
            (self.name, self.recorded, self.actual) = (name, recorded, actual)
        }
    }

    /// A row of the servers that are registered in the database.
    package struct Server: Sendable, Equatable {
        package let number: Int64
        package let version: String
        package let schema: String
        /// How long ago it was last seen, in seconds.
        package let age: Double

        package init(number: Int64, version: String, schema: String, age: Double) {
            (self.number, self.version, self.schema, self.age) = (number, version, schema, age)
        }
    }

    package var version = ""
    package var isStandby = false
    /// Grows with each promotion.
    package var timeline: Int64?
    /// The number that the cluster got when it was made; its standbys have the same.
    package var identity: Int64?
    package var isSuperuser = false
    /// Whether the user may read what other users' connections and standbys do (`pg_read_all_stats`).
    package var readsAll = false
    /// Whether something answers in the name of the host, such as a pooler.
    package var isBehindPooler = false
    /// How far this machine's clock is ahead of the host's, in seconds; wrong by half of the round trip at most.
    package var clockOffset = 0.0
    /// The settings of `settingNames`, by name.
    package var settings: [String: String] = [:]
    package var connections: Int64?
    package var snapshot: Snapshot?
    package var standbys: [Standby]?
    package var slots: [Slot]?
    /// Who copies the whole cluster or its log from this host now, such as `pg_basebackup (process 4711)`.
    package var copies: [String]?
    package var collations: [Collation] = []
    /// `nil` where no server was ever registered.
    package var servers: [Server]?

    package init() {}

    /// The settings that weaken what an acknowledged write promises, with their values. A setting whose value is unknown
    /// is not among them.
    package var weakSettings: [(name: String, value: String)] {
        Self.strong.compactMap { name, values in
            settings[name].flatMap { values.contains($0) ? nil : (name, $0) }
        }
    }

    /// The names of the settings that an acknowledged write relies on.
    package static var strongSettings: [String] { strong.map(\.name) }

    /// The values with which an acknowledged write is kept.
    private static let strong: [(name: String, values: [String])] = [
        ("fsync", ["on"]), ("full_page_writes", ["on"]), ("synchronous_commit", ["on", "remote_apply"]),
    ]
}
