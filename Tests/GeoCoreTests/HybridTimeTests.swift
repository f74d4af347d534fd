import GeoCore
import Testing

@Suite struct HybridTimeTests {
    @Test func `a clock's readings rise even when the machine's clock falls`() {
        var clock = HybridClock()
        let times = [10, 10, 10, 3, 11, 11, -5].map { clock.reading(at: $0) }
        #expect(times == times.sorted() && Set(times).count == times.count)
        #expect(times.map(\.milliseconds) == [10, 10, 10, 10, 11, 11, 11])
    }

    @Test func `a clock follows others, but none that is far ahead`() {
        var clock = HybridClock()
        let near = HybridTime(milliseconds: 12 + HybridClock.maximumDrift)
        let learnsNear = clock.learn(near, at: 12)
        #expect(learnsNear)
        #expect(clock.reading(at: 12) > near)
        let learnsFar = clock.learn(HybridTime(milliseconds: 14 + HybridClock.maximumDrift), at: 13)
        #expect(!learnsFar)
        #expect(clock.reading(at: 13).milliseconds == near.milliseconds)
    }
}
