import Foundation
import GeoCore
import Testing

import AR

@Suite struct RotationFilterTests {
    private static let radiansPerDegree = Double.pi / 180

    private static func degrees(_ one: Rotation, _ other: Rotation) -> Double {
        (one.inverse * other).vector.length / radiansPerDegree
    }

    /// What a phone's sensors make of a heading, 60 times a second: noise of 0.25° an axis, a tremor of 0.15° at 9 Hz,
    /// angles rounded to 0.1°.
    private static func measured(_ heading: Double, _ time: Double, _ numbers: inout SeededGenerator) -> Rotation {
        let tremor = 0.15 * sin(2 * .pi * 9 * time)
        func rounded(_ degrees: Double) -> Double { (degrees * 10).rounded() / 10 }
        return Rotation(
            alpha: rounded(360 - heading + numbers.normal(0, 0.25)),
            beta: rounded(80 + tremor + numbers.normal(0, 0.25)), gamma: rounded(numbers.normal(0, 0.25)))
    }

    @Test func `at rest it takes away nine tenths of the jitter`() throws {
        var filter = RotationFilter(), numbers = SeededGenerator(seed: 5)
        var raw: [Double] = [], calm: [Double] = [], before: (raw: Rotation, calm: Rotation)?
        for index in 0..<3_600 {
            let time = Double(index) / 60, newest = Self.measured(40, time, &numbers)
            filter.measure(newest, at: time)
            let now = try #require(filter.rotation)
            if let before, index > 120 {
                raw.append(Self.degrees(before.raw, newest))
                calm.append(Self.degrees(before.calm, now))
            }
            before = (newest, now)
        }
        let jitter = [raw, calm].map { sqrt($0.map { $0 * $0 }.reduce(0, +) / Double($0.count)) }
        #expect(abs(jitter[0] - 0.64) < 0.05 && abs(jitter[1] - 0.07) < 0.01)
    }

    @Test func `it lags little in a slow pan and in a fast turn, and not at all afterwards`() throws {
        for (speed, greatest) in [(10.0, 0.7), (90.0, 2.0)] {
            var filter = RotationFilter(), worst = 0.0, steady = 0.0
            for index in 0..<360 {
                // Rest, then a turn that gets up to speed within a third of a second, then rest.
                let time = Double(index) / 60, turning = min(2, max(0, time - 1)), starting = min(turning, 1.0 / 3)
                let heading = speed * (1.5 * starting * starting + turning - starting)
                let truth = Rotation(alpha: 360 - heading, beta: 85, gamma: 0)
                filter.measure(truth, at: time)
                let error = Self.degrees(truth, try #require(filter.rotation))
                worst = max(worst, error)
                if index == 170 { steady = error }
            }
            #expect(worst < greatest && steady / speed < 0.065)
            #expect(
                Self.degrees(Rotation(alpha: 360 - 11 * speed / 6, beta: 85, gamma: 0), try #require(filter.rotation))
                    < 0.01)
        }
    }

    @Test func `a time that does not pass changes nothing`() {
        var filter = RotationFilter()
        filter.measure(.none, at: 1)
        filter.measure(Rotation(aboutUpByDegrees: 50), at: 1)
        filter.measure(Rotation(aboutUpByDegrees: 50), at: 0)
        #expect(filter.rotation == Rotation.none)
    }
}
