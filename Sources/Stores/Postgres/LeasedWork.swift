#if Postgres
    import Community
    import PostgresLanes
    import Presence
    import Synchronization

    /// Runs jobs of a place on one of its servers.
    ///
    /// A server keeps the lease of a job as long as the job goes on, so a job that repeats itself stays where it is.
    ///
    /// A class because it counts the leases that this server holds.
    final class LeasedWork: Sendable {
        /// The lease under which the current task works. Each of its writes to the place checks it.
        ///
        /// A task-local value, because the writes of a job happen many calls away from where it began.
        @TaskLocal static var lease: Lease?

        private struct Counts {
            var held: Set<PlaceJob> = []
            var lost = 0
        }

        private let leases: Leases
        private let tenant: [UInt8]
        private let counts = Mutex(Counts())
        /// How long it waits after a fault, or after it lost the lease, before it tries again.
        private static let pause = Duration.seconds(5)

        init(_ leases: Leases, of tenant: [UInt8]) {
            self.leases = leases
            self.tenant = tenant
        }

        /// The jobs that this server does now.
        var held: Set<PlaceJob> { counts.withLock(\.held) }

        /// How often this server lost a lease while it did the job.
        var lost: Int { counts.withLock(\.lost) }

        /// Waits for the lease of the job, and runs `body` under it; again if another server had it meanwhile. Throws
        /// the error of `body`, and `CancellationError`.
        func run(_ job: PlaceJob, _ body: @escaping @Sendable () async throws -> Void) async throws {
            while true {
                if let result = try await attempt(job, body) { return try result.get() }
                try await Task.sleep(for: Self.pause)
            }
        }

        /// Returns the outcome of `body`; `nil` if this server may not do the job now.
        private func attempt(
            _ job: PlaceJob, _ body: @escaping @Sendable () async throws -> Void
        ) async throws -> Result<Void, any Error>? {
            do {
                return try await leases.hold(job.rawValue, of: tenant) { [self] lease in
                    counts.withLock { _ = $0.held.insert(job) }
                    defer { counts.withLock { _ = $0.held.remove(job) } }
                    do {
                        try await Self.$lease.withValue(lease) { try await body() }
                        return .success(())
                    } catch {
                        return .failure(error)
                    }
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch is Lease.Lost {
                counts.withLock { $0.lost += 1 }
                return nil
            } catch {
                // The database refused to give the lease; `/metrics` shows that nobody holds it.
                return nil
            }
        }
    }

    /// Says in the log why a write of a job was refused.
    extension Lease.Lost: LoggableFault {}
#endif
