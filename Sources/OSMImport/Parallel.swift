import Dispatch
import Glibc
import Synchronization

/// Fork and join on the machine's cores. Results are in order of index, never of completion, so output stays
/// deterministic.
package enum Parallel {
    /// Returns `body(0)`, `body(1)`, … `body(count - 1)`, computed on all cores.
    package static func map<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
        let results = Mutex([Result?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = body(index)
            results.withLock { $0[index] = result }
        }
        return results.withLock { $0.map { $0! } }  // Each index was computed exactly once.
    }

    /// Splits `0..<count` into ranges of at most `length` and maps them on all cores, in order.
    package static func mapRanges<Result: Sendable>(
        of count: Int, length: Int = 8192, _ body: @Sendable (Range<Int>) -> Result
    ) -> [Result] {
        map((count + length - 1) / length) { chunk in body(chunk * length..<min(count, (chunk + 1) * length)) }
    }

    /// Runs `body(0)`, … `body(count - 1)` on all cores; each call must write to its own memory.
    package static func forEach(_ count: Int, _ body: @Sendable (Int) -> Void) {
        DispatchQueue.concurrentPerform(iterations: count, execute: body)
    }

    /// Like `map`, for bodies that can fail and that reuse a `workspace`, made once for each core.
    ///
    /// Throws the failure with the lowest index, whichever core failed first; later indices are not computed.
    package static func map<Workspace, Result: Sendable, Failure: Error>(
        _ count: Int, workspace: @Sendable () -> Workspace,
        _ body: @Sendable (inout Workspace, Int) throws(Failure) -> Result
    ) throws(Failure) -> [Result] where Workspace: ~Copyable {
        let state = Mutex(MapState<Result, Failure>(results: [Result?](repeating: nil, count: count)))
        let next = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: min(count, coreCount)) { _ in
            var space = workspace()
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                do throws(Failure) {
                    let result = try body(&space, index)
                    state.withLock { $0.results[index] = result }
                } catch {
                    next.store(count, ordering: .relaxed)
                    state.withLock { if index < $0.failure?.index ?? .max { $0.failure = (index, error) } }
                }
            }
        }
        return try state.withLock { (state) throws(Failure) in
            if let failure = state.failure { throw failure.error }
            return state.results.map { $0! }  // Without a failure each index was computed exactly once.
        }
    }

    private struct MapState<Result, Failure: Error> {
        var results: [Result?]
        var failure: (index: Int, error: Failure)?
    }

    /// The number of cores that this process may use.
    package static let coreCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
