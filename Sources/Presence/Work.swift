/// Runs work that takes longer than an event loop may be held, elsewhere.
package protocol Work: Sendable {
    /// Runs `job`, which takes about so many microseconds, and returns what it returns.
    func run<Result: Sendable>(
        costing microseconds: Int, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result
}

/// Runs work where it is asked for: in tests, and in programs that serve nobody meanwhile.
package struct WorkInPlace: Work {
    package init() {}

    package func run<Result: Sendable>(
        costing microseconds: Int, _ job: @escaping @Sendable () throws -> Result
    ) async throws -> Result { try job() }
}
