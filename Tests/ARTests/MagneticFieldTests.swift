import Foundation
import GeoCore
import Testing

import AR

@Suite struct MagneticFieldTests {
    /// Latitude, longitude, decimal year and declination at sea level, on which pygeomag 1.1.0 and wmm-calculator 1.4.4
    /// agree.
    @Test(arguments: [
        (43.0760, -87.8820, 2026.9, -4.1316), (60.1699, 24.9384, 2026.9, 10.4950),
        (40.7982, -77.8599, 2026.9, -10.5332), (-33.8688, 151.2093, 2027.0, 12.8315),
        (64.1466, -21.9426, 2028.5, -10.5396), (35.6762, 139.6503, 2026.0, -7.9123),
        (78.2232, 15.6267, 2026.0, 12.5557),
    ])
    func `declinations are those of two other implementations`(
        latitude: Double, longitude: Double, year: Double, declination: Double
    ) throws {
        let field = try MagneticField(at: #require(Coordinate(latitude: latitude, longitude: longitude)), year: year)
        #expect(abs(field.declinationInDegrees - declination) < 5e-5)
    }

    @Test func `the components are those of NOAA's official test values`() throws {
        // WMM2025 test values, first two rows: kilometres, degrees, and nanotesla.
        for (height, place, components) in [
            (28.0, (89.0, -121.0), [-255.388723, -1482.460628, 56194.288771]),
            (65, (43, 93), [24299.852822, 210.517066, 50037.923998]),
        ] {
            let here = try #require(Coordinate(latitude: place.0, longitude: place.1))
            let field = MagneticField(at: here, height: height, year: 2025)
            #expect(abs(field.north - components[0]) < 1e-3)
            #expect(abs(field.east - components[1]) < 1e-3)
            #expect(abs(field.down - components[2]) < 1e-3)
        }
    }

    @Test func `there is a field at the poles, and the needle is weak near the magnetic one`() throws {
        for latitude in [90.0, -90] {
            let field = try MagneticField(at: #require(Coordinate(latitude: latitude, longitude: 40)), year: 2027)
            #expect(field.north.isFinite && field.east.isFinite && field.horizontal < 20_000)
        }
        let north = try MagneticField(at: #require(Coordinate(latitude: 85.8, longitude: 139)), year: 2026)
        #expect(north.horizontal < MagneticField.weak && north.declinationErrorInDegrees > 2)
        let town = try MagneticField(at: #require(Coordinate(latitude: 60.17, longitude: 24.94)), year: 2026)
        #expect(town.horizontal > MagneticField.weak && (0.3..<0.8).contains(town.declinationErrorInDegrees))
    }

    @Test func `a date is a decimal year, and one beyond the model counts as its end`() throws {
        #expect(MagneticField.year(secondsSince1970: 1_735_689_600) == 2025)
        #expect(abs(MagneticField.year(secondsSince1970: 1_751_457_600) - 2025.5) < 1e-9)
        #expect(abs(MagneticField.year(secondsSince1970: 1_861_919_999) - 2029) < 1e-7)
        #expect(MagneticField.year(secondsSince1970: .nan) == 2025)
        let here = try #require(Coordinate(latitude: 60.17, longitude: 24.94))
        #expect(MagneticField(at: here, year: 2040) == MagneticField(at: here, year: 2030))
    }

    @Test func `the model is replaced before it ends`() {
        // NOAA publishes the next model at the end of 2029: scripts/make_wmm.py takes its file.
        let year = MagneticField.year(secondsSince1970: Date().timeIntervalSince1970)
        #expect(year < MagneticField.years.upperBound - 1, "WMM2025 ends in 2030; plan for the next model")
    }
}
