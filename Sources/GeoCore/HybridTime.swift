/// The time of a change, in an order that several servers agree on: a reading of a hybrid logical clock (Kulkarni,
/// Demirbas and others, "Logical Physical Clocks", OPODIS 2014).
///
/// 48 bits of Unix milliseconds, then a counter of 16 bits. Readings of one clock never repeat and never fall.
package struct HybridTime: Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Makes the first reading of a millisecond; clamps it to 48 bits.
    package init(milliseconds: Timestamp) { rawValue = UInt64(min(max(0, milliseconds), 1 << 48 - 1)) << 16 }

    package var milliseconds: Timestamp { Timestamp(rawValue >> 16) }

    package static func < (left: HybridTime, right: HybridTime) -> Bool { left.rawValue < right.rawValue }
}

/// Gives each write its `HybridTime`.
package struct HybridClock: Sendable {
    /// The newest reading.
    package private(set) var last: HybridTime

    /// Starts after `last`, the newest reading in any store.
    package init(after last: HybridTime = HybridTime(rawValue: 0)) { self.last = last }

    /// Returns a reading later than all before, at `time` or as little later as possible.
    package mutating func reading(at time: Timestamp) -> HybridTime {
        last = max(HybridTime(milliseconds: time), HybridTime(rawValue: last.rawValue &+ 1))
        return last
    }

    /// The maximum lead of another server's readings over this machine's clock: synchronised clocks never differ as
    /// much.
    package static let maximumDrift: Milliseconds = 60_000

    /// Takes another server's reading into account, so that later readings here are later than it; returns whether it
    /// did.
    ///
    /// `time` is this machine's clock. A reading too far ahead is ignored: one wrong clock would pull all others
    /// along, as the paper says.
    package mutating func learn(_ other: HybridTime, at time: Timestamp) -> Bool {
        guard other.milliseconds <= time + Self.maximumDrift else { return false }
        last = max(last, other)
        return true
    }
}
