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

    package init(workers: Int, waitingJobs: Int) {
        threads = NIOThreadPool(numberOfThreads: workers)
        maximumJobs = workers + waitingJobs
        threads.start()
    }

    /// Runs `job` on a thread of the pool; throws `unavailable` when too many jobs wait already.
    func run<Result: Sendable>(_ job: @escaping @Sendable () throws -> Result) async throws -> Result {
        defer { jobs.subtract(1, ordering: .relaxed) }
        guard jobs.add(1, ordering: .relaxed).newValue <= maximumJobs else {
            throw ErrorBody(.unavailable, "the server is busy; ask again in a second")
        }
        return try await threads.runIfActive(job)
    }

    deinit { threads.shutdownGracefully { _ in } }
}
