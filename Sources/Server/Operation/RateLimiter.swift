import Synchronization

/// Lets each client have so many answers a second, and twice as many at once: a token bucket each.
///
/// It keeps one careless program from slowing everybody else; it is no defence against many addresses.
package final class RateLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: ContinuousClock.Instant
    }

    /// More addresses than this are not told apart for a moment: full buckets are forgotten.
    static let maximumClients = 4096

    /// A second.
    private let rate: Double
    private let capacity: Double
    private let buckets = Mutex<[String: Bucket]>([:])

    package init(answersPerSecond: Int) {
        rate = Double(answersPerSecond)
        capacity = 2 * rate
    }

    package init(answersPerMinute: Int) {
        rate = Double(answersPerMinute) / 60
        capacity = 2 * Double(answersPerMinute)
    }

    /// Takes a token of `client` at `now`; `false` when it has none left.
    package func allows(_ client: String, at now: ContinuousClock.Instant) -> Bool {
        buckets.withLock { buckets in
            if buckets.count >= Self.maximumClients, buckets[client] == nil {
                buckets = buckets.filter { now - $0.value.filled < .seconds(capacity / rate) }
                if buckets.count >= Self.maximumClients { buckets.removeAll() }
            }
            var bucket = buckets[client] ?? Bucket(tokens: capacity, filled: now)
            bucket.tokens = min(capacity, bucket.tokens + (now - bucket.filled).inSeconds * rate)
            bucket.filled = now
            defer { buckets[client] = bucket }
            guard bucket.tokens >= 1 else { return false }
            bucket.tokens -= 1
            return true
        }
    }
}
