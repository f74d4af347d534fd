import Fairness
import Presence

/// Does what takes long of somebody's positions on the workers, for whoever the current task works for.
struct PresenceWork: Work {
    let workers: WorkerPool

    func run<Result: Sendable>(
        costing microseconds: Int, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await workers.run(costing: Cost(microseconds: microseconds), job)
    }

    /// It is this machine's own work then.
    func forEverybody<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
        try await Asker.$current.withValue(.machine, operation: body)
    }
}

/// Runs `body` on no event loop, also between what it waits for: for what goes through thousands of positions.
func offTheLoop<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
    try await withTaskExecutorPreference(globalConcurrentExecutor, operation: body)
}
