import Fairness

/// The readers of a server: a few connections to the host that takes writes.
///
/// A class because it owns its lanes.
package final class Reader: Sendable {
    private struct Job: Sendable {
        /// Does the read and returns a closure that answers the caller. Throws faults after which it may run again.
        let perform: @Sendable (Connection) throws(PostgresFault) -> @Sendable () -> Void
        let refuse: @Sendable (PostgresFault) -> Void
    }

    /// How long a host has for each answer.
    private static let answerTime = Duration.seconds(5)
    /// The usual duration of a read, in microseconds.
    private static let estimate = 200

    private let lane: Lane<Job>

    /// Makes the readers; a read that fails by the connection is tried again for `patience`.
    package init(to cluster: Cluster, connections: Int = 4, patience: Duration = .seconds(10)) {
        lane = Lane(
            to: cluster, threads: connections, together: 1,
            .init(jobs: 4096, jobsOfBlock: 1024, costOfBlock: 10_000_000, atWorkOfBlock: max(1, connections - 1))
        ) { jobs, connection in for job in jobs { Self.perform(job, on: connection, for: patience) } }
    }

    /// Runs `body` on one committed snapshot and returns its result. It may run several times.
    ///
    /// Throws the error of `body`; `PostgresFault`; `FairQueue.Refusal` if too many reads wait.
    package func read<Result: Sendable>(
        _ body: @escaping @Sendable (Snapshot) throws -> Result
    ) async throws -> Result {
        try await perform { connection throws(PostgresFault) in
            let snapshot = Snapshot(of: connection, answerTime: Self.answerTime)
            let result = Swift.Result { try body(snapshot) }
            if let fault = snapshot.fault, fault.endsConnection { throw fault }
            try snapshot.end()
            return result
        }
    }

    /// Returns the rows of one query, with one round trip: a statement alone sees one committed state without a
    /// transaction around it. Throws what `read(_:)` throws.
    package func rows(_ sql: String, _ parameters: [Value] = []) async throws -> [[Value]] {
        try await perform { connection throws(PostgresFault) in
            .success(try connection.run([Statement(sql, parameters)], by: .now + Self.answerTime)[0].rows)
        }
    }

    private func perform<Result: Sendable>(
        _ work: @escaping @Sendable (Connection) throws(PostgresFault) -> Swift.Result<Result, any Error>
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job { connection throws(PostgresFault) in
                let result = try work(connection)
                return { continuation.resume(with: result) }
            } refuse: {
                continuation.resume(throwing: $0)
            }
            do {
                try lane.add(job, costing: Self.estimate, for: Requester.current.network)?.refuse(.laneFull)
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    package var figures: LaneFigures { lane.figures }

    /// Does what waits and ends; blocks until then.
    package func close() { lane.close() }

    private static func perform(_ job: Job, on lane: LaneConnection, for patience: Duration) {
        do throws(PostgresFault) {
            let answer = try lane.attempt(for: patience, job.perform)
            answer()
        } catch {
            job.refuse(error)
        }
    }
}

/// One committed state of the database. It is valid inside the closure that gets it.
package final class Snapshot {
    private let connection: Connection
    private let answerTime: Duration
    private var hasBegun = false
    /// The fault of the first statement that failed.
    private(set) var fault: PostgresFault?

    init(of connection: Connection, answerTime: Duration) {
        self.connection = connection
        self.answerTime = answerTime
    }

    /// Returns the rows of a query. Throws `PostgresFault`.
    package func rows(_ sql: String, _ parameters: [Value] = []) throws(PostgresFault) -> [[Value]] {
        // The snapshot is taken by the first query, and begins with the same round trip.
        var statements = hasBegun ? [] : [Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")]
        statements.append(Statement(sql, parameters))
        hasBegun = true
        do throws(PostgresFault) {
            return try connection.run(statements, by: .now + answerTime)[statements.count - 1].rows
        } catch {
            fault = fault ?? error
            throw error
        }
    }

    /// Ends the transaction, whether a query failed or not; does not wait for it.
    func end() throws(PostgresFault) {
        guard hasBegun else { return }
        try connection.sendAhead(Statement("ROLLBACK"))
    }
}
