import Community
import Foundation
import Testing

@Suite struct IdentityTests {
    private func made(_ milliseconds: Int64) -> PostID {
        var generator = SystemRandomNumberGenerator()
        return PostID(at: milliseconds, using: &generator)
    }

    @Test func `an id is a UUID of version 7, as Foundation reads it`() throws {
        let id = made(1_700_000_000_123)
        let uuid = try #require(UUID(uuidString: id.text))
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        #expect(bytes == id.bytes)
        #expect(bytes[6] >> 4 == 7 && bytes[8] >> 6 == 2)
        #expect(bytes.prefix(6).reduce(0) { $0 << 8 | Int64($1) } == 1_700_000_000_123)
        #expect(PostID(text: id.text) == id && PostID(bytes: id.bytes) == id)
    }

    @Test(arguments: [
        "", "0", "018bcfe5-687b-7000-8000-00000000000", "018BCFE5-687B-7000-8000-000000000000",
        "018bcfe5687b70008000000000000000", "018bcfe5-687b-7000-8000-00000000000g",
        "018bcfe5-687b-7000-80000-0000000000",
    ])
    func `other texts are no ids`(text: String) { #expect(PostID(text: text) == nil) }

    @Test func `ids sort as their times, their bytes and their texts do`() {
        let ids = (0..<200).map { made(Int64($0 / 2)) }
        let sorted = ids.sorted()
        #expect(sorted.map(\.text) == sorted.map(\.text).sorted())
        #expect(sorted.map(\.bytes).elementsEqual(sorted.map(\.bytes).sorted { $0.lexicographicallyPrecedes($1) }))
        #expect(Set(ids).count == 200)
        #expect(made(5) < made(6))
    }

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
