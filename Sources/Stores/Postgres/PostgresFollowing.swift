#if Postgres
    package import Community
    import Foundation
    import PostgresLanes
    package import Presence
    import Synchronization

    /// Follows what the other servers of one place in PostgreSQL change, and shares work with them. It shares the
    /// connections of the process.
    ///
    /// A class because it owns its followers.
    package final class PostgresFollowing: PlaceFollowing {
        private let membership: PostgresMembership
        private let tenant: [UInt8]
        private let claims: Claims
        private let work: LeasedWork
        private let counts = Mutex(CatchUps())
        private let followers = Mutex<[PostgresTenant.Realm: Follower]>([:])
        private let nudged = Mutex<[Int]>([])
        private let cleaning = Mutex<Task<Void, Never>?>(nil)

        /// How often this server caught up, and could not.
        private struct CatchUps {
            var all = 0
            var failed = 0
        }

        /// Makes a follower for the place of `store`, which lies in the database of `membership`.
        package init(_ membership: PostgresMembership, of store: SQLiteStore) {
            self.membership = membership
            let tenant = Array(store.tenant), housekeeping = membership.housekeeping
            self.tenant = tenant
            claims = Claims(tenant: .bytes(tenant), housekeeping: housekeeping)
            let work = LeasedWork(membership.leases, of: tenant)
            self.work = work
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

        package var bringsOwnChanges: Bool { true }

        package func begin(_ take: @escaping @Sendable (PlaceChange) async throws -> Void) {
            let made = [PostgresTenant.Realm.community, .presence].map { realm in
                let follower = Follower(
                    of: BatchWriter.Turn(tenant: tenant, realm: realm.rawValue), by: membership.reader,
                    isCurrent: { [membership] in membership.isCurrent }
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
                let key = membership.nudges.onNudge { [weak follower] in follower?.look() }
                nudged.withLock { $0.append(key) }
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

        package func offer(atlas identity: String) async throws -> AtlasStanding {
            do {
                let agreement = AtlasAgreement(on: tenant, of: membership.id, by: membership.housekeeping)
                let standing = try await agreement.offer(identity)
                return AtlasStanding(isWanted: standing.wanted == identity, without: standing.without)
            } catch {
                throw CommunityFault.busy
            }
        }

        package func claim(_ subject: PlaceClaim, for holder: UInt64) async throws -> Bool {
            guard let now = membership.now else { throw CommunityFault.busy }
            do { return try await claims.claim(subject, for: holder, at: now) } catch { throw CommunityFault.busy }
        }

        package func release(_ subject: PlaceClaim, by holder: UInt64) async {
            // A claim that stays because of a fault ends by itself.
            try? await claims.release(subject, by: holder)
        }

        package var liveServers: Int { membership.liveServers }

        package func runAlone(_ job: PlaceJob, _ body: @escaping @Sendable () async throws -> Void) async throws {
            try await work.run(job, body)
        }

        /// What this server has done with PostgreSQL, and what the host that takes writes says.
        package var figures: PostgresFigures {
            let counts = counts.withLock { $0 }
            let lags = followers.withLock { $0.values.map(\.lag) }
            let lag = lags.contains(nil) ? nil : lags.compactMap(\.self).max()
            return PostgresFigures(
                connections: Connection.openCount, writer: membership.server.writer.figures,
                reads: membership.server.reader.figures, looks: membership.reader.figures, lag: lag,
                catchUps: counts.all, failedCatchUps: counts.failed, jobs: work.held, lostLeases: work.lost,
                liveServers: membership.liveServers, heartbeatAge: membership.heartbeatAge,
                clockOffset: membership.clockOffset, host: membership.hostFigures)
        }

        /// Stops following. The connections stay open: other places use them.
        package func close() async {
            let cleaning = cleaning.withLock { $0 }
            cleaning?.cancel()
            // It gives the lease back.
            await cleaning?.value
            for key in nudged.withLock({ $0 }) { membership.nudges.forget(key) }
            for follower in followers.withLock({ $0.values.map(\.self) }) { follower.close() }
        }

        /// Removes changes that all servers have taken in, and the ids of batches that nobody asks for any more. Done by
        /// several servers it does no harm.
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
