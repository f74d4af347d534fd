#if Postgres
    package import Community
    import Foundation
    import PostgresLanes
    package import Presence
    import Synchronization

    /// Makes a server one of several of a place in PostgreSQL: it announces itself, follows what the others change, and
    /// goes by the database's clock.
    ///
    /// A class because it owns connections.
    package final class PostgresFollowing: PlaceFollowing {
        private let tenant: [UInt8]
        private let reader: Reader
        private let nudges: Nudges
        private let housekeeping: Housekeeping
        /// The registry has a lane of its own: nothing that waits may delay its renewals.
        private let lane: Housekeeping
        private let registry: Registry
        private let claims: Claims
        private let clock: DatabaseClock
        private let followers = Mutex<[PostgresTenant.Realm: Follower]>([:])
        private let cleaning = Mutex<Task<Void, Never>?>(nil)

        /// How long the last answer of the database may be past while whereabouts are told.
        private static let currency = Duration.seconds(5)

        /// Announces a server of the place of `store`, which lies in `server`. Throws `StoreError`.
        package init(_ server: PostgresServer, of store: SQLiteStore, version: String) async throws {
            let cluster = server.cluster
            do {
                try Schema.make([Lease.step, Registry.step, Claims.step], on: cluster)
                tenant = Array(store.tenant)
                reader = Reader(to: cluster, connections: 1, patience: .seconds(2))
                housekeeping = Housekeeping(to: cluster)
                lane = Housekeeping(to: cluster)
                claims = Claims(tenant: .bytes(tenant), housekeeping: housekeeping)
                nudges = Nudges(on: cluster)
                clock = DatabaseClock(by: housekeeping)
                registry = try await Registry.announce(
                    id: (0..<16).map { _ in UInt8.random(in: 0...255) }, version: version,
                    schema: PostgresTenant.schema, by: lane)
                try await clock.measure()
            } catch {
                throw StoreError("PostgreSQL cannot be used: \(error)")
            }
            server.onChanges { [nudges] in nudges.send() }
            let (tenant, housekeeping) = (tenant, housekeeping)
            cleaning.withLock {
                $0 = Task.detached {
                    while !Task.isCancelled {
                        // What stays because of a fault is removed an hour later.
                        try? await Self.removeOld(of: tenant, by: housekeeping)
                        do { try await Task.sleep(for: .seconds(3600)) } catch { return }
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

        package var bringsOwnChanges: Bool { true }

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
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                throw CommunityFault.busy
            }
        }

        package func claim(_ subject: PlaceClaim, for holder: UInt64) async throws -> Bool {
            guard let now else { throw CommunityFault.busy }
            do { return try await claims.claim(subject, for: holder, at: now) } catch { throw CommunityFault.busy }
        }

        package func release(_ subject: PlaceClaim, by holder: UInt64) async {
            // A claim that stays because of a fault ends by itself.
            try? await claims.release(subject, by: holder)
        }

        /// Leaves the others, and closes the connections.
        package func close() async {
            cleaning.withLock { $0 }?.cancel()
            for follower in followers.withLock({ $0.values.map(\.self) }) { follower.close() }
            clock.close()
            try? await registry.leave()
            nudges.close()
            reader.close()
            housekeeping.close()
            lane.close()
        }

        /// Removes changes that all servers have taken in, and the ids of batches that nobody asks for any more.
        private static func removeOld(of tenant: [UInt8], by housekeeping: Housekeeping) async throws {
            for realm in [PostgresTenant.Realm.community, .presence] {
                let turn = BatchWriter.Turn(tenant: tenant, realm: realm.rawValue)
                try await Change.deleteOld(in: turn, by: housekeeping)
            }
            let old = "DELETE FROM batches WHERE tenant = $1 AND made < now() - interval '1 hour'"
            _ = try await housekeeping.run([
                PostgresLanes.Statement(old, [.bytes(tenant)]), Claims.removeOld(of: .bytes(tenant)),
            ])
        }
    }
#endif
