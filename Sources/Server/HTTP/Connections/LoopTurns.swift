package import Fairness
package import NIOCore
import Synchronization

/// Shares the time of one event loop fairly among networks.
///
/// The steps of tasks wait here for their turn, as jobs wait for the workers. The steps of one network delay those of
/// another by one step at most, however many connections have some. After `time` the loop looks at its connections
/// again, so many steps do not delay new requests either.
///
/// A class because all connections of a loop share it.
package final class LoopTurns: Sendable {
    /// A part of a task, up to the next time that the task waits.
    package typealias Step = @Sendable () -> Void

    private struct State {
        /// A step that nothing waited beside when it came: it is next, without an account.
        var lone: Step?
        var waiting = FairQueue<Step>(.init(jobs: .max, jobsOfBlock: .max, costOfBlock: .max))
        /// Whether the loop is about to run steps.
        var isAwaited = false
    }

    /// The usual duration of a step, in nanoseconds: many take less than a microsecond.
    private static let estimate = 50_000
    /// A loop runs steps for this long before it looks at its connections again.
    package static let usualTime = Duration.microseconds(250)

    private let loop: any EventLoop
    private let time: Duration
    private let state = Mutex(State())

    package init(_ loop: any EventLoop, time: Duration = usualTime) {
        self.loop = loop
        self.time = time
    }

    /// Runs `step` on the loop, in the turn of `network`.
    package func add(_ step: @escaping Step, for network: Network) {
        let isFirst = state.withLock { state in
            defer { state.isAwaited = true }
            if state.lone == nil, state.waiting.count == 0 {
                state.lone = step
            } else {
                guard (try? state.waiting.add(step, costing: Self.estimate, for: network)) != nil else {
                    preconditionFailure("a queue without limits takes every step")
                }
            }
            return !state.isAwaited
        }
        if isFirst { loop.execute { self.run() } }
    }

    private func run() {
        let start = ContinuousClock.now
        repeat {
            guard runNext() else { return }
        } while .now - start < time
        let hasMore = state.withLock { state in
            state.isAwaited = state.lone != nil || state.waiting.count > 0
            return state.isAwaited
        }
        if hasMore { loop.execute { self.run() } }
    }

    /// Runs the next step; returns `false` if none waits.
    private func runNext() -> Bool {
        let (lone, next) = state.withLock { state -> (Step?, (job: Step, ticket: FairQueue<Step>.Ticket)?) in
            if let lone = state.lone.take() { return (lone, nil) }
            let next = state.waiting.next()
            state.isAwaited = next != nil
            return (nil, next)
        }
        if let lone {
            lone()
            return true
        }
        guard let next else { return false }
        let start = ContinuousClock.now
        next.job()
        let cost = Int((.now - start).inSeconds * 1e9)
        state.withLock { $0.waiting.ended(next.ticket, costing: cost) }
        return true
    }

    /// The turns of each event loop that has had connections. Event loops live as long as the process.
    private static let ofLoops = Mutex<[ObjectIdentifier: LoopTurns]>([:])

    /// The turns of `loop`, which all of its connections share.
    package static func of(_ loop: any EventLoop) -> LoopTurns {
        ofLoops.withLock { known in
            if let turns = known[ObjectIdentifier(loop)] { return turns }
            let turns = LoopTurns(loop)
            known[ObjectIdentifier(loop)] = turns
            return turns
        }
    }
}
