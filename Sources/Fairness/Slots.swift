import Synchronization

/// A few slots for work that waits for something else, such as a process or a disk, and that needs no thread meanwhile.
/// Free slots are given out fairly among networks. If there are several, one block of addresses never has all of them.
///
/// A class because all requesters share them.
package final class Slots: Sendable {
    /// A requester that waits for a slot.
    package final class Waiting: Sendable {
        fileprivate let continuation: CheckedContinuation<Void, any Error>
        fileprivate init(_ continuation: CheckedContinuation<Void, any Error>) { self.continuation = continuation }
    }

    package typealias Queue = FairQueue<Waiting>

    private struct State {
        var queue: Queue
        var free: Int
    }

    private let state: Mutex<State>

    package init(_ count: Int, _ limits: Queue.Limits) {
        state = Mutex(State(queue: Queue(limits.shared(among: count)), free: max(1, count)))
    }

    /// Runs `body` when the current task's requester has a slot. Throws the error of `body`, and `Workers.Refusal` if
    /// the requester may not wait or leaves before it has a slot.
    package func hold<Result>(
        costing cost: Cost, _ body: () async throws -> Result
    ) async throws -> Result {
        let ticket = try await take(costing: cost, for: Requester.current), start = ContinuousClock.now
        defer { leave(ticket, costing: Int((.now - start).inSeconds * 1e6)) }
        return try await body()
    }

    /// The number of waiting requesters.
    package var waiting: Int { state.withLock { $0.queue.count } }

    private func take(costing cost: Cost, for requester: Requester) async throws -> Queue.Ticket {
        if requester.departure?.hasLeft == true { throw Workers.Refusal.requesterLeft }
        let admitted = Mutex<Queue.Ticket?>(nil), leaving = Mutex<Int?>(nil)
        defer { requester.departure?.forget(leaving.withLock { $0 }) }
        try await withCheckedThrowingContinuation { continuation in
            let waiting = Waiting(continuation)
            do throws(Queue.Refusal) {
                let added = try state.withLock { state throws(Queue.Refusal) in
                    let added = try state.queue.add(waiting, costing: cost.microseconds, for: requester.network)
                    admitted.withLock { $0 = added.ticket }
                    return added
                }
                added.displaced?.continuation.resume(throwing: Workers.Refusal.full)
                let number = requester.departure?.onLeaving { self.remove(added.ticket) }
                leaving.withLock { $0 = number }
                admit()
            } catch {
                continuation.resume(throwing: Workers.Refusal(error))
            }
        }
        guard let ticket = admitted.withLock({ $0 }) else { preconditionFailure("an admitted requester has a ticket") }
        return ticket
    }

    private func remove(_ ticket: Queue.Ticket) {
        state.withLock { $0.queue.remove(ticket) }?.continuation.resume(throwing: Workers.Refusal.requesterLeft)
    }

    private func leave(_ ticket: Queue.Ticket, costing cost: Int) {
        state.withLock { state in
            state.queue.ended(ticket, costing: cost)
            state.free += 1
        }
        admit()
    }

    /// Gives free slots to the next requesters.
    private func admit() {
        while true {
            let next = state.withLock { state -> Waiting? in
                guard state.free > 0, let next = state.queue.next() else { return nil }
                state.free -= 1
                return next.job
            }
            guard let next else { return }
            next.continuation.resume()
        }
    }
}
