/// The estimated time that a piece of work takes one worker. The order of work and its queue depend on it; the true
/// time is settled afterwards.
package struct Cost: Sendable, Equatable, Comparable {
    package let microseconds: Int

    package init(microseconds: Int) { self.microseconds = max(0, microseconds) }

    /// Work of a few milliseconds.
    package static let usual = Cost(microseconds: 3_000)
    /// From this cost on, work waits in a separate queue, so that work of a few milliseconds does not wait for it.
    package static let expensive = Cost(microseconds: 20_000)

    package static func < (one: Cost, other: Cost) -> Bool { one.microseconds < other.microseconds }
}
