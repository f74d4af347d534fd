import Server
import Testing

@Suite struct RateLimiterTests {
    @Test func `twice the rate goes at once, then the rate`() {
        let limiter = RateLimiter(answersPerSecond: 10), start = ContinuousClock.now
        #expect((0..<30).count { _ in limiter.allows("a", at: start) } == 20)
        #expect((0..<30).count { _ in limiter.allows("a", at: start + .seconds(1)) } == 10)
        #expect((0..<30).count { _ in limiter.allows("a", at: start + .seconds(100)) } == 20)
    }

    @Test func `clients do not take from each other`() {
        let limiter = RateLimiter(answersPerSecond: 1), start = ContinuousClock.now
        #expect((0..<9).count { _ in limiter.allows("a", at: start) } == 2)
        #expect((0..<9).count { _ in limiter.allows("b", at: start) } == 2)
    }

    @Test func `a flood of addresses keeps nobody out`() {
        let limiter = RateLimiter(answersPerSecond: 1), start = ContinuousClock.now
        for number in 0..<100_000 { #expect(limiter.allows("\(number)", at: start)) }
    }
}
