package import Fairness

/// Delays refusals for clients that send too many requests. Otherwise clients that repeat at once, as fast as they can,
/// would fill the event loops with refusals.
///
/// Meanwhile the server reads nothing more from the connection, not even pipelined requests. The number of delayed
/// answers is bounded, in total and for each block of addresses; beyond that, the connection ends with its answer.
package struct RefusalDelay: Sendable {
    /// How long an answer is delayed.
    package static let time = Duration.milliseconds(200)

    private let held: SharedBudget
    private let wait: @Sendable (Duration) async throws -> Void

    /// Delays at most `most` answers, and `mostOfBlock` of one block. `wait` returns after the given duration.
    package init(
        most: Int = 2048, ofBlock mostOfBlock: Int = 512, _ wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        held = SharedBudget(most, maximumPerHolder: mostOfBlock)
        self.wait = wait
    }

    /// Waits, and returns whether the connection of `network` may go on.
    package func hold(for network: Network) async -> Bool {
        guard let place = try? held.take(1, for: network) else { return false }
        // A cancelled task stops waiting: its client has left.
        do { try await wait(Self.time) } catch {}
        withExtendedLifetime(place) {}
        return true
    }
}
