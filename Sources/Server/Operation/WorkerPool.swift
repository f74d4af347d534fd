package import Fairness
package import GeoCore
import HereaboutsAPI
import Synchronization

/// Runs work on threads outside the event loops. Quick work takes milliseconds and must not delay answers that take
/// microseconds. Expensive work has its own threads with lower priority: no quick work waits for them.
///
/// Work counts for the requester of the current task; see `Workers`.
///
/// A class because it owns its threads.
package final class WorkerPool: Sendable {
    private let quick: Workers
    private let expensive: Workers
    private let sequence = Mutex(Sequence())

    /// Long jobs for everybody, one after another.
    private struct Sequence {
        var count = 0
        /// Completes when the last of the jobs has.
        var last: Task<Void, Never>?
    }

    /// The most jobs that may wait for their turn: one for each combination of `AvoidingGenerations`, for three
    /// atlases of each place.
    private let mostInSequence: Int

    /// - Parameters:
    ///   - workers: How many threads one block of addresses may use for quick work. For expensive work it may use one
    ///     less, but at least one. There is one more thread of each kind, which a job of another block always finds
    ///     free.
    ///   - waitingJobs: The most quick jobs that may wait; one block of addresses may have half of them. A quarter as
    ///     many expensive jobs may wait; one block may have a quarter of those.
    ///   - seconds: The most processor time of one answer.
    ///   - places: How many places share the threads.
    package init(workers: Int, waitingJobs: Int, seconds: Int = 30, places: Int = 1) {
        mostInSequence = 30 * places
        quick = Workers(
            threads: workers + 1, seconds: seconds,
            .init(jobs: waitingJobs, jobsOfBlock: max(1, waitingJobs / 2), costOfBlock: 3_000_000))
        let expensiveJobs = max(1, waitingJobs / 4)
        expensive = Workers(
            threads: max(2, workers), isLowPriority: true, seconds: seconds,
            .init(jobs: expensiveJobs, jobsOfBlock: max(1, expensiveJobs / 4), costOfBlock: 15_000_000))
    }

    /// Runs `job` on a thread for work of its cost. Throws what `job` throws, and:
    ///
    /// - `tooManyRequests` when too much work of its network waits, `unavailable` when too much work of others does.
    /// - `RequesterLeft` when the client left before an expensive job began, or before a job checked its `StopRequest`.
    /// - `tooMuchWork` when a job checks it after using the processor time of one answer.
    package func run<Result: Sendable>(
        costing cost: Cost, _ job: @escaping @Sendable (StopRequest) throws -> Result
    ) async throws -> Result {
        do {
            let isExpensive = cost >= .expensive
            // For quick work, checking the client before the start is not worth it. Also, a client that has only
            // finished sending still gets its answer.
            return try await (isExpensive ? expensive : quick).run(costing: cost, beginsAnyway: !isExpensive) { limit in
                try job(StopRequest { limit.mustStop })
            }
        } catch let refusal as Workers.Refusal {
            throw Self.error(refusal)
        }
    }

    /// Runs a job that never stops early.
    package func run<Result: Sendable>(
        costing cost: Cost, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await run(costing: cost) { _ in try job() }
    }

    /// Counts the work that ended early so far.
    package var ends: Workers.Ends { quick.ends + expensive.ends }

    /// Runs `job`, which takes a few milliseconds, as `run(costing:)` does.
    package func run<Result: Sendable>(_ job: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await run(costing: .usual, job)
    }

    /// Runs `job` after all earlier jobs of this kind have ended: several long jobs at once would take all threads.
    /// Waiting takes no thread. The result serves everybody, so the job counts for the machine. Throws as `run` does,
    /// and `unavailable` when too many jobs wait for their turn.
    package func runInTurn<Result: Sendable>(_ job: @escaping @Sendable () throws -> Result) async throws -> Result {
        let task = try sequence.withLock { sequence in
            guard sequence.count < mostInSequence else { throw Self.error(.full) }
            sequence.count += 1
            let task = Task { [before = sequence.last] in
                await before?.value
                return try await Requester.$current.withValue(.machine) { try await self.run(costing: .expensive, job) }
            }
            sequence.last = Task {
                _ = await task.result
                self.sequence.withLock { $0.count -= 1 }
            }
            return task
        }
        return try await task.value
    }

    fileprivate static func error(_ refusal: Workers.Refusal) -> any Error {
        switch refusal {
        case .networkLimitReached(let seconds):
            ErrorBody(
                .tooManyRequests, "many requests of this address are waiting; ask again in \(seconds) s",
                retryAfter: seconds)
        case .full: ErrorBody(.unavailable, "the server is busy; ask again in a second")
        case .requesterLeft: RequesterLeft()
        case .tookTooLong(let seconds):
            ErrorBody(
                .tooMuchWork,
                "the answer takes more than the \(seconds) s of work that one answer may use; ask for less: fewer points, shorter times"
            )
        }
    }
}

/// The client left before the answer was ready.
package struct RequesterLeft: Error {
    package init() {}
}

extension Slots {
    /// Runs `body` in turn, as `hold` does; throws refusals as `WorkerPool.run` does.
    func inTurn<Result>(costing cost: Cost, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await hold(costing: cost, body)
        } catch let refusal as Workers.Refusal {
            throw WorkerPool.error(refusal)
        }
    }
}
