import GeoCore
import Testing

@Suite struct LineThinningTests {
    private static func wavy(_ count: Int) -> [PointE7] {
        (0..<count).map { index in
            PointE7(latitudeE7: Int32(index * index % 977), longitudeE7: Int32(index * 100))
        }
    }

    /// How far a point is from the nearest piece of a line, by plain geometry.
    private static func distance(_ point: PointE7, _ line: [PointE7]) -> Double {
        zip(line, line.dropFirst()).map { start, end in
            let (x, y) = (Double(point.longitudeE7 - start.longitudeE7), Double(point.latitudeE7 - start.latitudeE7))
            let (dx, dy) = (Double(end.longitudeE7 - start.longitudeE7), Double(end.latitudeE7 - start.latitudeE7))
            let along = max(0, min(1, (x * dx + y * dy) / (dx * dx + dy * dy)))
            return ((x - along * dx) * (x - along * dx) + (y - along * dy) * (y - along * dy)).squareRoot()
        }.min() ?? .infinity
    }

    @Test(arguments: [1.0, 50, 300, 5_000])
    func `omitted points lie within the tolerance of the remaining line`(tolerance: Double) {
        for points in [Self.wavy(3), Self.wavy(200), Self.wavy(5_000)] {
            let line = LineThinning.thinned(line: points, toleranceE7: tolerance)
            #expect(line.first == points.first && line.last == points.last && line.count <= points.count)
            for point in points { #expect(Self.distance(point, line) <= tolerance + 1e-6) }
            let ring = LineThinning.thinned(ring: points, toleranceE7: tolerance)
            #expect(ring.first == points.first && ring.contains(points[points.count / 2]))
            for point in points { #expect(Self.distance(point, ring + [points[0]]) <= tolerance + 1e-6) }
        }
    }

    @Test func `a straight line keeps its ends, and short ones stay`() {
        let straight = (0..<50).map { PointE7(latitudeE7: Int32($0), longitudeE7: Int32(2 * $0)) }
        #expect(LineThinning.thinned(line: straight, toleranceE7: 0.01) == [straight[0], straight[49]])
        for points in [[], [straight[0]], Array(straight[0..<2])] {
            #expect(LineThinning.thinned(line: points, toleranceE7: 1e9) == points)
        }
        #expect(LineThinning.thinned(ring: [straight[0]], toleranceE7: 1) == [straight[0]])
        #expect(LineThinning.thinned(ring: [], toleranceE7: 1).isEmpty)
    }
}
