import GeoCore
import TestSupport
import Testing

/// Boxes whose west side is east of their east side lead over the antimeridian.
@Suite struct IntBoxAntimeridianTests {
    private static let degree: Int32 = 10_000_000

    /// The degrees of longitude that a box holds, walked eastward from its west side; 180 is −180.
    private func degrees(_ box: IntBox) -> Set<Int32> {
        var held: Set<Int32> = [], degree = box.minX / Self.degree
        while true {
            held.insert(degree == 180 ? -180 : degree)
            if degree == box.maxX / Self.degree { return held }
            degree = degree == 180 ? -180 : degree + 1
        }
    }

    private func randomBox(_ random: inout SeededGenerator) -> IntBox {
        let west = Int32(random.uniform(in: -179...179)), span = Int32(random.uniform(in: 1...120)), east = west + span
        return IntBox(
            minX: west * Self.degree, minY: 0, maxX: (east > 180 ? east - 360 : east) * Self.degree, maxY: Self.degree)
    }

    @Test func `a box holds the longitudes from its west side to its east side`() {
        var random = SeededGenerator(seed: 31), over = 0
        for _ in 0..<500 {
            let box = randomBox(&random), held = degrees(box)
            if box.isOverAntimeridian { over += 1 }
            #expect(box.isArea)
            #expect(box.longitudeSpan == Int64(held.count - 1) * Int64(Self.degree))
            for degree in Int32(-180)...180 {
                let point = PointE7(latitudeE7: 5, longitudeE7: degree * Self.degree)
                #expect(box.covers(point) == held.contains(degree == 180 ? -180 : degree))
                let isInAPart = box.partsBesideAntimeridian.contains {
                    $0.contains(x: point.longitudeE7, y: 5)
                }
                if degree.magnitude < 180 { #expect(isInAPart == box.covers(point)) }
            }
        }
        #expect(over > 50)
    }

    @Test func `a union contains both boxes, and both contain the intersection`() {
        var random = SeededGenerator(seed: 32)
        for _ in 0..<2000 {
            let a = randomBox(&random), b = randomBox(&random)
            var union = a
            union.unite(b)
            let both = degrees(a).union(degrees(b))
            #expect(degrees(union).isSuperset(of: both))
            if let common = a.common(with: b) {
                #expect(degrees(common).isSubset(of: degrees(a).intersection(degrees(b))))
            } else {
                #expect(degrees(a).isDisjoint(with: degrees(b)))
            }
            #expect(a.common(with: a) == a)
        }
    }

    @Test func `nothing united with a box is the box`() {
        let box = IntBox(minX: 1_790_000_000, minY: 0, maxX: -1_790_000_000, maxY: 5)
        var union = IntBox.empty
        union.unite(box)
        #expect(union == box)
        union.unite(.empty)
        #expect(union == box)
        union.unite(IntBox(minX: 1_780_000_000, minY: -5, maxX: 1_795_000_000, maxY: 0))
        #expect(union == IntBox(minX: 1_780_000_000, minY: -5, maxX: -1_790_000_000, maxY: 5))
    }

    @Test func `a line goes on without a break over the antimeridian`() throws {
        let line = [(179.9, 179.9), (-179.9, 180.1), (-179.8, 180.2), (179.8, 179.8)].map { longitude, continued in
            (PointE7(latitudeE7: 1_000_000, longitudeE7: Int32((longitude * 1e7).rounded())), continued)
        }
        var last = line[0].0.longitudeE7
        for (point, continued) in line {
            last = Longitude.continued(from: last, to: point.longitudeE7)
            #expect((Double(last) / 1e7 - continued).magnitude < 1e-6)
        }
        let points = line.map(\.0), text = Polyline.encode(points, precision: .five)
        #expect(Polyline.decode(text, precision: .five) == points)
        #expect(text.count < 40, "small steps")
    }

    @Test func `a point between two sides of the antimeridian lies near both`() {
        let west = PointE7(latitudeE7: 0, longitudeE7: 1_799_000_000)
        let east = PointE7(latitudeE7: 0, longitudeE7: -1_799_000_000)
        for (share, longitude) in [(0, 1_799_000_000), (0.25, 1_799_500_000), (0.75, -1_799_500_000)]
            as [(Double, Int32)]
        {
            #expect(PointE7(from: west, to: east, share: share).longitudeE7 == longitude)
        }
        #expect(PointE7(from: west, to: east, share: 0.5).longitudeE7.magnitude == 1_800_000_000)
        let plane = LocalPlane(around: PointE7(latitudeE7: 1000, longitudeE7: -1_799_990_000))
        #expect(plane.distance(toSegmentFrom: west, to: east) < 12)
    }
}
