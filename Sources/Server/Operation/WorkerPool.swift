import HereaboutsAPI
import NIOPosix
import Synchronization

/// A few threads for work of milliseconds, so that it cannot hold up the answers that take microseconds.
///
/// A class because its identity is its threads'.
package final class WorkerPool: Sendable {
    private let threads: NIOThreadPool
    private let jobs = Atomic<Int>(0)
    private let maximumJobs: Int
    private let turns = Mutex(Turns())

    /// Those who take turns.
    private struct Turns {
        var count = 0
        /// Ends when the last of them has.
        var last: Task<Void, Never>?
    }

    private static let busy = ErrorBody(.unavailable, "the server is busy; ask again in a second")

    /// How many jobs may wait for their turn: one for each combination that `AvoidingGenerations` knows, of three
    /// atlases.
    private static let maximumTurns = 30

    package init(workers: Int, waitingJobs: Int) {
        threads = NIOThreadPool(numberOfThreads: workers)
        maximumJobs = workers + waitingJobs
        threads.start()
    }

    /// Runs `job` on a thread of the pool; throws `unavailable` when too many jobs wait already.
    package func run<Result: Sendable>(_ job: @escaping @Sendable () throws -> Result) async throws -> Result {
        defer { jobs.subtract(1, ordering: .relaxed) }
        guard jobs.add(1, ordering: .relaxed).newValue <= maximumJobs else {
            throw Self.busy
        }
        return try await threads.runIfActive(job)
    }

    /// Runs `job` when every job that was given to this before has ended: long ones, of which several at once would
    /// take all threads. Waiting takes none. Throws as `run` does, and `unavailable` when too many wait for their turn
    /// already.
    package func runInTurn<Result: Sendable>(_ job: @escaping @Sendable () throws -> Result) async throws -> Result {
        let task = try turns.withLock { turns in
            guard turns.count < Self.maximumTurns else {
                throw Self.busy
            }
            turns.count += 1
            let task = Task { [before = turns.last] in
                await before?.value
                return try await self.run(job)
            }
            turns.last = Task {
                _ = await task.result
                self.turns.withLock { $0.count -= 1 }
            }
            return task
        }
        return try await task.value
    }

    deinit { threads.shutdownGracefully { _ in } }
}
