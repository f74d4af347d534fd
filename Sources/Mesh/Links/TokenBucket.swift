import GeoCore

/// A budget that refills evenly: `rate` a second, and at most `capacity` at once.
struct TokenBucket {
    private var tokens: Double
    private var last: Milliseconds
    private let rate: Double
    private let capacity: Double

    /// `start`: how much there is in the beginning.
    init(rate: Double, capacity: Double, start: Double, at time: Milliseconds) {
        (tokens, last, self.rate, self.capacity) = (min(start, capacity), time, rate, capacity)
    }

    /// Takes `count` where as many and the share `reserve` of the capacity are there; returns whether they were.
    mutating func take(_ count: Double, reserve: Double = 0, at time: Milliseconds) -> Bool {
        tokens = min(capacity, tokens + rate * Double(max(0, time - last)) / 1000)
        last = max(last, time)
        guard tokens >= count + reserve * capacity else { return false }
        tokens -= count
        return true
    }
}
