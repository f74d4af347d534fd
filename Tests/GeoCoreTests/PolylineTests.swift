import GeoCore
import TestSupport
import Testing

@Suite struct PolylineTests {
    /// The example of developers.google.com/maps/documentation/utilities/polylinealgorithm.
    private let example = [(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)].map {
        PointE7(Coordinate(latitude: $0.0, longitude: $0.1)!)
    }

    @Test func `the published example has the published text`() {
        #expect(text(example, .five) == "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
        #expect(Polyline.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@".utf8, precision: .five) == example)
    }

    @Test func `six decimals are ten times as fine`() {
        #expect(text(example, .six) == "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI")
    }

    @Test func `coordinates are rounded to the nearest decimal, in both hemispheres`() {
        for (e7, rounded) in [(149, 100), (150, 200), (151, 200), (-149, -100), (-150, -200), (-151, -200), (99, 100)] {
            let point = PointE7(latitudeE7: Int32(e7), longitudeE7: Int32(-e7))
            let back = Polyline.decode(Polyline.encode([point], precision: .five), precision: .five)
            #expect(back == [PointE7(latitudeE7: Int32(rounded), longitudeE7: Int32(-rounded))])
        }
    }

    @Test(arguments: [Polyline.Precision.five, .six])
    func `any line comes back within half a unit, without drifting`(_ precision: Polyline.Precision) throws {
        var random = SeededGenerator(seed: 11)
        let line = (0..<1000).map { _ in
            PointE7(
                latitudeE7: Int32(random.uniform(in: -9e8...9e8)),
                longitudeE7: Int32(random.uniform(in: -1.8e9...1.8e9)))
        }
        let back = try #require(Polyline.decode(Polyline.encode(line, precision: precision), precision: precision))
        let half = precision == .five ? 50 : 5
        #expect(back.count == line.count)
        for (point, other) in zip(line, back) {
            #expect(abs(Int(point.latitudeE7) - Int(other.latitudeE7)) <= half)
            #expect(abs(Int(point.longitudeE7) - Int(other.longitudeE7)) <= half)
        }
    }

    @Test func `every truncation, and every foreign byte, is refused or another line on Earth`() {
        let whole = Polyline.encode(example, precision: .five)
        for length in 0..<whole.count {
            guard let line = Polyline.decode(whole[..<length], precision: .five) else { continue }
            #expect(line == Array(example.prefix(line.count)))
        }
        for index in whole.indices {
            for byte in UInt8.min...UInt8.max {
                var damaged = whole
                damaged[index] = byte
                guard let line = Polyline.decode(damaged, precision: .five) else { continue }
                #expect(line.allSatisfy { $0.isOnEarth })
            }
        }
        #expect(Polyline.decode("~~~~~~~~~~~~~~~~~~".utf8, precision: .five) == nil)
    }

    private func text(_ points: [PointE7], _ precision: Polyline.Precision) -> String {
        String(decoding: Polyline.encode(points, precision: precision), as: UTF8.self)
    }
}
