import Dispatch
import Foundation
import Glibc
import Synchronization

/// A few threads for work that would block the event loops. The order of work is fair among networks; work whose
/// requester has left does not begin.
///
/// A class because it owns its threads.
package final class Workers: Sendable {
    /// The reason that work was not done.
    package enum Refusal: Error, Equatable {
        /// Too much work of the network waits already; the requester may retry after `seconds`.
        case networkLimitReached(seconds: Int)
        /// The queue is full with work of others.
        case full
        /// The requester has left.
        case requesterLeft
        /// The work reached the limit of processor time, `seconds`, and was stopped.
        case tookTooLong(seconds: Int)
    }

    /// Counts of work that did not complete.
    package struct Ends: Equatable, Sendable {
        /// Pieces that had not begun when their requester left.
        package var dropped = 0
        /// Pieces that were running when their requester left.
        package var stopped = 0
        /// Pieces that reached the time limit.
        package var overlong = 0

        package init() {}

        package static func + (one: Self, other: Self) -> Self {
            var sum = one
            sum.dropped += other.dropped
            sum.stopped += other.stopped
            sum.overlong += other.overlong
            return sum
        }
    }

    private let crew: Crew
    private let seconds: Int
    private let counted = Mutex(Ends())

    /// Makes the workers.
    ///
    /// - Parameters:
    /// - threads: The number of threads. If there are several, one block of addresses never has all. They start with
    ///   the first work, and stay.
    /// - isLowPriority: Whether they run at low priority: beside the machine's other threads they are a third as fast.
    /// - seconds: The maximum processor time of a piece of work that a requester waits for.
    package init(
        threads: Int, isLowPriority: Bool = false, seconds: Int = 30, _ limits: FairQueue<Job>.Limits
    ) {
        self.seconds = seconds
        crew = Crew(threads: max(1, threads), isLowPriority: isLowPriority, limits)
    }

    deinit { crew.end() }

    /// Runs `work` on a thread, for the requester of the current task. Throws the error of `work`, and `Refusal`.
    ///
    /// The work may check its limit. `begins` says whether it begins. Work that does not check its limit continues even
    /// if the requester has left.
    package func run<Result: Sendable>(
        costing cost: Cost, beginsAnyway begins: Bool = false,
        _ work: @escaping @Sendable (WorkLimit) throws -> Result
    ) async throws -> Result {
        do {
            return try await enqueue(Requester.current, cost, begins, work)
        } catch let refusal as Refusal {
            counted.withLock { ends in
                switch refusal {
                case .requesterLeft: ends.dropped += 1
                case .tookTooLong: ends.overlong += 1
                case .networkLimitReached, .full: break
                }
            }
            throw refusal
        } catch is Stopped {
            counted.withLock { $0.stopped += 1 }
            throw Refusal.requesterLeft
        }
    }

    /// Runs work that always completes, once begun.
    package func run<Result: Sendable>(
        costing cost: Cost, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await run(costing: cost) { _ in try work() }
    }

    /// The requester left while the work was running.
    private struct Stopped: Error {}

    private func enqueue<Result: Sendable>(
        _ requester: Requester, _ cost: Cost, _ beginsAnyway: Bool,
        _ work: @escaping @Sendable (WorkLimit) throws -> Result
    ) async throws -> Result {
        let departure = beginsAnyway ? nil : requester.departure
        if departure?.hasLeft == true { throw Refusal.requesterLeft }
        let crew = crew, leaving = Mutex<Int?>(nil), seconds = seconds
        defer { departure?.forget(leaving.withLock { $0 }) }
        return try await withCheckedThrowingContinuation { continuation in
            let job = Job {
                let limit = WorkLimit(for: requester, seconds: seconds)
                let result = Swift.Result { try work(limit) }
                switch limit.refusal {
                case nil: continuation.resume(with: result)
                case .requesterLeft?: continuation.resume(throwing: Stopped())
                case let refusal?: continuation.resume(throwing: refusal)
                }
            } refuse: {
                continuation.resume(throwing: $0)
            }
            guard let ticket = crew.add(job, costing: cost, for: requester.network) else { return }
            let number = departure?.onLeaving { crew.remove(ticket) }
            leaving.withLock { $0 = number }
        }
    }

    /// The counts of work that did not complete so far.
    package var ends: Ends { counted.withLock { $0 } }

    /// The number of waiting pieces of work.
    package var waiting: Int { crew.waiting }

    /// A piece of work, which is either run or refused, once.
    package struct Job: Sendable {
        fileprivate let run: @Sendable () -> Void
        fileprivate let refuse: @Sendable (Refusal) -> Void
    }
}

extension Workers.Refusal {
    /// Makes the same refusal from that of a queue, in seconds.
    package init<Job>(_ refusal: FairQueue<Job>.Refusal) {
        switch refusal {
        case .blockLimitReached(let waiting): self = .networkLimitReached(seconds: max(1, waiting / 1_000_000))
        case .full: self = .full
        }
    }
}

/// The threads and their shared state. It lives as long as one of them.
private final class Crew: Sendable {
    private struct State {
        var queue: FairQueue<Workers.Job>
        var threads = 0
        /// The number of threads that sleep until the bell rings, once for each.
        var asleep = 0
        var isOver = false
    }

    private let state: Mutex<State>
    private let bell = DispatchSemaphore(value: 0)
    private let threads: Int
    private let isLowPriority: Bool

    init(threads: Int, isLowPriority: Bool, _ limits: FairQueue<Workers.Job>.Limits) {
        self.threads = threads
        self.isLowPriority = isLowPriority
        state = Mutex(State(queue: FairQueue(limits.shared(among: threads))))
    }

    var waiting: Int { state.withLock { $0.queue.count } }

    /// Adds a job for a thread; returns `nil` if it was refused instead.
    func add(_ job: Workers.Job, costing cost: Cost, for network: Network) -> FairQueue<Workers.Job>.Ticket? {
        enum Call { case bell, thread, none }
        do throws(FairQueue<Workers.Job>.Refusal) {
            let (added, call) = try state.withLock { state throws(FairQueue<Workers.Job>.Refusal) in
                let added = try state.queue.add(job, costing: cost.microseconds, for: network)
                if state.asleep > 0 {
                    state.asleep -= 1
                    return (added, Call.bell)
                }
                guard state.threads < threads else { return (added, Call.none) }
                state.threads += 1
                return (added, Call.thread)
            }
            switch call {
            case .bell: bell.signal()
            case .thread: Thread.detachNewThread { self.work() }
            case .none: break
            }
            added.displaced?.refuse(.full)
            return added.ticket
        } catch {
            job.refuse(Workers.Refusal(error))
            return nil
        }
    }

    /// Refuses a job whose requester has left, if it still waits.
    func remove(_ ticket: FairQueue<Workers.Job>.Ticket) {
        state.withLock { $0.queue.remove(ticket) }?.refuse(.requesterLeft)
    }

    /// Ends the threads once nothing waits.
    func end() {
        let asleep = state.withLock { state in
            state.isOver = true
            defer { state.asleep = 0 }
            return state.asleep
        }
        for _ in 0..<asleep { bell.signal() }
    }

    private func work() {
        if isLowPriority {
            // On Linux this applies to the calling thread alone.
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
        }
        while true {
            let (next, isOver) = state.withLock { state in
                let next = state.queue.next()
                if next == nil, !state.isOver { state.asleep += 1 }
                return (next, state.isOver)
            }
            guard let next else {
                if isOver { return }
                bell.wait()
                continue
            }
            let start = ContinuousClock.now
            next.job.run()
            let cost = Int((.now - start).inSeconds * 1e6)
            state.withLock { $0.queue.ended(next.ticket, costing: cost) }
        }
    }
}
