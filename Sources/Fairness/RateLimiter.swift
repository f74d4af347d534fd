import Synchronization

/// Lets each network have so much a second, and what comes together in two seconds at once: a token bucket each, and one
/// of four times that size for each block of addresses.
///
/// What it hands out are answers, attempts or files; dear ones may take several tokens, and what is taken beyond what is
/// there is paid for before the next is had.
package final class RateLimiter: Sendable {
    /// The buckets of one kind, each as the time at which it will be full again.
    private struct Buckets<Key: Hashable & Sendable>: Sendable {
        /// Tokens a second.
        let rate: Double
        let capacity: Double
        private var fullTimes = IndexedHeap<Key, ContinuousClock.Instant>()

        init(rate: Double, capacity: Double) {
            self.rate = rate
            self.capacity = capacity
        }

        /// What `key` has at a time.
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

    /// So many networks are known, and so many blocks. For one more, the one whose bucket is the fullest is forgotten.
    package static let maximumClients = 4096
    /// How many networks of a block may take all they may have at the same time.
    private static let networksOfBlock = 4.0

    private let state: Mutex<State>

    package convenience init(perSecond: Int) { self.init(rate: Double(perSecond), capacity: 2 * Double(perSecond)) }

    /// What people do comes in bursts: what comes together in two minutes may come at once.
    package convenience init(perMinute: Int) {
        self.init(rate: Double(perMinute) / 60, capacity: 2 * Double(perMinute))
    }

    /// What one day has room for may come at once.
    package convenience init(perDay: Int) { self.init(rate: Double(perDay) / 86_400, capacity: Double(perDay)) }

    private init(rate: Double, capacity: Double) {
        let more = Self.networksOfBlock
        state = Mutex(
            State(
                networks: Buckets(rate: rate, capacity: capacity),
                blocks: Buckets(rate: more * rate, capacity: more * capacity)))
    }

    /// Takes `cost` tokens of `network` and of its block at `now`; `nil` when both had one left at least, otherwise the
    /// seconds until they have, and nothing is taken.
    package func take(_ cost: Double = 1, of network: Network, at now: ContinuousClock.Instant) -> Double? {
        state.withLock { state in
            let own = state.networks.tokens(of: network, at: now),
                blocks = state.blocks.tokens(of: network.block, at: now)
            guard own >= 1, blocks >= 1 else {
                return max((1 - own) / state.networks.rate, (1 - blocks) / state.blocks.rate)
            }
            state.networks.take(cost, of: network, at: now)
            state.blocks.take(cost, of: network.block, at: now)
            return nil
        }
    }
}

extension Duration {
    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
