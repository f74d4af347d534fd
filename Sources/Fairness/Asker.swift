import Synchronization

/// For whom the current task works, as far as limits are concerned.
///
/// It goes along with the task, because what a request leads to is many calls away from where its network is known;
/// whatever works for nobody in particular works for this machine.
package struct Asker: Sendable {
    package let network: Network
    /// `nil` for those who wait however long it takes.
    package let departure: Departure?

    package init(_ network: Network, departure: Departure? = nil) {
        self.network = network
        self.departure = departure
    }

    /// This machine's own work.
    package static let machine = Asker(.local)

    @TaskLocal package static var current = Asker.machine
}

extension Asker {
    /// Runs `body` in a task that is cancelled when the asker goes; throws `Workers.Refusal.askerLeft` then.
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
            throw Workers.Refusal.askerLeft
        }
    }
}

/// Whether somebody who asked has gone, and what is to be done then.
///
/// A class because a connection and the work for it share it.
package final class Departure: Sendable {
    private struct State {
        var hasLeft = false
        var added = 0
        var acts: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    package var hasLeft: Bool { state.withLock { $0.hasLeft } }

    /// Notes that they have gone, and does what was asked for.
    package func leave() {
        let acts = state.withLock { state in
            state.hasLeft = true
            defer { state.acts = [:] }
            return state.acts
        }
        for act in acts.values { act() }
    }

    /// Does `act` when they go: at once where they have gone. Returns by what to `forget` it.
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
