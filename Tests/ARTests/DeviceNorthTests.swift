import GeoCore
import Testing

import AR

@Suite struct DeviceNorthTests {
    private static func angles(_ alpha: Double, _ beta: Double, _ gamma: Double = 0) -> DeviceNorth.Angles {
        DeviceNorth.Angles(alpha: alpha, beta: beta, gamma: gamma)
    }

    /// An iPhone that looks at `heading` from magnetic north, whose α counts from another one.
    private static func hold(
        _ north: inout DeviceNorth, heading: Double, beta: Double, accuracy: Double, from start: Double, to end: Double
    ) {
        for index in Int(start * 20)..<Int(end * 20) {
            let now = Self.angles(360 - heading + 33, beta), time = Double(index) / 20
            north.turn(now, at: time)
            north.compass(heading, accuracy: accuracy, now, at: time)
        }
    }

    @Test func `an iPhone learns north from its compass while it is held to be read`() throws {
        var north = DeviceNorth()
        Self.hold(&north, heading: 80, beta: 50, accuracy: 10, from: 0, to: 1)
        #expect(abs(try #require(north.attitude?.cameraHeading).degrees - 80) < 1e-6)
        // Upright, its compass may mean anything.
        for index in 20..<40 {
            let now = Self.angles(360 - 80 + 33, 95), time = Double(index) / 20
            north.turn(now, at: time)
            north.compass(260, accuracy: 10, now, at: time)
        }
        // The filter of the attitude approaches the new elevation still.
        #expect(abs(try #require(north.attitude?.cameraHeading).degrees - 80) < 0.1)
        #expect(north.offset.errorInDegrees(at: 2) ?? 0 < 10.1)
    }

    @Test func `an iPhone without a compass says north with the accuracy -1, which is not believed`() {
        var north = DeviceNorth()
        Self.hold(&north, heading: 0, beta: 50, accuracy: -1, from: 0, to: 5)
        #expect(north.fast != nil && north.attitude == nil)
        // 0 with an accuracy is north.
        Self.hold(&north, heading: 0, beta: 50, accuracy: 0, from: 5, to: 6)
        #expect(abs(Degrees.signed(north.attitude?.cameraHeading?.degrees ?? 90)) < 1e-6)
    }

    @Test func `an iPhone that stays upright takes its compass for the camera's heading after three seconds`() throws {
        var north = DeviceNorth()
        Self.hold(&north, heading: 80, beta: 88, accuracy: 10, from: 0, to: 3)
        #expect(north.attitude == nil)
        Self.hold(&north, heading: 80, beta: 88, accuracy: 10, from: 3, to: 4)
        #expect(abs(try #require(north.attitude?.cameraHeading).degrees - 80) < 0.1)
        #expect(north.offset.source == .roughCompass && north.offset.errorInDegrees(at: 4) ?? 0 >= 25)
    }

    @Test func `an Android phone learns the turn between its two attitudes`() throws {
        var north = DeviceNorth(), numbers = SeededGenerator(seed: 4)
        for index in 0..<200 {
            let time = Double(index) / 60
            let gamma = numbers.uniform(in: -40...40), beta = numbers.uniform(in: 60...110)
            north.turn(Self.angles(10 + 47, beta, gamma), at: time)
            north.turnAbsolutely(Self.angles(10, beta, gamma), at: time)
        }
        #expect(abs(Degrees.signed(try #require(north.offset.degrees) + 47)) < 1e-6)
    }

    @Test func `absolute angles alone are believed after a second, and relative ones replace them`() {
        var north = DeviceNorth()
        for index in 0...100 {
            north.turnAbsolutely(Self.angles(300, 85), at: Double(index) / 50)
            #expect((north.attitude != nil) == (index >= 50))
        }
        #expect(abs((north.attitude?.cameraHeading?.degrees ?? 0) - 60) < 1e-6)
        #expect(abs((north.offset.errorInDegrees(at: 2) ?? 0) - 15) < 1e-9)
        north.turn(Self.angles(0, 85), at: 2.02)
        #expect(north.attitude == nil && north.fast != nil)
    }

    @Test func `a gap of the sensors and a hidden page lose north`() {
        var north = DeviceNorth()
        Self.hold(&north, heading: 80, beta: 50, accuracy: 10, from: 0, to: 1)
        north.correct(to: 12, by: .hand, at: 1)
        north.forgetAfterGap(at: 1.5)
        #expect(north.attitude != nil)
        north.turn(Self.angles(0, 50), at: 2.5)
        #expect(north.attitude == nil && north.fast != nil)
        north.forget()
        #expect(north.fast == nil)
        north.correct(to: 12, by: .hand, at: 3)
        #expect(north.offset.degrees == nil)
    }
}
