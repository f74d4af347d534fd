import Foundation
import Synchronization

/// The machine's clock, but for readings that run ahead of the time that has passed.
///
/// Stamps never fall (`HybridClock`): after one reading from the far future, everything would be dated there until that
/// day comes. A hybrid logical clock stays as near to the machine's clock as that one is right (Kulkarni, Demirbas and
/// others, "Logical Physical Clocks", OPODIS 2014), and its authors refuse what is too far ahead. So a step forward by
/// more than `tolerance` counts only once the clock has said so for `patience`; until then time goes on as it did.
/// Steps back, and the first reading, are believed.
package struct SteadyTime: Sendable {
    /// What may be believed at once, and for how long a clock must stay by a larger step, in milliseconds.
    package static let tolerance: Int64 = 60_000
    package static let patience: Int64 = 300_000

    /// A reading of the machine's clock, in milliseconds since 1970, and how long the machine was up then, in
    /// milliseconds.
    private struct Reading {
        let time: Int64
        let uptime: Int64

        /// What the clock must say at `uptime` if this was right.
        func expected(at uptime: Int64) -> Int64 { time + uptime - self.uptime }
    }

    private var believed: Reading?
    private var doubted: Reading?

    package init() {}

    /// Returns the time to go by when the clock says `time` and the machine has been up for `uptime`.
    package mutating func time(_ time: Int64, uptime: Int64) -> Int64 {
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
    /// Milliseconds since 1970 by the system's clock, held steady.
    package static let systemTime: @Sendable () -> Int64 = {
        let steady = Mutex(SteadyTime()), start = ContinuousClock.now
        return {
            let uptime = (ContinuousClock.now - start) / Duration.milliseconds(1)
            return steady.withLock {
                $0.time(Int64(Date().timeIntervalSince1970 * 1000), uptime: Int64(uptime))
            }
        }
    }()
}
