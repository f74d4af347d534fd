import GeoCore
import TestSupport
import Testing

@Suite struct GeoURITests {
    @Test(arguments: [
        // The examples of RFC 5870, 6, and their parts.
        ("geo:13.4125,103.8667", 134_125_000, 1_038_667_000), ("geo:48.2010,16.3695,183", 482_010_000, 163_695_000),
        ("geo:48.198634,16.371648;crs=wgs84;u=40", 481_986_340, 163_716_480),
        ("geo:66,30;u=6.500;FOo=this%2dthat", 660_000_000, 300_000_000),
        ("geo:66.0,30;u=6.5;foo=this-that", 660_000_000, 300_000_000),
        ("geo:90,-22.43;crs=WGS84", 900_000_000, -224_300_000),
        ("GEO:-33.5,-70.25", -335_000_000, -702_500_000), ("geo:60.17045004,24.94875006", 601_704_500, 249_487_501),
        ("geo:0,0?q=60.17045,24.94875(Kunsthalle%20%3Cb%3E)", 601_704_500, 249_487_500),
        ("geo:60.17045,24.94875?q=60.1,24.9", 601_000_000, 249_000_000),
        ("geo:0,0?q=60.1%2C24.9", 601_000_000, 249_000_000),
        ("geo:60.17,24.94?z=11", 601_700_000, 249_400_000), ("geo:0,0?z=3&q=60.17,24.94&z=2", 601_700_000, 249_400_000),
        ("geo:-90,180", -900_000_000, 1_800_000_000),
    ]) func `positions are read`(_ text: String, _ latitudeE7: Int32, _ longitudeE7: Int32) throws {
        let uri = try #require(read(text))
        #expect(uri.point == PointE7(latitudeE7: latitudeE7, longitudeE7: longitudeE7))
    }

    @Test(arguments: [
        "", "geo:", "geo:60", "geo:60,", "geo:,24", "geo:60.,24", "geo:.5,24", "geo:60,24,", "geo:91,0",
        "geo:0,180.0000001",
        "geo:60,24;crs=nad27", "geo:60,24;u=1;crs=wgs84", "geo:60,24;u=", "geo:60,24;u=-1", "geo:60,24;",
        "geo:60,24;=1",
        "geo:60,24 ", " geo:60,24", "geo:60 24", "http:60,24", "geo:60,24x", "geo:0,0?q=Kiosk", "geo:0,0?q=60.1,24.9x",
        "geo:6e1,24", "geo:+60,24", "geo:9999999999999999999999,0", "geo:--6,24",
    ]) func `other texts are none`(_ text: String) { #expect(read(text) == nil) }

    private func read(_ text: String) -> GeoURI? { GeoURI(text.utf8Span.span) }

    @Test func `the uncertainty is in metres`() {
        #expect(read("geo:66,30;u=6.500")?.uncertaintyInMetres == 6.5)
        #expect(read("geo:66,30")?.uncertaintyInMetres == nil)
    }

    @Test func `random bytes trap nothing and give places on Earth only`() {
        var random = SeededGenerator(seed: 5), found = 0
        let alphabet = Array("geo:,.;?q=u&()-+0159zZ%2C ".utf8)
        let whole = ["geo:13.4125,103.8667,5;crs=wgs84;u=40", "geo:0,0?z=3&q=60.17045,24.94875(Kiosk)", "geo:66,30"]
        for round in 0..<20_000 {
            var bytes = Array(whole[round % whole.count].utf8)
            for _ in 0..<Int(random.next() % 4) {
                let isAny = random.next() % 16 == 0
                bytes[Int(random.next() % UInt64(bytes.count))] =
                    isAny
                    ? UInt8(truncatingIfNeeded: random.next()) : alphabet[Int(random.next() % UInt64(alphabet.count))]
            }
            guard let uri = GeoURI(bytes.span) else { continue }
            found += 1
            #expect(uri.point.isOnEarth)
        }
        #expect(found > 1000 && found < 19_000)
    }
}
