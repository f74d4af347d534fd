/// How long a piece of work takes one worker, as far as can be said before it is done: whose turn it is depends on it,
/// and with whom it waits. What it took in truth is settled afterwards.
package struct Cost: Sendable, Equatable, Comparable {
    package let microseconds: Int

    package init(microseconds: Int) { self.microseconds = max(0, microseconds) }

    /// Work of a few milliseconds.
    package static let usual = Cost(microseconds: 3_000)
    /// From here on, work waits apart, so that none of a few milliseconds waits for it.
    package static let dear = Cost(microseconds: 20_000)

    package static func < (one: Cost, other: Cost) -> Bool { one.microseconds < other.microseconds }
}
