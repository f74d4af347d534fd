import GeoCore
import TestSupport
import Testing

@Suite struct LongitudeTests {
    @Test func `a difference is brought to the shorter way round`() {
        for (difference, shorter) in [
            (0.0, 0.0), (1.7e9, 1.7e9), (-1.7e9, -1.7e9), (1.9e9, -1.7e9), (-1.9e9, 1.7e9), (3.6e9, 0), (-3.6e9, 0),
        ] {
            #expect(difference + Longitude.turn(bringing: difference) == shorter)
        }
    }

    @Test func `the gap to a box is the least to any of its longitudes, either way round`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<1000 {
            let sides = (0..<2).map { _ in Int32(random.uniform(in: -1.8e9...1.8e9)) }.sorted()
            let longitude = random.uniform(in: -1.8e9...1.8e9)
            let box = IntBox(minX: sides[0], minY: 0, maxX: sides[1], maxY: 0)
            var least = Double.infinity
            // Its two sides, and the origin where it lies between them.
            for other in [Double(sides[0]), Double(sides[1]), min(Double(sides[1]), max(Double(sides[0]), longitude))] {
                let difference = (other - longitude).magnitude
                least = min(least, difference, 3.6e9 - difference)
            }
            #expect(Longitude.gap(from: longitude, to: box) == least)
        }
    }
}
