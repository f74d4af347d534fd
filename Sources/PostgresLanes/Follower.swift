import Synchronization

/// Follows the changes of one tenant and realm, those of its own server, too.
///
/// It looks each second, after nudges, and when somebody asks by `catchUp()`. One look at a time is under way, and it
/// serves everybody who asked before it began.
///
/// A class because all who ask share what it has taken in.
package final class Follower: Sendable {
    /// What a follower tells. It comes in the order of commits, and each change once.
    package enum News: Equatable, Sendable {
        /// Anything may have changed: what was read from the database before is not good any more. It is the first
        /// news, and comes again if changes were deleted before they were read.
        case everything
        /// The next changes. Those of one transaction come together.
        case changes([Change])
    }

    private struct Waiter {
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<Int64, any Error>
    }

    private struct State {
        /// Everything up to this time has been taken in; `nil` before the first look.
        var takenIn: Int64?
        /// The database's clock at the last complete look, in milliseconds since 1970.
        var completeAt: Int64 = 0
        /// When the last complete look began, by the own clock.
        var completeLook: ContinuousClock.Instant?
        /// Those who asked, in order: their deadlines are in order, too.
        var waiters: [Waiter] = []
        /// How many of the waiters the look under way serves.
        var served = 0
        var isWanted = false
        var isLooking = false
        var isWatching = false
        var isOver = false
    }

    private let changes: ChangeReader
    private let patience: Duration
    private let isCurrent: @Sendable () -> Bool
    private let takeIn: @Sendable (News) async throws -> Void
    private let state = Mutex(State())
    private let polling = Mutex<Task<Void, Never>?>(nil)

    /// Follows `turn`, whose clock must be there. `takeIn` gets the news one after the other; if it throws, it gets the
    /// same again later. It must not wait for `catchUp()`.
    ///
    /// `patience` is how long `catchUp()` may take. It also throws while `isCurrent` is false, such as when the own
    /// server's row could not be renewed: then another host may take the writes. Without `interval` the follower looks
    /// only when it is asked.
    package init(
        of turn: BatchWriter.Turn, by reader: Reader, every interval: Duration? = .seconds(1),
        patience: Duration = .seconds(2), pageSize: Int = 1000,
        isCurrent: @escaping @Sendable () -> Bool = { true },
        _ takeIn: @escaping @Sendable (News) async throws -> Void
    ) {
        precondition(pageSize > 0, "a page has changes")
        changes = ChangeReader(turn: turn, reader: reader, size: pageSize)
        self.patience = patience
        self.isCurrent = isCurrent
        self.takeIn = takeIn
        guard let interval else { return }
        let task = Task.detached { [weak self] in
            while !Task.isCancelled, self?.look() != nil { try? await Task.sleep(for: interval) }
        }
        polling.withLock { $0 = task }
    }

    /// The time up to which everything has been taken in; `nil` before the first look.
    package var takenIn: Int64? { state.withLock(\.takenIn) }

    /// Everything that was committed longer ago than this has been taken in; `nil` before the first look.
    package var lag: Duration? { state.withLock(\.completeLook).map { .now - $0 } }

    /// Takes in everything that was committed before the call, on whatever server, and returns the tenant's last time
    /// then, or a later one.
    ///
    /// Throws `deadlineMissed` if that can't be done in time, `laneClosed` after `close()`, and what reading and taking
    /// in throw. The caller must then tell nothing that a change could have made untrue.
    package func catchUp() async throws -> Int64 {
        let time = try await withCheckedThrowingContinuation { continuation in
            let (isOver, mustWatch) = state.withLock { state in
                guard !state.isOver else { return (true, false) }
                state.waiters.append(Waiter(deadline: .now + patience, continuation: continuation))
                defer { state.isWatching = true }
                return (false, !state.isWatching)
            }
            if isOver { return continuation.resume(throwing: PostgresFault.laneClosed) }
            // A task of a request would count all that is read for the network of that request.
            if mustWatch { Task.detached { await self.watch() } }
            look()
        }
        guard isCurrent() else { throw PostgresFault.deadlineMissed }
        return time
    }

    /// Looks for what is new, without waiting for it.
    package func look() {
        let mustBegin = state.withLock { state in
            guard !state.isOver else { return false }
            state.isWanted = true
            defer { state.isLooking = true }
            return !state.isLooking
        }
        if mustBegin { Task.detached { await self.lookWhileWanted() } }
    }

    /// Ends; whoever waits is refused. News that is on its way may still be taken in.
    package func close() {
        polling.withLock { $0 }?.cancel()
        let refused = state.withLock { state in
            state.isOver = true
            defer { (state.waiters, state.served) = ([], 0) }
            return state.waiters
        }
        for waiter in refused { waiter.continuation.resume(throwing: PostgresFault.laneClosed) }
    }

    private func lookWhileWanted() async {
        while begin() {
            let result: Result<Int64, any Error>
            do { result = .success(try await takeInNew()) } catch { result = .failure(error) }
            let served = state.withLock { state in
                defer {
                    state.waiters.removeFirst(state.served)
                    state.served = 0
                }
                return state.waiters.prefix(state.served)
            }
            for waiter in served { waiter.continuation.resume(with: result) }
        }
    }

    /// Begins a look if one is wanted. From here on, whoever asks is served by the next.
    private func begin() -> Bool {
        state.withLock { state in
            state.isLooking = state.isWanted && !state.isOver
            state.isWanted = false
            state.served = state.isLooking ? state.waiters.count : 0
            return state.isLooking
        }
    }

    /// Takes in all that was committed before; returns the tenant's last time then, or a later one.
    private func takeInNew() async throws -> Int64 {
        var target: Int64?
        let start = ContinuousClock.now
        while true {
            let (from, completeAt) = state.withLock { ($0.takenIn, $0.completeAt) }
            let page = try await changes.page(after: from ?? .max)
            let end = target ?? page.last
            target = end
            guard let from, page.last >= from, page.now - completeAt < Self.longestGap else {
                try await takeIn(.everything)
                note(page.last, page.now, start)
                return page.last
            }
            if !page.changes.isEmpty { try await takeIn(.changes(page.changes)) }
            if page.isComplete {
                note(page.last, page.now, start)
                return page.last
            }
            let reached = page.changes.last?.time ?? from
            note(reached)
            if reached >= end {
                // What was committed since the look began is left for the next one: nobody waits longer for it.
                state.withLock { $0.isWanted = true }
                return reached
            }
        }
    }

    /// An hour less than changes are kept, in milliseconds.
    private static let longestGap = (Change.hoursKept - 1) * 3_600_000

    /// Notes what has been taken in; a complete look also has its time by the database's clock, and its beginning.
    private func note(_ time: Int64, _ completeAt: Int64? = nil, _ look: ContinuousClock.Instant? = nil) {
        state.withLock { state in
            state.takenIn = time
            if let completeAt { (state.completeAt, state.completeLook) = (completeAt, look) }
        }
    }

    /// Refuses whoever has waited for too long, until nobody waits.
    private func watch() async {
        while let deadline = nextDeadline() {
            try? await Task.sleep(until: deadline, clock: .continuous)
            let late = state.withLock { state in
                let now = ContinuousClock.now
                let count = state.waiters.firstIndex { $0.deadline > now } ?? state.waiters.count
                defer {
                    state.waiters.removeFirst(count)
                    state.served = max(0, state.served - count)
                }
                return state.waiters.prefix(count)
            }
            for waiter in late { waiter.continuation.resume(throwing: PostgresFault.deadlineMissed) }
        }
    }

    private func nextDeadline() -> ContinuousClock.Instant? {
        state.withLock { state in
            state.isWatching = !state.waiters.isEmpty
            return state.waiters.first?.deadline
        }
    }
}
