package import GeoCore

/// Runs work that takes longer than an event loop may be held, elsewhere.
package protocol Work: Sendable {
    /// Runs `job`, which takes about `microseconds`, on behalf of the current task's client, and returns its result.
    /// `job` ends early when its stop request says so.
    func run<Result: Sendable>(
        costing microseconds: Int, _ job: @escaping @Sendable (StopRequest) throws -> Result
    ) async throws -> Result

    /// Runs `body`, which takes about `microseconds`, while nothing else in the queue runs: for work that takes much
    /// memory or time. Networks take turns at it, and the waiting work of each network is limited.
    func inTurn<Result: Sendable>(
        _ queue: WorkQueue, costing microseconds: Int, _ body: () async throws -> Result
    ) async throws -> Result

    /// Runs `body` for everybody: the first client does it for all later ones, so it must not use up that client's
    /// turns.
    func forEverybody<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result
}

/// A queue of long work that runs one job after the other.
package enum WorkQueue: Sendable, CaseIterable {
    /// Work for a change, which goes on when the client leaves.
    case changes
    /// Large reports of devices, off all event loops.
    case reports
    /// Large readings, off all event loops.
    case readings
}

extension Work {
    /// Runs `job` to its end.
    func run<Result: Sendable>(
        costing microseconds: Int, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await run(costing: microseconds) { _ in try job() }
    }
}

/// Runs `body` on no event loop, not even between its waits: for work on thousands of positions.
package func offTheLoop<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
    try await withTaskExecutorPreference(globalConcurrentExecutor, operation: body)
}

/// Runs work in place: for tests, and for programs that serve nobody meanwhile.
package struct WorkInPlace: Work {
    package init() {}

    package func run<Result: Sendable>(
        costing microseconds: Int, _ job: @escaping @Sendable (StopRequest) throws -> Result
    ) async throws -> Result { try job(.never) }

    package func inTurn<Result: Sendable>(
        _ queue: WorkQueue, costing microseconds: Int, _ body: () async throws -> Result
    ) async throws -> Result { try await body() }

    package func forEverybody<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
        try await body()
    }
}
