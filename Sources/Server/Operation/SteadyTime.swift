package import Community
import Foundation
import HereaboutsAPI
import Synchronization

/// Filters the machine's clock, so that jumps into the future do not count at once.
///
/// Stamps never fall (`HybridClock`): after one reading from the far future, everything would get that date until the
/// day comes. A hybrid logical clock is as accurate as the machine's clock (Kulkarni, Demirbas and others, "Logical
/// Physical Clocks", OPODIS 2014), and its authors refuse readings that are too far ahead. So a step forward by more
/// than `tolerance` counts only once the clock has kept it for `patience`; until then time continues as before. Steps
/// back, and the first reading, count at once.
package struct SteadyTime: Sendable {
    /// The largest step forward that counts at once, and how long the clock must keep a larger step.
    package static let tolerance: Milliseconds = 60_000
    package static let patience: Milliseconds = 300_000

    /// A reading of the machine's clock, and the machine's uptime then.
    private struct Reading {
        let time: Timestamp
        let uptime: Milliseconds

        /// Returns the expected reading at `uptime` if this reading was right.
        func expected(at uptime: Milliseconds) -> Timestamp { time + uptime - self.uptime }
    }

    private var believed: Reading?
    private var doubted: Reading?

    package init() {}

    /// Whether the last reading was a jump ahead that does not count yet.
    package var isDoubting: Bool { doubted != nil }

    /// Returns the filtered time when the clock reads `time` and the machine has been up for `uptime`.
    package mutating func time(_ time: Timestamp, uptime: Milliseconds) -> Timestamp {
        let reading = Reading(time: time, uptime: uptime)
        guard let believed, time - believed.expected(at: uptime) > Self.tolerance else {
            (self.believed, doubted) = (reading, nil)
            return time
        }
        let first = doubted.flatMap { abs(time - $0.expected(at: uptime)) <= Self.tolerance ? $0 : nil } ?? reading
        guard uptime - first.uptime < Self.patience else {
            (self.believed, doubted) = (reading, nil)
            return time
        }
        doubted = first
        return believed.expected(at: uptime)
    }
}

/// The system's clock, filtered by `SteadyTime`. A class because the whole process shares one.
private final class SystemClock: Sendable {
    static let shared = SystemClock()

    private let steady = Mutex(SteadyTime())
    private let start = ContinuousClock.now

    func read() -> (time: Timestamp, isDoubted: Bool) {
        let uptime = (ContinuousClock.now - start) / Duration.milliseconds(1)
        return steady.withLock { steady in
            let time = steady.time(Timestamp(Date().timeIntervalSince1970 * 1000), uptime: Milliseconds(uptime))
            return (time, steady.isDoubting)
        }
    }
}

extension MapServer {
    /// Returns the time by the system's clock, filtered by `SteadyTime`.
    package static let systemTime: @Sendable () -> Timestamp = { SystemClock.shared.read().time }
}

extension Requirement {
    /// The machine's clock, as long as it has not just jumped ahead.
    package static let clock = Requirement(.clock) { !SystemClock.shared.read().isDoubted }
}
