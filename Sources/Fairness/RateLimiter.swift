import Synchronization

/// Limits each network to a rate, with bursts of two seconds' worth: a token bucket for each network, and one of four
/// times that size for each block of addresses.
///
/// Tokens stand for answers, attempts or files; expensive ones may take several. A bucket may go below zero, and must
/// then refill before the next token.
///
/// Of several servers, each gives its part of a limit: a token costs as much as there are servers, but never more than a
/// full bucket has. So when their number changes, what was used stays used.
package final class RateLimiter: Sendable {
    /// Buckets of one kind, each as the time at which it will be full again.
    private struct Buckets<Key: Hashable & Sendable>: Sendable {
        /// Tokens a second.
        let rate: Double
        let capacity: Double
        private var fullTimes = IndexedHeap<Key, ContinuousClock.Instant>()

        init(rate: Double, capacity: Double) {
            self.rate = rate
            self.capacity = capacity
        }

        /// Returns the tokens of `key` at a time.
        func tokens(of key: Key, at now: ContinuousClock.Instant) -> Double {
            guard let time = fullTimes[key], time > now else { return capacity }
            return capacity - (time - now).inSeconds * rate
        }

        mutating func take(_ cost: Double, of key: Key, at now: ContinuousClock.Instant) {
            if fullTimes.count >= RateLimiter.maximumClients, fullTimes[key] == nil { fullTimes.removeFirst() }
            fullTimes[key] = now + .seconds((capacity - tokens(of: key, at: now) + cost) / rate)
        }
    }

    private struct State {
        var networks: Buckets<Network>
        var blocks: Buckets<Network.Block>
    }

    /// The maximum number of networks with a bucket, and of blocks. For one more, the fullest bucket is forgotten.
    package static let maximumClients = 4096
    /// The number of networks of a block that may use their full rate at the same time.
    package static let networksOfBlock: Int64 = 4

    /// What the rounding of times may take from a bucket, in tokens: it must not cost a whole share.
    private static let rounding = 1e-9

    private let state: Mutex<State>
    private let servers: @Sendable () -> Int

    /// Makes a limit that the servers share whose number `servers` returns; it must return at once.
    package convenience init(perSecond: Int, among servers: @escaping @Sendable () -> Int = { 1 }) {
        self.init(rate: Double(perSecond), capacity: 2 * Double(perSecond), servers)
    }

    /// Makes a limit for people, who act in bursts: two minutes' worth may come at once.
    package convenience init(perMinute: Int, among servers: @escaping @Sendable () -> Int = { 1 }) {
        self.init(rate: Double(perMinute) / 60, capacity: 2 * Double(perMinute), servers)
    }

    /// Makes a limit of which ten minutes' worth may come at once.
    package convenience init(perTenMinutes count: Int) {
        self.init(rate: Double(count) / 600, capacity: Double(count)) { 1 }
    }

    /// Makes a limit of which a whole day's worth may come at once.
    package convenience init(perDay: Int, among servers: @escaping @Sendable () -> Int = { 1 }) {
        self.init(rate: Double(perDay) / 86_400, capacity: Double(perDay), servers)
    }

    private init(rate: Double, capacity: Double, _ servers: @escaping @Sendable () -> Int) {
        self.servers = servers
        let more = Double(Self.networksOfBlock)
        state = Mutex(
            State(
                networks: Buckets(rate: rate, capacity: capacity),
                blocks: Buckets(rate: more * rate, capacity: more * capacity)))
    }

    /// Takes `cost` tokens of `network` and of its block at `now`. Returns `nil` if both had at least one token;
    /// otherwise takes nothing and returns the seconds until they do.
    package func take(_ cost: Double = 1, of network: Network, at now: ContinuousClock.Instant) -> Double? {
        let servers = Double(servers())
        return state.withLock { state in
            let share = max(1, min(servers, state.networks.capacity))
            let own = state.networks.tokens(of: network, at: now),
                blocks = state.blocks.tokens(of: network.block, at: now)
            guard own >= share - Self.rounding, blocks >= share - Self.rounding else {
                return max((share - own) / state.networks.rate, (share - blocks) / state.blocks.rate)
            }
            state.networks.take(cost * share, of: network, at: now)
            state.blocks.take(cost * share, of: network.block, at: now)
            return nil
        }
    }
}

extension Duration {
    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
