import Dispatch
import Synchronization

/// Fork and join on the machine's cores. Results come back by index, never by completion, so output stays deterministic.
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

    /// Cuts `0..<count` into ranges of at most `length` and maps them on all cores, in order.
    package static func mapRanges<Result: Sendable>(
        of count: Int, length: Int = 8192, _ body: @Sendable (Range<Int>) -> Result
    ) -> [Result] {
        map((count + length - 1) / length) { chunk in body(chunk * length..<min(count, (chunk + 1) * length)) }
    }
}
