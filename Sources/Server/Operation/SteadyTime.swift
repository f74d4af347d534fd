package import Community
import Foundation
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

extension MapServer {
    /// Returns the time by the system's clock, filtered by `SteadyTime`.
    package static let systemTime: @Sendable () -> Timestamp = {
        let steady = Mutex(SteadyTime()), start = ContinuousClock.now
        return {
            let uptime = (ContinuousClock.now - start) / Duration.milliseconds(1)
            return steady.withLock {
                $0.time(Timestamp(Date().timeIntervalSince1970 * 1000), uptime: Milliseconds(uptime))
            }
        }
    }()
}
