import GeoCore
import Routing
import TestSupport
import Testing

/// The times kept in a word for each edge, against the given times of each arc.
@Suite struct ArcTimesTests {
    private static let kinds: [UInt32] = [.max, 0, 1, 12_345, ArcTimes.limit - 2, ArcTimes.limit - 1]

    @Test func `every pair of times comes back`() {
        let times = Self.kinds.flatMap { along in Self.kinds.flatMap { [along, $0] } }
        let kept = ArcTimes(times)
        #expect(kept.indices.map { kept[$0] } == times)
    }

    @Test func `random times come back, and times that are too long become never`() {
        var random = SeededGenerator(seed: 1)
        for count in [0, 1, 500] {
            let times = (0..<(2 * count)).map { _ in
                random.next() % 3 == 0 ? Self.kinds[Int(random.next() % 6)] : UInt32(truncatingIfNeeded: random.next())
            }
            let kept = ArcTimes(times)
            #expect(kept.indices.map { kept[$0] } == times.map { $0 < ArcTimes.limit ? $0 : ArcTimes.never })
        }
    }
}
