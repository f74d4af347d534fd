package import Fairness
import HereaboutsAPI
import Synchronization

/// A few threads for work of milliseconds, so that it cannot hold up the answers that take microseconds, and some for
/// dear work, which give way to everything else: nothing cheap waits for them.
///
/// Work is for the asker of the current task; see `Workers`.
///
/// A class because its identity is its threads'.
package final class WorkerPool: Sendable {
    private let quick: Workers
    private let dear: Workers
    private let turns = Mutex(Turns())

    /// Those who take turns.
    private struct Turns {
        var count = 0
        /// Ends when the last of them has.
        var last: Task<Void, Never>?
    }

    /// How many jobs may wait for their turn: one for each combination that `AvoidingGenerations` knows, of three
    /// atlases.
    private static let maximumTurns = 30

    /// - Parameters:
    ///   - workers: Threads for quick work. Of the others there is one less, but one at least.
    ///   - waitingJobs: How much quick work may wait, of which one block of addresses may have half; a quarter as much
    ///     of the dear, of which one block may have a quarter.
    package init(workers: Int, waitingJobs: Int) {
        quick = Workers(
            threads: workers,
            .init(jobs: waitingJobs, jobsOfBlock: max(1, waitingJobs / 2), costOfBlock: 3_000_000))
        let dearJobs = max(1, waitingJobs / 4)
        dear = Workers(
            threads: max(1, workers - 1), givesWay: true,
            .init(jobs: dearJobs, jobsOfBlock: max(1, dearJobs / 4), costOfBlock: 15_000_000))
    }

    /// Runs `job` on a thread for work of its cost. Throws what it throws; `tooManyRequests` when too much waits that
    /// its network asked for, and `unavailable` when too much of others does; `AskerLeft` when the job is dear and the
    /// client has gone before it began.
    package func run<Result: Sendable>(
        costing cost: Cost, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        do {
            if cost >= .dear { return try await dear.run(costing: cost, job) }
            // Not worth looking whether the client is still there; and one that only says that it is done asking gets
            // its answer.
            return try await Asker.$current.withValue(Asker(Asker.current.network)) {
                try await quick.run(costing: cost, job)
            }
        } catch let refusal as Workers.Refusal {
            throw Self.error(refusal)
        }
    }

    /// Runs `job`, of a few milliseconds, as `run(costing:)` does.
    package func run<Result: Sendable>(_ job: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await run(costing: .usual, job)
    }

    /// Runs `job` when every job that was given to this before has ended: long ones, of which several at once would
    /// take all threads. Waiting takes none. What is made so is for all who ask for it, whoever of them was first.
    /// Throws as `run` does, and `unavailable` when too many wait for their turn already.
    package func runInTurn<Result: Sendable>(_ job: @escaping @Sendable () throws -> Result) async throws -> Result {
        let task = try turns.withLock { turns in
            guard turns.count < Self.maximumTurns else { throw Self.error(.full) }
            turns.count += 1
            let task = Task { [before = turns.last] in
                await before?.value
                return try await Asker.$current.withValue(.machine) { try await self.run(costing: .dear, job) }
            }
            turns.last = Task {
                _ = await task.result
                self.turns.withLock { $0.count -= 1 }
            }
            return task
        }
        return try await task.value
    }

    private static func error(_ refusal: Workers.Refusal) -> any Error {
        switch refusal {
        case .networkHasEnough(let seconds):
            ErrorBody(
                .tooManyRequests, "much that this address asked for waits already; ask again in \(seconds) s",
                retryAfter: seconds)
        case .full: ErrorBody(.unavailable, "the server is busy; ask again in a second")
        case .askerLeft: AskerLeft()
        }
    }
}

/// Nobody waits for the answer any more.
struct AskerLeft: Error {}
