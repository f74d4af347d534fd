import Fairness
import Presence

/// Does what takes long of everybody's positions on the workers. Whoever asks first does it for all who ask later, so
/// it is this machine's work and takes no network's turn.
struct PresenceWork: Work {
    let workers: WorkerPool

    func run<Result: Sendable>(
        costing microseconds: Int, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await Asker.$current.withValue(.machine) {
            try await workers.run(costing: Cost(microseconds: microseconds), job)
        }
    }
}

/// Runs `body` on no event loop, also between what it waits for: for what goes through thousands of positions.
func offTheLoop<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
    try await withTaskExecutorPreference(globalConcurrentExecutor, operation: body)
}
