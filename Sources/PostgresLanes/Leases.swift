import Synchronization

/// Leases of one server.
package struct Leases: Sendable {
    /// How a body under a lease ended, or why it must.
    private enum End<Result: Sendable>: Sendable {
        case body(Swift.Result<Result, any Error>)
        case lost
        case cancelled
    }

    /// Until when the lease is surely held. A class because the renewal and the watch share it.
    private final class Hold: Sendable {
        private let time: Mutex<ContinuousClock.Instant>

        init(until time: ContinuousClock.Instant) { self.time = Mutex(time) }

        var until: ContinuousClock.Instant {
            get { time.withLock { $0 } }
            set { time.withLock { $0 = newValue } }
        }
    }

    private static let insertion = """
        INSERT INTO leases (tenant, job, holder, term, until) VALUES ($1, $2, $3, 0, '-infinity')
        ON CONFLICT DO NOTHING
        """
    private static let taking = """
        UPDATE leases SET holder = $3, term = term + 1, until = now() + make_interval(secs => $4)
        WHERE tenant = $1 AND job = $2 AND until <= now() RETURNING term
        """
    private static let renewing = """
        UPDATE leases SET until = now() + make_interval(secs => $4)
        WHERE tenant = $1 AND job = $2 AND term = $3 RETURNING term
        """

    private let holder: [UInt8]
    private let housekeeping: Housekeeping
    private let duration: Duration

    /// Makes the leases of the server with the id `holder`. A lease that is not renewed ends after `duration`; it is
    /// renewed each third of it, and those who wait for it try each sixth.
    package init(of holder: [UInt8], by housekeeping: Housekeeping, duration: Duration = .seconds(15)) {
        self.holder = holder
        self.housekeeping = housekeeping
        self.duration = duration
    }

    /// Waits for the lease of a job, runs `body` under it, ends it and returns the result of `body`.
    ///
    /// When the lease is lost, the task of `body` is cancelled. What `body` writes until it notices has no effect if
    /// each transaction calls `Lease.check(in:)`, or each statement has `Lease.condition(from:)`.
    ///
    /// Throws the error of `body`; `Lease.Lost`; `CancellationError`; and `PostgresFault` for one that does not pass.
    package func hold<Result: Sendable>(
        _ job: String, of tenant: [UInt8], _ body: @escaping @Sendable (Lease) async throws -> Result
    ) async throws -> Result {
        let (lease, hold) = try await wait(for: job, of: tenant)
        let end = await withTaskGroup(of: End<Result>.self) { group in
            group.addTask {
                do { return .body(.success(try await body(lease))) } catch { return .body(.failure(error)) }
            }
            group.addTask { await renew(lease, hold) ? .cancelled : .lost }
            group.addTask { await watch(hold) ? .cancelled : .lost }
            var end = End<Result>.cancelled
            for await next in group {
                switch (end, next) {
                case (.cancelled, .body), (.cancelled, .lost): end = next
                default: break
                }
                group.cancelAll()
            }
            return end
        }
        guard case .body(let result) = end else { throw Lease.Lost(job: job) }
        // If this fails, the lease ends by itself a little later.
        _ = try? await housekeeping.run([Self.renewal(of: lease, for: .zero)])
        return try result.get()
    }

    /// Tries to get the lease until it is free. A try whose answer was lost may have taken it; then it is free again
    /// after its duration.
    private func wait(for job: String, of tenant: [UInt8]) async throws -> (Lease, Hold) {
        let key: [Value] = [.bytes(tenant), .text(job), .bytes(holder)]
        let statements = [
            Statement(Self.insertion, key), Statement(Self.taking, key + [.real(duration / .seconds(1))]),
        ]
        while true {
            try Task.checkCancellation()
            let sent = ContinuousClock.now
            do {
                if case .integer(let term)? = try await housekeeping.run(statements)[1].rows.first?.first {
                    return (Lease(tenant: tenant, job: job, holder: holder, term: term), Hold(until: sent + duration))
                }
            } catch let fault as PostgresFault where fault.mayPass {
                // The database may answer the next time.
            }
            try await Task.sleep(for: duration / 6 * .random(in: 0.75...1))
        }
    }

    /// Renews the lease until the task is cancelled; returns false when another has it.
    private func renew(_ lease: Lease, _ hold: Hold) async -> Bool {
        var pause = duration / 3
        while true {
            do { try await Task.sleep(for: pause) } catch { return true }
            let sent = ContinuousClock.now
            do {
                let answers = try await housekeeping.run([Self.renewal(of: lease, for: duration)])
                if answers[0].rows.isEmpty { return false }
                hold.until = sent + duration
                pause = duration / 3
            } catch {
                // `watch` ends the lease unless a later renewal is answered in time.
                pause = duration / 15
            }
        }
    }

    /// Returns false when the lease has not been renewed in time, or true when the task is cancelled.
    private func watch(_ hold: Hold) async -> Bool {
        while true {
            let until = hold.until
            guard until > .now else { return false }
            do { try await Task.sleep(until: until, clock: .continuous) } catch { return true }
        }
    }

    private static func renewal(of lease: Lease, for duration: Duration) -> Statement {
        Statement(
            renewing,
            [.bytes(lease.tenant), .text(lease.job), .integer(lease.term), .real(duration / .seconds(1))])
    }
}
