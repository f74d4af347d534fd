import Foundation
import GeoCore
import Testing

import AR

@Suite struct AttitudeTests {
    /// The matrix of the W3C specification, written out with the C library's functions.
    private static func matrix(_ alpha: Double, _ beta: Double, _ gamma: Double) -> [[Double]] {
        let (sa, ca) = (sin(alpha * .pi / 180), cos(alpha * .pi / 180))
        let (sb, cb) = (sin(beta * .pi / 180), cos(beta * .pi / 180))
        let (sg, cg) = (sin(gamma * .pi / 180), cos(gamma * .pi / 180))
        return [
            [ca * cg - sa * sb * sg, -sa * cb, ca * sg + sa * sb * cg],
            [sa * cg + ca * sb * sg, ca * cb, sa * sg - ca * sb * cg], [-cb * sg, sb, cb * cg],
        ]
    }

    @Test func `axes, headings and elevation are those of the specification's matrix`() throws {
        var numbers = SeededGenerator(seed: 1)
        for _ in 0..<2_000 {
            let alpha = numbers.uniform(in: 0...360), beta = numbers.uniform(in: -180...180)
            let gamma = numbers.uniform(in: -90...90), r = Self.matrix(alpha, beta, gamma)
            let held = try #require(Attitude<UnknownNorth>(alpha: alpha, beta: beta, gamma: gamma))
            for (axis, column) in zip([held.right, held.top, held.back], 0...) {
                #expect(max(abs(axis.x - r[0][column]), abs(axis.y - r[1][column]), abs(axis.z - r[2][column])) < 2e-15)
            }
            #expect(abs(held.cameraElevationInDegrees - asin(-r[2][2]) * 180 / .pi) < 1e-6)
            let camera = try #require(held.cameraHeading)
            #expect(abs(sin((camera.degrees * .pi / 180) - atan2(-r[0][2], -r[1][2]))) < 1e-9)
            guard abs(beta) < 89.9 else { continue }
            // Whatever γ, the top edge points at −α.
            #expect(abs(Degrees.signed(try #require(held.topEdgeHeading).degrees + alpha)) < 1e-9)
        }
    }

    @Test func `rotations compose, undo each other and are their own vectors`() {
        var numbers = SeededGenerator(seed: 2)
        func any() -> Rotation {
            Rotation(
                alpha: numbers.uniform(in: 0...360), beta: numbers.uniform(in: -180...180),
                gamma: numbers.uniform(in: -90...90))
        }
        for _ in 0..<500 {
            let one = any(), other = any()
            #expect((one * one.inverse).vector.length < 1e-7)
            #expect(((one * other) * (other.inverse * one.inverse)).vector.length < 1e-7)
            #expect((one.inverse * Rotation(by: one.vector)).vector.length < 1e-7)
            let half = one.toward(other, share: 0.5)
            #expect(abs((one.inverse * half).vector.length - (half.inverse * other).vector.length) < 1e-7)
            #expect((one.toward(other, share: 1).inverse * other).vector.length < 1e-7)
        }
        #expect(abs(Rotation(aboutUpByDegrees: 70).turnAboutUpInDegrees - 70) < 1e-12)
        #expect(abs(Rotation(aboutUpByDegrees: -170).turnAboutUpInDegrees + 170) < 1e-12)
    }

    @Test func `an upright phone that pitches over the vertical turns its camera smoothly`() throws {
        // The angles of a phone with 3° of roll, facing north: α alone goes through the whole circle.
        var before: Heading<UnknownNorth>?
        for pitch in stride(from: 85.0, through: 95, by: 0.5) {
            let held = Rotation(alpha: 0, beta: pitch, gamma: 0) * Rotation(by: Vector(0, 0, 3 * .pi / 180))
            let heading = try #require(Attitude<UnknownNorth>(rotation: held).cameraHeading)
            #expect(abs(Degrees.signed(heading.degrees)) < 1)
            if let before { #expect(abs(heading.turn(from: before)) < 0.5) }
            before = heading
        }
    }

    @Test func `flat or raised to the sky, the phone faces where its user looks`() throws {
        for (beta, steep) in [(0.0, 45.0), (20, 45), (60, 45), (90, 45), (120, 45), (150, 45), (90, 80)] {
            let held = try #require(Attitude<UnknownNorth>(alpha: 300, beta: beta, gamma: 0))
            #expect(abs(Degrees.signed(try #require(held.facing(.upright, steep: steep)).degrees - 60)) < 1e-9)
        }
        // Lying flat in landscape, with its top edge to the left, the right edge is the upper one.
        let flat = try #require(Attitude<UnknownNorth>(alpha: 0, beta: 0, gamma: 0))
        #expect(abs(try #require(flat.facing(.topOnTheLeft)).degrees - 90) < 1e-9)
        #expect(Attitude<UnknownNorth>(alpha: .nan, beta: 0, gamma: 0) == nil)
        #expect(Attitude<UnknownNorth>(alpha: 0, beta: .infinity, gamma: 0) == nil)
    }

    @Test func `a declination leads from one north to the other and back`() {
        let compass = Heading<MagneticNorth>(355)
        let real = compass.fromTrueNorth(declination: 10.5)
        #expect(real.degrees == 5.5 && real.fromMagneticNorth(declination: 10.5) == compass)
        #expect(Heading<TrueNorth>(-1e-20).degrees == 0 && Heading<TrueNorth>(720).degrees == 0)
        let held = Attitude<MagneticNorth>(alpha: 330, beta: 90, gamma: 0)
        #expect(abs((held?.fromTrueNorth(declination: 10.5).cameraHeading?.degrees ?? 0) - 40.5) < 1e-9)
    }
}
