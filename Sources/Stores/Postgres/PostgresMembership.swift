#if Postgres
    package import Community
    import PostgresLanes

    /// Makes a process one of the servers that share a PostgreSQL: it announces itself, hears nudges, and goes by the
    /// database's clock. The places of the process share its connections.
    ///
    /// A class because it owns connections.
    package final class PostgresMembership: Sendable {
        let reader: Reader
        let nudges: Nudges
        let housekeeping: Housekeeping
        /// The id under which it is announced, of 16 bytes.
        let id: [UInt8]
        /// The registry has a lane of its own: nothing that waits may delay its renewals.
        private let lane: Housekeeping
        private let registry: Registry
        private let clock: DatabaseClock
        private let watch: HostWatch
        private let removals: Task<Void, Never>
        let server: PostgresServer
        /// The jobs of this server's places.
        let leases: Leases

        /// How long the last answer of the database may be past while whereabouts are told.
        private static let currency = Duration.seconds(5)

        /// Announces this process among the servers of the database of `server`. A job whose server does not renew its
        /// lease for `leaseDuration` goes to another one. Throws `StoreError`.
        package init(
            _ server: PostgresServer, version: String, leaseDuration: Duration = .seconds(15)
        ) async throws {
            self.server = server
            let cluster = server.cluster
            do {
                try Schema.make(
                    [Lease.step, AtlasAgreement.step, Claims.step, PostgresBackupNotes.step] + Registry.steps,
                    on: cluster)
                reader = Reader(to: cluster, connections: 1, patience: .seconds(2))
                housekeeping = Housekeeping(to: cluster)
                lane = Housekeeping(to: cluster)
                nudges = Nudges(on: cluster)
                clock = DatabaseClock(by: housekeeping)
                id = (0..<16).map { _ in UInt8.random(in: 0...255) }
                registry = try await Registry.announce(
                    id: id, version: version, schema: PostgresTenant.schema, by: lane)
                leases = Leases(of: id, by: housekeeping, duration: leaseDuration)
                watch = HostWatch(by: housekeeping)
                try await clock.measure()
            } catch {
                throw StoreError("PostgreSQL cannot be used: \(error)")
            }
            removals = Self.removing(PostgresTenant.removals, by: housekeeping)
            server.onChanges { [nudges] in nudges.send() }
        }

        /// Removes from the tables what no server uses any more, once those that use it have gone.
        private static func removing(_ removals: [Schema.Removal], by housekeeping: Housekeeping) -> Task<Void, Never> {
            Task.detached {
                while !Task.isCancelled, (try? await housekeeping.remove(removals)) != true {
                    try? await Task.sleep(for: .seconds(10))
                }
            }
        }

        /// The database's time; `nil` before the first measurement.
        package var now: Timestamp? { clock.now }

        /// Whether this machine's clock is within a minute of the database's.
        package var isClockSane: Bool { clock.isSane }

        /// The number of servers that live, this one too.
        package var liveServers: Int { registry.standing.live }

        /// Whether the database has committed something for this server within the last seconds.
        package var isCurrent: Bool { registry.isCurrent(within: Self.currency) }

        var heartbeatAge: Duration { .now - registry.standing.seen }
        var clockOffset: Duration? { clock.offset }
        /// What the host that takes writes says of itself.
        var hostFigures: HostState? { watch.latest }

        /// Leaves the others, and closes the connections, once no place follows any more.
        package func close() async {
            removals.cancel()
            await removals.value
            await watch.close()
            clock.close()
            try? await registry.leave()
            nudges.close()
            reader.close()
            housekeeping.close()
            lane.close()
        }
    }
#endif
