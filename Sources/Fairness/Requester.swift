import Synchronization

/// The requester of the current task's work, for limits.
///
/// A task-local value, because the work of a request happens many calls away from the connection that knows its
/// network. Work without a requester counts as this machine's own.
package struct Requester: Sendable {
    package let network: Network
    /// `nil` for a requester that never leaves.
    package let departure: Departure?

    package init(_ network: Network, departure: Departure? = nil) {
        self.network = network
        self.departure = departure
    }

    /// This machine's own work.
    package static let machine = Requester(.local)

    @TaskLocal package static var current = Requester.machine
}

extension Requester {
    /// Runs `body` in a task that is cancelled when the requester leaves; it then throws
    /// `Workers.Refusal.requesterLeft`.
    package func whilePresent<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard let departure else { return try await body() }
        let task = Task { try await body() }, number = departure.onLeaving { task.cancel() }
        defer { departure.forget(number) }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch  where departure.hasLeft {
            throw Workers.Refusal.requesterLeft
        }
    }
}

/// Whether a requester has left, and the actions to run then.
///
/// A class because a connection and its work share it.
package final class Departure: Sendable {
    private struct State {
        var hasLeft = false
        var added = 0
        var acts: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    package var hasLeft: Bool { state.withLock { $0.hasLeft } }

    /// Records that the requester has left, and runs the actions.
    package func leave() {
        let acts = state.withLock { state in
            state.hasLeft = true
            defer { state.acts = [:] }
            return state.acts
        }
        for act in acts.values { act() }
    }

    /// Runs `act` when the requester leaves, immediately if it has left. Returns a key for `forget`.
    package func onLeaving(_ act: @escaping @Sendable () -> Void) -> Int? {
        let number = state.withLock { state -> Int? in
            guard !state.hasLeft else { return nil }
            state.added += 1
            state.acts[state.added] = act
            return state.added
        }
        if number == nil { act() }
        return number
    }

    package func forget(_ number: Int?) {
        guard let number else { return }
        state.withLock { $0.acts[number] = nil }
    }
}
