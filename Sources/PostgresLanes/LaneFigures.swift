import Synchronization

/// What a lane has done since the start, and what waits for it.
package struct LaneFigures: Sendable {
    /// Jobs that wait.
    package let waiting: Int
    /// Jobs that were refused because too many waited.
    package let refused: Int
}

/// What a writer has done since the start.
package struct WriterFigures: Sendable {
    package let lane: LaneFigures
    /// Writes whose transaction was committed.
    package let writes: Int
    /// Transactions whose commit had no answer, so that the writer had to ask whether it had happened.
    package let inDoubt: Int
    /// How long transactions took, from the first statement to the answer to the commit.
    package let commits: DurationCounts
}

/// Counts of durations, by ranges.
package struct DurationCounts: Sendable {
    /// Upper bounds of the ranges, in seconds, ascending; longer durations have a range of their own.
    package let bounds: [Double]
    /// The number of durations in each range.
    package private(set) var counts: [UInt64]
    /// The sum of all durations.
    package private(set) var seconds = 0.0

    package init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    package mutating func add(_ duration: Duration) {
        let length = duration / .seconds(1)
        counts[bounds.firstIndex { length <= $0 } ?? bounds.count] += 1
        seconds += length
    }
}

/// Counts a writer's transactions. A class because the lane's thread counts and others read.
final class CommitTally: Sendable {
    private struct State {
        var writes = 0
        var inDoubt = 0
        var commits = DurationCounts(bounds: [0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10])
    }

    private let state = Mutex(State())

    func committed(_ writes: Int, in duration: Duration) {
        state.withLock { state in
            state.writes += writes
            state.commits.add(duration)
        }
    }

    func wasInDoubt() { state.withLock { $0.inDoubt += 1 } }

    func figures(_ lane: LaneFigures) -> WriterFigures {
        state.withLock { WriterFigures(lane: lane, writes: $0.writes, inDoubt: $0.inDoubt, commits: $0.commits) }
    }
}
