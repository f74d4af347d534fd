import Foundation
import Synchronization

/// The database's clock, as this server knows it: the only clock that all servers share.
///
/// A class because it never goes backwards for anybody who asks.
package final class DatabaseClock: Sendable {
    private struct State {
        var estimate = ClockEstimate()
        /// The latest time that was returned.
        var latest = Duration.zero
    }

    /// How far the machine's own clock may be off.
    private static let tolerance = Duration.seconds(60)
    private static let query = Statement("SELECT (extract(epoch FROM now()) * 1000000)::bigint")
    private static let answerTime = Duration.seconds(5)

    private let housekeeping: Housekeeping
    private let wallClock: @Sendable () -> Duration
    private let state = Mutex(State())
    private let measuring = Mutex<Task<Void, Never>?>(nil)

    /// Measures at once, and then each `interval`. `wallClock` is the machine's own clock, since 1970.
    package init(
        by housekeeping: Housekeeping, every interval: Duration = .seconds(3),
        wallClock: @escaping @Sendable () -> Duration = { .seconds(Date().timeIntervalSince1970) }
    ) {
        self.housekeeping = housekeeping
        self.wallClock = wallClock
        let task = Task.detached { [weak self] in
            while !Task.isCancelled, let self {
                // Without an answer, the measurements so far still hold.
                try? await self.measure()
                try? await Task.sleep(for: interval)
            }
        }
        measuring.withLock { $0 = task }
    }

    /// The database's `now()` in milliseconds since 1970; `nil` before the first measurement.
    package var now: Int64? { time?.wholeMilliseconds }

    /// Whether the machine's own clock is within a minute of the database's. False before the first measurement.
    package var isSane: Bool {
        guard let offset else { return false }
        return max(offset, .zero - offset) <= Self.tolerance
    }

    /// How far the machine's own clock is ahead of the database's; `nil` before the first measurement.
    package var offset: Duration? { time.map { wallClock() - $0 } }

    /// Measures once. Throws what `Housekeeping.run(_:)` throws.
    package func measure() async throws {
        let sample = try await housekeeping.perform { connection throws(PostgresFault) in
            let sent = ContinuousClock.now
            let rows = try connection.run([Self.query], by: sent + Self.answerTime)[0].rows
            let received = ContinuousClock.now
            guard case .integer(let microseconds)? = rows.first?.first else {
                throw .unexpectedRow(reason: "the database's clock has another shape")
            }
            return ClockEstimate.Sample(sent: sent, received: received, time: .microseconds(microseconds))
        }
        state.withLock { $0.estimate.add(sample) }
    }

    /// Ends the measurements.
    package func close() { measuring.withLock { $0 }?.cancel() }

    private var time: Duration? {
        state.withLock { state in
            guard let time = state.estimate.time(at: .now) else { return nil }
            state.latest = max(state.latest, time)
            return state.latest
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }
}
