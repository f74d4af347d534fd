import GeoCore

/// A budget that refills evenly: `rate` a second, and at most `capacity` at once.
struct TokenBucket {
    private var tokens: Double
    private var last: Milliseconds
    private let rate: Double
    private let capacity: Double

    init(rate: Double, capacity: Double, at time: Milliseconds) {
        (tokens, last, self.rate, self.capacity) = (capacity, time, rate, capacity)
    }

    /// Takes `count` where there are as many; returns whether there were.
    mutating func take(_ count: Double, at time: Milliseconds) -> Bool {
        tokens = min(capacity, tokens + rate * Double(max(0, time - last)) / 1000)
        last = max(last, time)
        guard tokens >= count else { return false }
        tokens -= count
        return true
    }
}
