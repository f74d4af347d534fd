import Fairness
import GeoCore
import Synchronization
import TestSupport
import Testing

@Suite struct RateLimiterTests {
    private let start = ContinuousClock.now

    private func taken(_ limiter: RateLimiter, of network: Network, tries: Int = 30, after: Duration = .zero) -> Int {
        (0..<tries).count { _ in limiter.take(of: network, at: start + after) == nil }
    }

    @Test func `twice the rate is allowed at once, then the rate`() {
        let limiter = RateLimiter(perSecond: 10), network = Network(ipv4: 1)
        #expect(taken(limiter, of: network) == 20)
        #expect(taken(limiter, of: network, after: .seconds(1)) == 10)
        #expect(taken(limiter, of: network, after: .seconds(100)) == 20)
    }

    /// A number of servers that changes. A class because the limiter reads it later.
    private final class Servers: Sendable {
        private let number = Mutex(1)

        var count: Int {
            get { number.withLock { $0 } }
            set { number.withLock { $0 = newValue } }
        }
    }

    @Test(arguments: 1...4) func `servers together allow as much as one`(count: Int) {
        let limiters = (0..<count).map { _ in RateLimiter(perSecond: 12) { count } }, network = Network(ipv4: 1)
        #expect(limiters.reduce(0) { $0 + taken($1, of: network) } == 24)
        #expect(limiters.reduce(0) { $0 + taken($1, of: network, after: .seconds(1)) } == 12)
    }

    @Test func `each of many servers allows at least one`() {
        let limiter = RateLimiter(perDay: 3) { 1000 }, network = Network(ipv4: 1)
        #expect(taken(limiter, of: network) == 1)
        #expect(taken(limiter, of: network, after: .seconds(86_399)) == 0)
        #expect(taken(limiter, of: network, after: .seconds(86_401)) == 1)
    }

    @Test func `what was used stays used when the number of servers changes`() {
        let servers = Servers(), limiter = RateLimiter(perSecond: 10) { servers.count }, network = Network(ipv4: 1)
        #expect(taken(limiter, of: network, tries: 12) == 12)
        servers.count = 2
        // 8 of 20 are left, and each costs two.
        #expect(taken(limiter, of: network) == 4)
        servers.count = 1
        #expect(taken(limiter, of: network) == 0)
        #expect(taken(limiter, of: network, after: .seconds(1)) == 10)
        servers.count = 2
        #expect(taken(limiter, of: network, after: .seconds(2)) == 5)
    }

    @Test func `networks do not take from each other`() {
        let limiter = RateLimiter(perSecond: 1)
        #expect(taken(limiter, of: Network(ipv6: 1 << 16)) == 2)
        #expect(taken(limiter, of: Network(ipv6: 2 << 16)) == 2)
    }

    @Test func `a block has four times the limit of one of its networks`() {
        let limiter = RateLimiter(perSecond: 1)
        let all = (0..<256).reduce(0) { $0 + taken(limiter, of: Network(ipv6: 0x2001_0db8_0001_0000 | $1)) }
        #expect(all == 8)
        #expect(taken(limiter, of: Network(ipv6: 0x2001_0db8_0002_0000)) == 2)
    }

    @Test func `an expensive answer uses the limit before the next answer`() {
        let limiter = RateLimiter(perSecond: 10), network = Network(ipv4: 1)
        #expect(limiter.take(120, of: network, at: start) == nil)
        // 20 were there: 100 are owed, and one more is needed.
        #expect(limiter.take(of: network, at: start).map { abs($0 - 10.1) < 1e-9 } == true)
        #expect(limiter.take(of: network, at: start + .seconds(10)) != nil)
        #expect(limiter.take(of: network, at: start + .seconds(10.2)) == nil)
    }

    @Test func `a flood of addresses keeps nobody out`() {
        let limiter = RateLimiter(perSecond: 1)
        for number in 0..<UInt64(100_000) { #expect(limiter.take(of: Network(ipv6: number << 16), at: start) == nil) }
    }

    @Test func `a flood of addresses does not release a network from its debt`() {
        let limiter = RateLimiter(perSecond: 10), debtor = Network(ipv4: 1)
        #expect(limiter.take(1_000, of: debtor, at: start) == nil)
        for number in 1..<UInt64(20_000) { _ = limiter.take(of: Network(ipv6: number << 16), at: start) }
        #expect(limiter.take(of: debtor, at: start) != nil)
        #expect(limiter.take(of: debtor, at: start + .seconds(98.2)) == nil)
    }

    /// Each bucket fills up independently of the others.
    @Test(arguments: 0..<5 as Range<UInt64>) func `each bucket fills as if it were alone`(seed: UInt64) {
        var random = SeededGenerator(seed: seed), alone: [UInt32: (tokens: Double, time: Double)] = [:], time = 0.0
        let limiter = RateLimiter(perSecond: 10)
        for _ in 0..<5_000 {
            time += Double.random(in: 0..<0.01, using: &random)
            // Each in a block of its own.
            let network = UInt32.random(in: 1..<50, using: &random), cost = Double.random(in: 1..<9, using: &random)
            let before = alone[network] ?? (20, time)
            let tokens = min(20, before.tokens + (time - before.time) * 10)
            let isTaken = limiter.take(cost, of: Network(ipv4: network << 8), at: start + .seconds(time)) == nil
            if abs(tokens - 1) > 1e-6 { #expect(isTaken == (tokens > 1)) }
            alone[network] = (isTaken ? tokens - cost : tokens, time)
        }
    }
}
