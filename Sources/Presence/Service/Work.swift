package import GeoCore

/// Runs work that takes longer than an event loop may be held, elsewhere.
package protocol Work: Sendable {
    /// Runs `job`, which takes about so many microseconds, for the asker of the current task, and returns its result.
    /// `job` ends early when its stop request says so.
    func run<Result: Sendable>(
        costing microseconds: Int, _ job: @escaping @Sendable (StopRequest) throws -> Result
    ) async throws -> Result

    /// Runs `body` when nothing else of the queue runs: for work that takes much memory or time. Networks take turns at
    /// it, and each may have so much waiting.
    func inTurn<Result: Sendable>(
        _ queue: WorkQueue, costing microseconds: Int, _ body: () async throws -> Result
    ) async throws -> Result

    /// Runs `body` for everybody: the first asker does it for all who ask later, so it must not use up their turns.
    func forEverybody<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result
}

/// Long work that runs one after the other.
package enum WorkQueue: Sendable, CaseIterable {
    /// What a change needs. It goes on when the asker leaves.
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

/// Runs `body` on no event loop, also between its waits: for work on thousands of positions.
package func offTheLoop<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
    try await withTaskExecutorPreference(globalConcurrentExecutor, operation: body)
}

/// Runs work where it is asked for: in tests, and in programs that serve nobody meanwhile.
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
