import Fairness
import GeoCore
import Presence

/// Runs long work on people's positions on the workers, on behalf of the current task's requester.
struct PresenceWork: Work {
    let workers: WorkerPool
    private let queues: [WorkQueue: Slots]

    init(workers: WorkerPool) {
        self.workers = workers
        queues = WorkQueue.allCases.reduce(into: [:]) { queues, queue in
            queues[queue] = Slots(1, .init(jobs: 64, jobsOfBlock: 16, costOfBlock: .max))
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
        // A change must complete, even when its requester has left.
        return try await Requester.$current.withValue(Requester(Requester.current.network)) {
            try await places.inTurn(costing: cost, body)
        }
    }

    func forEverybody<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
        try await Requester.$current.withValue(.machine, operation: body)
    }
}
