/// Whether long work has been asked to stop.
///
/// A check may take a lock or read a clock, so loops check once in a few thousand steps. Work that was asked to stop
/// ends soon, with an answer that is of no use: the caller must check the request again and discard that answer.
package struct StopRequest: Sendable {
    private let look: (@Sendable () -> Bool)?

    /// Work that nobody stops.
    package static let never = StopRequest(look: nil)

    private init(look: (@Sendable () -> Bool)?) { self.look = look }

    /// Once `isMade` has returned true, it must go on to do so.
    package init(_ isMade: @escaping @Sendable () -> Bool) { look = isMade }

    package var isMade: Bool { look?() ?? false }
}
