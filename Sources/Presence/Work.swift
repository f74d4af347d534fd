/// Runs work that takes longer than an event loop may be held, elsewhere.
package protocol Work: Sendable {
    /// Runs `job`, which takes about so many microseconds, for whoever the current task works for, and returns what it
    /// returns.
    func run<Result: Sendable>(
        costing microseconds: Int, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result

    /// Runs `body` when nobody else's runs: for what takes much memory. Networks take turns at it, and each may have so
    /// much waiting. The turn is kept when the asker goes.
    func inTurn<Result: Sendable>(
        costing microseconds: Int, _ body: () async throws -> Result
    ) async throws -> Result

    /// Lets `body` work for everybody: whoever asks first does it for all who ask later, and it must take no turn of
    /// theirs.
    func forEverybody<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result
}

/// Runs work where it is asked for: in tests, and in programs that serve nobody meanwhile.
package struct WorkInPlace: Work {
    package init() {}

    package func run<Result: Sendable>(
        costing microseconds: Int, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result { try job() }

    package func inTurn<Result: Sendable>(
        costing microseconds: Int, _ body: () async throws -> Result
    ) async throws -> Result { try await body() }

    package func forEverybody<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
        try await body()
    }
}
