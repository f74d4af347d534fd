import GeoCore
import TestSupport
import Testing

@Suite struct LineRulerTests {
    @Test func `each length is to the bit that between the two points`() {
        var random = SeededGenerator(seed: 3)
        func point() -> PointE7 {
            PointE7(
                latitudeE7: Int32(random.uniform(in: -9e8...9e8)), longitudeE7: Int32(random.uniform(in: -18e8...18e8)))
        }
        for _ in 0..<200 {
            var last = point(), ruler = LineRuler(from: last)
            for step in 0..<10 {
                let next =
                    step % 2 == 0
                    ? point() : PointE7(latitudeE7: last.latitudeE7, longitudeE7: last.longitudeE7 / 2)
                #expect(ruler.advance(to: next) == last.distance(inMetresTo: next))
                last = next
            }
        }
    }
}
