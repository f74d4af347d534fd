import GeoCore

/// Counts the steps of a loop and regularly checks for a stop request.
struct StepCounter {
    /// The number of steps between two checks: a millisecond of a search.
    static let interval = 4096

    private let stop: StopRequest
    private var left = interval

    init(_ stop: StopRequest) { self.stop = stop }

    /// Counts a step; returns whether the loop must end.
    @inline(__always)
    mutating func mustStop() -> Bool {
        left &-= 1
        return left == 0 && look()
    }

    @inline(never)
    private mutating func look() -> Bool {
        left = Self.interval
        return stop.isMade
    }
}
