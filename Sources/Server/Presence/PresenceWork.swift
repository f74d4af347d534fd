import Fairness
import GeoCore
import Presence

/// Runs long work on people's positions on the workers, on behalf of the current task's asker.
struct PresenceWork: Work {
    let workers: WorkerPool
    private let queues: [WorkQueue: Places]

    init(workers: WorkerPool) {
        self.workers = workers
        queues = WorkQueue.allCases.reduce(into: [:]) { queues, queue in
            queues[queue] = Places(1, .init(jobs: 64, jobsOfBlock: 16, costOfBlock: .max))
        }
    }

    func run<Result: Sendable>(
        costing microseconds: Int, _ job: @escaping @Sendable (StopRequest) throws -> Result
    ) async throws -> Result {
        try await workers.run(costing: Cost(microseconds: microseconds), job)
    }

    func inTurn<Result: Sendable>(
        _ queue: WorkQueue, costing microseconds: Int, _ body: () async throws -> Result
    ) async throws -> Result {
        guard let places = queues[queue] else { return try await body() }
        let cost = Cost(microseconds: microseconds)
        guard queue == .changes else { return try await places.inTurn(costing: cost) { try await offTheLoop(body) } }
        // A change must complete, even when its asker has left.
        return try await Asker.$current.withValue(Asker(Asker.current.network)) {
            try await places.inTurn(costing: cost, body)
        }
    }

    func forEverybody<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
        try await Asker.$current.withValue(.machine, operation: body)
    }
}
