import GeoCore
import TestSupport
import Testing

@Suite struct LocalPlaneTests {
    /// A point some way off, across the antimeridian if need be.
    private func point(_ origin: PointE7, north: Double, east: Double) -> PointE7 {
        let longitude = Double(origin.longitudeE7) + east * 1e7
        let wrapped = longitude > 1.8e9 ? longitude - 3.6e9 : longitude < -1.8e9 ? longitude + 3.6e9 : longitude
        let latitude = min(9e8, max(-9e8, Double(origin.latitudeE7) + north * 1e7))
        return PointE7(latitudeE7: Int32(latitude), longitudeE7: Int32(wrapped))
    }

    @Test(arguments: [0.0, 25, 179.99, -179.99, 180, -180])
    func `up to 10 km and 70° its distances equal the sphere's, within 0.1 %`(_ longitude: Double) {
        var random = SeededGenerator(seed: 11), compared = 0
        for _ in 0..<2000 {
            let latitude = random.uniform(in: -70...70)
            let origin = PointE7(latitudeE7: Int32(latitude * 1e7), longitudeE7: Int32(longitude * 1e7))
            let other = point(
                origin, north: random.uniform(in: -0.09...0.09), east: random.uniform(in: -0.2...0.2))
            let truth = origin.distance(inMetresTo: other)
            guard truth < 10_000, truth > 1 else { continue }
            compared += 1
            #expect((LocalPlane(around: origin).distance(to: other) / truth - 1).magnitude < 1e-3)
        }
        #expect(compared > 500)
    }

    @Test(arguments: [0.0, 179.99, -179.995])
    func `no point of a box or a line is nearer than the computed distance`(_ longitude: Double) {
        var random = SeededGenerator(seed: 12), insides = 0, compared = 0
        for _ in 0..<500 {
            let origin = PointE7(
                latitudeE7: Int32(random.uniform(in: -89.9...89.9) * 1e7), longitudeE7: Int32(longitude * 1e7))
            let plane = LocalPlane(around: origin)
            let start = point(
                origin, north: random.uniform(in: -0.05...0.05), east: random.uniform(in: -0.05...0.05))
            let end = point(origin, north: random.uniform(in: -0.05...0.05), east: random.uniform(in: -0.05...0.05))
            // Around a line over the antimeridian a box holds all longitudes.
            guard (Double(start.longitudeE7) - Double(end.longitudeE7)).magnitude < 1e9 else { continue }
            compared += 1
            var box = IntBox.empty
            box.include(start)
            box.include(end)
            let toBox = plane.distance(to: box), toLine = plane.distance(toSegmentFrom: start, to: end)
            if toBox == 0 { insides += 1 }
            #expect(toBox <= toLine * (1 + 1e-12))
            var least = Double.infinity
            for step in 0...1000 {
                let distance = plane.distance(to: PointE7(from: start, to: end, share: Double(step) / 1000))
                least = min(least, distance)
            }
            // Points are rounded to a centimetre, and a thousandth of the line lies between two of them.
            #expect(least >= toLine - 0.02)
            let nearest = plane.nearestPoint(onSegmentFrom: start, to: end)
            #expect((plane.distance(to: nearest) - toLine).magnitude < 0.02)
        }
        #expect(insides > 5)
        #expect(compared > 200)
        #expect(insides < compared / 2)
    }
}
