package import Fairness

/// The lane for the rows of the installation itself: its servers, the leases of jobs, changes that are no longer kept.
/// They need no turn.
///
/// A class because it owns its lane.
package final class Housekeeping: Sendable {
    private struct Job: Sendable {
        let perform: @Sendable (LaneConnection) -> Void
        let refuse: @Sendable (PostgresFault) -> Void
    }

    /// How long a host has for each answer.
    private static let answerTime = Duration.seconds(5)
    /// The usual duration of a transaction, in microseconds.
    private static let estimate = 200

    private let lane: Lane<Job>
    private let patience: Duration

    /// Makes the lane; what fails by the connection is tried again for `patience`. That is short, because what runs here
    /// is repeated soon anyway.
    package init(to cluster: Cluster, patience: Duration = .seconds(2)) {
        self.patience = patience
        lane = Lane(
            to: cluster, together: 1, .init(jobs: 1024, jobsOfBlock: 1024, costOfBlock: .max)
        ) { jobs, connection in for job in jobs { job.perform(connection) } }
    }

    /// Runs statements as one transaction, with one round trip, and returns their answers. If the answer is lost they
    /// run again, so that must do no harm.
    ///
    /// Throws `PostgresFault`, and `FairQueue.Refusal` if too much waits.
    ///
    /// - Parameter network: The network that caused it, with which others take turns.
    package func run(_ statements: [Statement], for network: Network = .local) async throws -> [Rows] {
        try await perform(for: network) { connection throws(PostgresFault) in
            try connection.run(statements, by: .now + Self.answerTime)
        }
    }

    /// Does removals as `Schema.remove(_:on:)` does; throws what `run(_:)` throws.
    package func remove(_ removals: [Schema.Removal]) async throws -> Bool {
        try await perform { connection throws(PostgresFault) in try Schema.remove(removals, on: connection) }
    }

    /// Runs `body` on the lane's thread; it may run several times. Throws what `run(_:)` throws.
    func perform<Result: Sendable>(
        for network: Network = .local, _ body: @escaping @Sendable (Connection) throws(PostgresFault) -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let patience = patience
            let job = Job { connection in
                do throws(PostgresFault) {
                    continuation.resume(returning: try connection.attempt(for: patience, body))
                } catch {
                    continuation.resume(throwing: error)
                }
            } refuse: {
                continuation.resume(throwing: $0)
            }
            do {
                // The installation's own rows count for nobody's network.
                try lane.add(job, costing: Self.estimate, for: network)?.refuse(.laneFull)
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Does what waits and ends; blocks until then.
    package func close() { lane.close() }
}
