import Testing

import AR

@Suite struct PinErrorTests {
    @Test(arguments: [(20.0, 30.0), (50, 11.5), (100, 5.7), (200, 2.9), (5, 90)])
    func `an accuracy of ten metres means more degrees the nearer a place is`(distance: Double, degrees: Double) {
        #expect(abs(PinError.degrees(heading: 0, accuracy: 10, distance: distance) - degrees) < 0.05)
        let both = PinError.degrees(heading: 12, accuracy: 10, distance: distance)
        #expect(abs(both * both - 144 - degrees * degrees) < 10)
    }

    @Test func `a pin is solid, fades, goes, and comes back with a margin`() {
        var fade = Fade()
        func opacity(_ error: Double) -> Double {
            fade.advance(error: error, by: 1)
            return fade.opacity
        }
        #expect(opacity(15) == 1)
        #expect(abs(opacity(20) - 0.625) < 1e-12)
        #expect(opacity(25) == 0.25)
        #expect(opacity(25.1) == 0 && opacity(21) == 0)
        #expect(opacity(19.9) > 0.6)
        // It never jumps: from nothing to all takes 0.3 s.
        var slow = Fade()
        for frame in 1...18 {
            slow.advance(error: 5, by: 1.0 / 60)
            #expect(abs(slow.opacity - Double(frame) / 18) < 1e-9)
        }
    }

    @Test func `the view becomes precise at 10 m and 15°, and stays so until 20 m or 25°`() {
        var view = ViewPrecision()
        for (accuracy, heading, isPrecise) in [
            (11.0, 10.0, false), (10, 15, true), (20, 25, true), (20.1, 5, false), (15, 5, false), (5, 5, true),
            (5, 26, false),
        ] {
            view.update(accuracy: accuracy, heading: heading)
            #expect(view.isPrecise == isPrecise)
        }
        #expect(PinError.nearestDistance(accuracy: 4) == 10 && PinError.nearestDistance(accuracy: 30) == 30)
    }
}
