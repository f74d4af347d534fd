package import Fairness

/// Holds back the answers to those who ask too much, before they hear so: whoever asks again at once, as fast as they
/// can, would else take the event loops' time with refusals.
///
/// While one is held back its connection asks nothing else, also what was sent ahead. How many are held is bounded, in
/// all and for each block of addresses; a connection beyond that ends with its answer.
package struct RefusalDelay: Sendable {
    /// How long an answer is held back.
    package static let time = Duration.milliseconds(200)

    private let held: SharedBudget
    private let wait: @Sendable (Duration) async throws -> Void

    /// Holds back at most `most` answers, and `mostOfBlock` of one block. `wait` returns when that long has passed.
    package init(
        most: Int = 2048, ofBlock mostOfBlock: Int = 512, _ wait: @escaping @Sendable (Duration) async throws -> Void
    ) {
        held = SharedBudget(most, mostForOne: mostOfBlock)
        self.wait = wait
    }

    /// Waits, and returns whether the connection of `network` may go on.
    package func hold(for network: Network) async -> Bool {
        guard let place = try? held.take(1, for: network) else { return false }
        // A task that is cancelled waits no more: its client has gone.
        do { try await wait(Self.time) } catch {}
        withExtendedLifetime(place) {}
        return true
    }
}
