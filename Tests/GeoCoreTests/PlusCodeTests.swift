import GeoCore
import TestSupport
import Testing

@Suite struct PlusCodeTests {
    /// github.com/google/open-location-code, Documentation/Specification/specification.md, "Short Codes".
    private static let published = "8FVC9G8F+6W"

    private func read(_ text: String, near reference: PointE7? = nil) -> PlusCode? {
        if let reference { PlusCode(text.utf8Span.span, near: reference) } else { PlusCode(text.utf8Span.span) }
    }

    @Test func `the published example has its centre`() throws {
        let code = try #require(read(Self.published))
        #expect(
            (code.center.latitudeE7 - 473_655_620).magnitude <= 6
                && (code.center.longitudeE7 - 85_248_130).magnitude <= 6)
        #expect(code.text == Self.published && code.length == 10)
        #expect(read("8fvc9g8f+6w") == code)
    }

    @Test(arguments: [
        // The published table: what the code may be shortened to, and the place it is near to.
        ("8F+6W", 473_733_130, 85_375_620), ("9G8F+6W", 473_395_630, 85_566_870),
        ("VC9G8F+6W", 479_851_870, 84_406_880),
        ("8FVC9G8F+6W", 388_005_620, -90_649_370),
    ]) func `a short code is the nearest such place`(_ text: String, _ latitudeE7: Int32, _ longitudeE7: Int32) throws {
        let reference = PointE7(latitudeE7: latitudeE7, longitudeE7: longitudeE7)
        #expect(try #require(read(text, near: reference)).text == Self.published)
        if text.count < 11 { #expect(read(text) == nil) }
    }

    @Test func `padded and long codes have their size`() throws {
        let degree = try #require(read("6GCR0000+"))
        #expect(degree.length == 4 && degree.text == "6GCR0000+")
        // 6 is 4, G is 10; C is 8, R is 16: 20 · 4 + 8 − 90 and 20 · 10 + 16 − 180, and half a degree.
        #expect(degree.center == PointE7(latitudeE7: -15_000_000, longitudeE7: 365_000_000))
        for (length, height) in [(11, 250), (12, 50), (13, 10)] {
            let point = PointE7(latitudeE7: 601_234_567, longitudeE7: -249_876_543)
            let code = try #require(PlusCode(point, length: length))
            #expect(code.text.utf8.count == length + 1)
            #expect((code.center.latitudeE7 - point.latitudeE7).magnitude <= height / 2 + 1)
            #expect(code.contains(point))
        }
    }

    @Test func `a code contains the point it was made from, and its centre has the same code`() throws {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<5000 {
            let point = PointE7(
                latitudeE7: Int32(random.uniform(in: -9e8...9e8)),
                longitudeE7: Int32(random.uniform(in: -1.8e9...1.8e9)))
            for length in [2, 4, 6, 8, 10, 11, 12, 13] {
                let code = try #require(PlusCode(point, length: length)), center = code.center
                #expect(code.contains(point))
                #expect(PlusCode(center, length: length) == code)
                let text = code.text
                #expect(read(text) == code)
                // In degrees: half a side from the centre at most.
                let side = [2: 20.0, 4: 1, 6: 0.05, 8: 0.0025, 10: 0.000125, 11: 1.0 / 32_000, 12: 1.0 / 128_000]
                let half = side[length, default: 1.0 / 512_000] / 2 + 1e-7
                #expect(Double((center.latitudeE7 - point.latitudeE7).magnitude) <= half * 1e7)
                #expect((Double(center.longitudeE7) - Double(point.longitudeE7)).magnitude <= half * 1e7)
            }
        }
    }

    @Test func `a short code leads back to its place from anywhere near`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<5000 {
            let latitude = random.uniform(in: -8.4e8...8.4e8), longitude = random.uniform(in: -1.8e9...1.8e9)
            let point = PointE7(latitudeE7: Int32(latitude), longitudeE7: Int32(longitude))
            let text = try #require(PlusCode(point)).text
            for (dropped, reach) in [(2, 9.9e7), (4, 4.9e6), (6, 2.4e5)] {
                let east = longitude + random.uniform(in: -reach...reach)
                let reference = PointE7(
                    latitudeE7: Int32(max(-9e8, min(9e8, latitude + random.uniform(in: -reach...reach)))),
                    longitudeE7: Int32(east > 1.8e9 ? east - 3.6e9 : east < -1.8e9 ? east + 3.6e9 : east))
                let short = String(text.dropFirst(dropped))
                #expect(read(short, near: reference)?.text == text, "\(short) near \(reference)")
            }
        }
    }

    @Test func `the poles and the antimeridian have codes`() throws {
        for (latitude, longitude) in [(900_000_000, 1_800_000_000), (-900_000_000, -1_800_000_000), (900_000_000, 0)] {
            let point = PointE7(latitudeE7: Int32(latitude), longitudeE7: Int32(longitude))
            for length in [2, 10, 15] { #expect(try #require(PlusCode(point, length: length)).center.isOnEarth) }
        }
        let east = PointE7(latitudeE7: 0, longitudeE7: 1_800_000_000),
            west = PointE7(latitudeE7: 0, longitudeE7: -1_800_000_000)
        #expect(PlusCode(east) == PlusCode(west))
    }

    @Test(arguments: [
        "", "+", "8FVC9G8F", "8FVC9G8F6W", "8FVC9G8F+6", "8FVC+9G8F6W", "8FV+C9", "8FVC9G8F+6W+", "8FVC9G8F++6W",
        "AFVC9G8F+6W", "8FVC9G8F+6A", "XFVC9G8F+6W", "8XVC9G8F+6W", "8F0C0000+", "8FV00000+", "00000000+",
        "8FVC0000+22",
        "8FVC9G8F+6W222222", "8FVC9G00+6W", " 8FVC9G8F+6W", "8FVC000+", "9G8F+6W",
    ]) func `other texts are no full codes`(_ text: String) { #expect(read(text) == nil) }

    @Test func `random bytes trap nothing`() {
        var random = SeededGenerator(seed: 8), found = 0
        let alphabet = Array("23456789CFGHJMPQRVWX+0cw".utf8)
        let near = PointE7(latitudeE7: 899_999_999, longitudeE7: -1_799_999_999)
        for _ in 0..<50_000 {
            var bytes: [UInt8] = []
            for index in 0..<Int(random.next() % 17) {
                let isAny = random.next() % 64 == 0
                let digit = index == 4 && random.next() % 2 == 0 ? UInt8(ascii: "+") : alphabet[Int(random.next() % 24)]
                bytes.append(isAny ? UInt8(truncatingIfNeeded: random.next()) : digit)
            }
            for code in [PlusCode(bytes.span), PlusCode(bytes.span, near: near)] {
                guard let code else { continue }
                found += 1
                #expect(code.center.isOnEarth)
            }
        }
        #expect(found > 100)
    }

    @Test func `lengths that codes do not have are refused`() {
        for length in [-1, 0, 1, 3, 5, 7, 9, 16] {
            #expect(PlusCode(PointE7(latitudeE7: 0, longitudeE7: 0), length: length) == nil)
        }
    }
}

@Test func `a short code is the end of the full code, and reads back near its place`() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<2000 {
        let reference = PointE7(
            latitudeE7: Int32(random.uniform(in: -8.9e8...8.9e8)),
            longitudeE7: Int32(random.uniform(in: -1.8e9...1.8e9)))
        var longitude = Double(reference.longitudeE7) + random.uniform(in: -4e6...4e6)
        if longitude > 1.8e9 { longitude -= 3.6e9 } else if longitude < -1.8e9 { longitude += 3.6e9 }
        let point = PointE7(
            latitudeE7: Int32(Double(reference.latitudeE7) + random.uniform(in: -4e6...4e6)),
            longitudeE7: Int32(longitude))
        let code = try #require(PlusCode(point)), middle = code.center
        guard let short = code.short(near: reference) else {
            let east = abs(Double(middle.longitudeE7) - Double(reference.longitudeE7))
            let apart = max(abs(Double(middle.latitudeE7) - Double(reference.latitudeE7)), min(east, 3.6e9 - east))
            #expect(apart >= 3e6)
            continue
        }
        #expect(code.text.hasSuffix(short) && short.utf8.count == code.text.utf8.count - 4)
        #expect(PlusCode(short.utf8Span.span, near: reference) == code)
    }
}
