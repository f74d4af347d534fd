import Foundation
import GeoCore
import Testing

import AR

@Suite struct YawOffsetTests {
    /// Samples of an offset of 100° at 20 Hz: noise of 6° that lasts 0.8 s, a drift of 0.03°/s, and a magnet from 60 s
    /// to 67 s that turns the compass by 35°.
    private static func samples(seed: UInt64, seconds: Int = 480) -> [(time: Double, truth: Double, sample: Double)] {
        var numbers = SeededGenerator(seed: seed), noise = numbers.normal(0, 6)
        let kept = exp(-0.05 / 0.8)
        return (0..<seconds * 20).map { index in
            let time = Double(index) / 20, truth = 100 + 0.03 * time
            noise = kept * noise + numbers.normal(0, 6 * sqrt(1 - kept * kept))
            return (time, truth, truth + noise + (time >= 60 && time < 67 ? 35 : 0))
        }
    }

    /// The root mean square of errors without the time of the magnet, and the mean error during it.
    private static func judge(_ errors: [(time: Double, error: Double)]) -> (rms: Double, disturbed: Double) {
        let calm = errors.filter { $0.time > 3 && ($0.time < 60 || $0.time >= 67) }.map { $0.error * $0.error }
        let magnet = errors.filter { $0.time >= 60 && $0.time < 67 }.map { abs($0.error) }
        return (sqrt(calm.reduce(0, +) / Double(calm.count)), magnet.reduce(0, +) / Double(magnet.count))
    }

    @Test func `a slowly learnt offset with a gate is better than the compass and a low-pass filter`() {
        var figures = [[Double]](repeating: [], count: 6)
        for seed in 1...20 as ClosedRange<UInt64> {
            var offset = YawOffset(), plain: Double?
            var compass: [(Double, Double)] = [], filtered = compass, learnt = compass
            for (time, truth, sample) in Self.samples(seed: seed) {
                offset.learn(sample, at: time, trust: .unstated)
                plain = plain.map { $0 + 0.05 / 8 * (sample - $0) } ?? sample
                compass.append((time, sample - truth))
                filtered.append((time, (plain ?? 0) - truth))
                learnt.append((time, (offset.degrees ?? .infinity) - truth))
            }
            for (index, errors) in [compass, filtered, learnt].enumerated() {
                let (rms, disturbed) = Self.judge(errors)
                figures[2 * index].append(rms)
                figures[2 * index + 1].append(disturbed)
            }
        }
        let means = figures.map { $0.reduce(0, +) / Double($0.count) }
        // Within a tenth of what another simulation gave for the same noise.
        #expect(abs(means[0] - 6.1) < 0.6 && abs(means[1] - 35) < 2)
        #expect(abs(means[2] - 2.6) < 0.3 && abs(means[3] - 11.7) < 1.2)
        #expect(abs(means[4] - 1.8) < 0.2 && means[5] < 2)
    }

    @Test func `a change that lasts is believed after ten seconds, and a shorter one is not`() {
        for (seconds, isBelieved) in [(9.0, false), (11.0, true)] {
            var offset = YawOffset(), time = 0.0
            while time < 20 {
                offset.learn(40, at: time, trust: .unstated)
                time += 0.05
            }
            while time < 20 + seconds {
                offset.learn(100, at: time, trust: .unstated)
                time += 0.05
            }
            #expect(abs((offset.degrees ?? 0) - (isBelieved ? 100 : 40)) < 1e-6)
        }
    }

    @Test func `offsets are learnt across the south`() throws {
        var offset = YawOffset()
        for index in 0..<400 { offset.learn(index % 2 == 0 ? 178 : -178, at: Double(index) / 20, trust: .unstated) }
        #expect(abs(Degrees.signed(try #require(offset.degrees) - 180)) < 0.1)
    }

    @Test func `the error begins at fifteen degrees and falls to the spread of the samples`() throws {
        for (deviation, settled) in [(1.0, 5.0), (8.0, 8.0)] {
            var offset = YawOffset(), numbers = SeededGenerator(seed: 3)
            #expect(offset.errorInDegrees(at: 0) == nil)
            offset.learn(0, at: 0, trust: .unstated)
            #expect(offset.errorInDegrees(at: 0) == 15)
            for index in 1...600 {
                offset.learn(numbers.normal(0, deviation), at: Double(index) / 20, trust: .unstated)
            }
            #expect(abs(try #require(offset.errorInDegrees(at: 30)) - settled) < 1)
            // Without samples, the gyroscope drifts.
            #expect(try #require(offset.errorInDegrees(at: 630)) > 18)
        }
        var told = YawOffset()
        told.learn(0, at: 0, trust: .stated(11))
        #expect(told.errorInDegrees(at: 0) == 11)
    }

    @Test func `a correction replaces what was learnt until it is forgotten`() {
        var offset = YawOffset()
        offset.learn(10, at: 0, trust: .unstated)
        offset.correct(to: 50, by: .hand, at: 1)
        offset.learn(10, at: 2, trust: .unstated)
        #expect(offset.degrees == 50 && offset.errorInDegrees(at: 1) == 3 && offset.source == .hand)
        offset.correct(to: .nan, by: .hand, at: 2)
        #expect(offset.degrees == 50)
        offset.forget()
        #expect(offset.degrees == nil && offset.errorInDegrees(at: 3) == nil)
        offset.learn(10, at: 4, trust: .unstated)
        #expect(offset.degrees == 10)
    }

    @Test func `rough samples give way to good ones`() {
        var offset = YawOffset()
        offset.learn(10, at: 0, trust: .rough)
        #expect(offset.source == .roughCompass && offset.errorInDegrees(at: 0) == 25)
        offset.learn(70, at: 1, trust: .stated(10))
        #expect(offset.degrees == 70 && offset.errorInDegrees(at: 1) == 10)
        offset.learn(10, at: 2, trust: .rough)
        #expect(offset.degrees == 70 && offset.source == .compass)
    }
}
