import Fairness
import Presence

/// Does what takes long of somebody's positions on the workers, for whoever the current task works for.
struct PresenceWork: Work {
    let workers: WorkerPool
    private let large = Places(1, .init(jobs: 64, jobsOfBlock: 16, costOfBlock: .max))

    init(workers: WorkerPool) { self.workers = workers }

    func run<Result: Sendable>(
        costing microseconds: Int, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await workers.run(costing: Cost(microseconds: microseconds), job)
    }

    func inTurn<Result: Sendable>(
        costing microseconds: Int, _ body: () async throws -> Result
    ) async throws -> Result {
        // What somebody changed is to hold, also when they have gone.
        try await Asker.$current.withValue(Asker(Asker.current.network)) {
            try await large.inTurn(costing: Cost(microseconds: microseconds), body)
        }
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
