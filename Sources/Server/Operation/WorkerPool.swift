package import Fairness
package import GeoCore
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
    private let sequence = Mutex(Sequence())

    /// Long jobs for all, one after another.
    private struct Sequence {
        var count = 0
        /// Ends when the last of them has.
        var last: Task<Void, Never>?
    }

    /// How many jobs may wait for their turn: one for each combination that `AvoidingGenerations` knows, of three
    /// atlases.
    private static let mostInSequence = 30

    /// - Parameters:
    ///   - workers: How many threads one block of addresses may have for quick work. Of the others it may have one less,
    ///     but one at least. There is one more of each, which a job of another block always finds.
    ///   - waitingJobs: How much quick work may wait, of which one block of addresses may have half; a quarter as much
    ///     of the dear, of which one block may have a quarter.
    ///   - seconds: How much of a processor one answer may take.
    package init(workers: Int, waitingJobs: Int, seconds: Int = 30) {
        quick = Workers(
            threads: workers + 1, seconds: seconds,
            .init(jobs: waitingJobs, jobsOfBlock: max(1, waitingJobs / 2), costOfBlock: 3_000_000))
        let dearJobs = max(1, waitingJobs / 4)
        dear = Workers(
            threads: max(2, workers), givesWay: true, seconds: seconds,
            .init(jobs: dearJobs, jobsOfBlock: max(1, dearJobs / 4), costOfBlock: 15_000_000))
    }

    /// Runs `job` on a thread for work of its cost. Throws what it throws; `tooManyRequests` when too much waits that
    /// its network asked for, and `unavailable` when too much of others does; `AskerLeft` when the client has gone
    /// before a dear job began, or by when a job looked whether it is to stop; `tooMuchWork` when it looked after as
    /// much time of a processor as one answer may take.
    package func run<Result: Sendable>(
        costing cost: Cost, _ job: @escaping @Sendable (StopRequest) throws -> Result
    ) async throws -> Result {
        do {
            let isDear = cost >= .dear
            // Of quick work it is not worth looking whether the client is still there before it begins; and one that
            // only says that it is done asking gets its answer.
            return try await (isDear ? dear : quick).run(costing: cost, beginsAnyway: !isDear) { limit in
                try job(StopRequest { limit.mustStop })
            }
        } catch let refusal as Workers.Refusal {
            throw Self.error(refusal)
        }
    }

    /// The same for a job that goes on to its end.
    package func run<Result: Sendable>(
        costing cost: Cost, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await run(costing: cost) { _ in try job() }
    }

    /// How much did not come to its end so far.
    package var ends: Workers.Ends { quick.ends + dear.ends }

    /// Runs `job`, of a few milliseconds, as `run(costing:)` does.
    package func run<Result: Sendable>(_ job: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await run(costing: .usual, job)
    }

    /// Runs `job` when every job that was given to this before has ended: long ones, of which several at once would
    /// take all threads. Waiting takes none. What is made so is for all who ask for it, whoever of them was first.
    /// Throws as `run` does, and `unavailable` when too many wait for their turn already.
    package func runInTurn<Result: Sendable>(_ job: @escaping @Sendable () throws -> Result) async throws -> Result {
        let task = try sequence.withLock { sequence in
            guard sequence.count < Self.mostInSequence else { throw Self.error(.full) }
            sequence.count += 1
            let task = Task { [before = sequence.last] in
                await before?.value
                return try await Asker.$current.withValue(.machine) { try await self.run(costing: .dear, job) }
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
        case .networkHasEnough(let seconds):
            ErrorBody(
                .tooManyRequests, "much that this address asked for waits already; ask again in \(seconds) s",
                retryAfter: seconds)
        case .full: ErrorBody(.unavailable, "the server is busy; ask again in a second")
        case .askerLeft: AskerLeft()
        case .tookTooLong(let seconds):
            ErrorBody(
                .tooMuchWork,
                "the answer takes more than the \(seconds) s of work that one may; ask for less: fewer points, shorter times"
            )
        }
    }
}

/// Nobody waits for the answer any more.
package struct AskerLeft: Error {
    package init() {}
}

extension Places {
    /// Runs `body` in turn, as `hold` does; refusals are thrown as `WorkerPool.run` throws them.
    func inTurn<Result>(costing cost: Cost, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await hold(costing: cost, body)
        } catch let refusal as Workers.Refusal {
            throw WorkerPool.error(refusal)
        }
    }
}
