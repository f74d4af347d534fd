import GeoCore
import Testing

import AR

@Suite struct SmoothedPositionTests {
    private static func fix(_ x: Double, accuracy: Double = 5, speed: Double? = 1.3, at time: Double)
        -> SmoothedPosition.Fix
    {
        SmoothedPosition.Fix(PlanePoint(x: x, y: 0), accuracy: accuracy, speed: speed, time: time)
    }

    @Test func `it moves to each fix within a second, without a leap`() {
        var here = SmoothedPosition()
        #expect(here.accuracy == nil)
        here.take(Self.fix(0, at: 0))
        here.take(Self.fix(10, at: 2))
        #expect(here.point(at: 2).x == 0 && here.point(at: 2.5).x == 5 && here.point(at: 3).x == 10)
        here.take(Self.fix(20, at: 2.5))
        #expect(here.point(at: 2.5).x == 5 && here.point(at: 4).x == 20)
    }

    @Test func `a much worse fix waits for ten seconds`() {
        var here = SmoothedPosition()
        here.take(Self.fix(0, accuracy: 5, at: 0))
        here.take(Self.fix(90, accuracy: 16, at: 9))
        #expect(here.point(at: 20).x == 0 && here.accuracy == 5)
        here.take(Self.fix(90, accuracy: 16, at: 10))
        #expect(here.point(at: 20).x == 90 && here.accuracy == 16)
    }

    @Test func `at rest, a change within the accuracy is noise`() {
        for speed in [nil, 0.0, 0.4] {
            var here = SmoothedPosition()
            here.take(Self.fix(0, at: 0))
            here.take(Self.fix(4, speed: speed, at: 1))
            #expect(here.point(at: 9).x == 0)
            here.take(Self.fix(6, speed: speed, at: 10))
            #expect(here.point(at: 19).x == 6)
        }
    }
}
