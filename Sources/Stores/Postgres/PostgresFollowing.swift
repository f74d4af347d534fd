#if Postgres
    package import Community
    import Foundation
    import PostgresLanes
    package import Presence
    import Synchronization

    /// Makes a server one of several of a place in PostgreSQL: it announces itself, follows what the others change, shares
    /// work with them, and goes by the database's clock.
    ///
    /// A class because it owns connections.
    package final class PostgresFollowing: PlaceFollowing {
        private let server: PostgresServer
        private let tenant: [UInt8]
        private let reader: Reader
        private let nudges: Nudges
        private let housekeeping: Housekeeping
        /// The registry has a lane of its own: nothing that waits may delay its renewals.
        private let lane: Housekeeping
        private let registry: Registry
        private let clock: DatabaseClock
        private let work: LeasedWork
        private let counts = Mutex(CatchUps())
        private let watch: HostWatch
        private let followers = Mutex<[PostgresTenant.Realm: Follower]>([:])
        private let cleaning = Mutex<Task<Void, Never>?>(nil)

        /// How often this server caught up, and could not.
        private struct CatchUps {
            var all = 0
            var failed = 0
        }

        /// How long the last answer of the database may be past while whereabouts are told.
        private static let currency = Duration.seconds(5)

        /// Announces a server of the place of `store`, which lies in `server`. A job whose server does not renew its
        /// lease for `leaseDuration` goes to another one. Throws `StoreError`.
        package init(
            _ server: PostgresServer, of store: SQLiteStore, version: String, leaseDuration: Duration = .seconds(15)
        ) async throws {
            self.server = server
            let cluster = server.cluster
            do {
                try Schema.make([Lease.step, Registry.step], on: cluster)
                tenant = Array(store.tenant)
                reader = Reader(to: cluster, connections: 1, patience: .seconds(2))
                housekeeping = Housekeeping(to: cluster)
                lane = Housekeeping(to: cluster)
                nudges = Nudges(on: cluster)
                clock = DatabaseClock(by: housekeeping)
                let id = (0..<16).map { _ in UInt8.random(in: 0...255) }
                registry = try await Registry.announce(
                    id: id, version: version, schema: PostgresTenant.schema, by: lane)
                work = LeasedWork(Leases(of: id, by: housekeeping, duration: leaseDuration), of: tenant)
                watch = HostWatch(by: housekeeping)
                try await clock.measure()
            } catch {
                throw StoreError("PostgreSQL cannot be used: \(error)")
            }
            server.onChanges { [nudges] in nudges.send() }
            let (tenant, housekeeping, work) = (tenant, housekeeping, work)
            cleaning.withLock {
                $0 = Task.detached {
                    // Only cancellation ends this.
                    try? await work.run(.changes) {
                        while true {
                            // What stays because of a fault is removed an hour later.
                            try? await Self.removeOld(of: tenant, by: housekeeping)
                            try await Task.sleep(for: .seconds(3600))
                        }
                    }
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

        package func begin(_ take: @escaping @Sendable (PlaceChange) async throws -> Void) {
            let made = [PostgresTenant.Realm.community, .presence].map { realm in
                let follower = Follower(
                    of: BatchWriter.Turn(tenant: tenant, realm: realm.rawValue), by: reader,
                    isCurrent: { [registry] in registry.isCurrent(within: Self.currency) }
                ) { news in
                    switch news {
                    case .everything: try await take(.everything)
                    case .changes(let changes):
                        // Several changes of the same are taken in once.
                        var seen: Set<PlaceChange> = []
                        for change in changes.map({ PlaceChange(kind: $0.kind, id: $0.id) })
                        where seen.insert(change).inserted { try await take(change) }
                    }
                }
                _ = nudges.onNudge { [weak follower] in follower?.look() }
                return (realm, follower)
            }
            followers.withLock { $0 = Dictionary(uniqueKeysWithValues: made) }
        }

        package func catchUp() async throws {
            guard let follower = followers.withLock({ $0[.presence] }) else { return }
            do {
                _ = try await follower.catchUp()
                counts.withLock { $0.all += 1 }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                counts.withLock { ($0.all, $0.failed) = ($0.all + 1, $0.failed + 1) }
                throw CommunityFault.busy
            }
        }

        package func runAlone(_ job: PlaceJob, _ body: @escaping @Sendable () async throws -> Void) async throws {
            try await work.run(job, body)
        }

        /// What this server has done with PostgreSQL, and what the host that takes writes says.
        package var figures: PostgresFigures {
            let counts = counts.withLock { $0 }
            let lags = followers.withLock { $0.values.map(\.lag) }
            let lag = lags.contains(nil) ? nil : lags.compactMap(\.self).max()
            return PostgresFigures(
                connections: Connection.openCount, writer: server.writer.figures,
                reads: server.reader.figures, looks: reader.figures, lag: lag,
                catchUps: counts.all, failedCatchUps: counts.failed, jobs: work.held, lostLeases: work.lost,
                liveServers: registry.standing.live, heartbeatAge: .now - registry.standing.seen,
                clockOffset: clock.offset, host: watch.latest)
        }

        /// Leaves the others, and closes the connections.
        package func close() async {
            let cleaning = cleaning.withLock { $0 }
            cleaning?.cancel()
            // It gives the lease back.
            await cleaning?.value
            await watch.close()
            for follower in followers.withLock({ $0.values.map(\.self) }) { follower.close() }
            clock.close()
            try? await registry.leave()
            nudges.close()
            reader.close()
            housekeeping.close()
            lane.close()
        }

        /// Removes changes that all servers have taken in, and the ids of batches that nobody asks for any more. Done by
        /// several servers it does no harm.
        private static func removeOld(of tenant: [UInt8], by housekeeping: Housekeeping) async throws {
            for realm in [PostgresTenant.Realm.community, .presence] {
                let turn = BatchWriter.Turn(tenant: tenant, realm: realm.rawValue)
                try await Change.deleteOld(in: turn, by: housekeeping)
            }
            let old = "DELETE FROM batches WHERE tenant = $1 AND made < now() - interval '1 hour'"
            _ = try await housekeeping.run([PostgresLanes.Statement(old, [.bytes(tenant)])])
        }
    }
#endif
