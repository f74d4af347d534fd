import Foundation
import Testing

import AR

@Suite struct ScreenTurnTests {
    /// A device that is held so, and how its picture is turned.
    struct Hold: Sendable, CustomTestStringConvertible {
        let device: String
        /// β and γ in degrees.
        let beta: Double, gamma: Double
        let screen: DeviceScreen
        let turn: ScreenTurn
        var testDescription: String { "\(device), β \(beta)°, γ \(gamma)°" }

        init(
            _ device: String, _ beta: Double, _ gamma: Double, _ angle: Double, isWide: Bool,
            hasUprightAxes: Bool = false, _ turn: ScreenTurn
        ) {
            (self.device, self.beta, self.gamma, self.turn) = (device, beta, gamma, turn)
            screen = DeviceScreen(angle: angle, isWide: isWide, hasUprightAxes: hasUprightAxes)
        }
    }

    private static func up(_ hold: Hold) throws -> Vector {
        try #require(Attitude<UnknownNorth>(alpha: 70, beta: hold.beta, gamma: hold.gamma)).up
    }

    /// β is positive while the top edge is up, γ while the right edge is down.
    static let held = [
        Hold("phone", 80, 0, 0, isWide: false, .upright), Hold("phone", 80, 40, 0, isWide: false, .upright),
        Hold("phone", -80, 0, 180, isWide: false, .upsideDown), Hold("phone", 0, -90, 90, isWide: true, .topOnTheLeft),
        Hold("phone", 0, 90, 270, isWide: true, .topOnTheRight), Hold("phone", 30, -80, 90, isWide: true, .topOnTheLeft),
        Hold("browser with the other landscape", 0, -90, 270, isWide: true, .topOnTheLeft),
        Hold("browser without an angle", 0, 90, .nan, isWide: true, .topOnTheRight),
        Hold("browser without an angle", 80, 0, .nan, isWide: false, .upright),
        Hold("wide tablet", 80, 0, 0, isWide: true, .upright), Hold("wide tablet", 100, -20, 0, isWide: true, .upright),
        Hold("wide tablet", -80, 0, 180, isWide: true, .upsideDown),
        Hold("wide tablet", 0, -90, 90, isWide: false, .topOnTheLeft),
        Hold("wide tablet", 0, 90, 270, isWide: false, .topOnTheRight),
        Hold("iPad", 80, 0, 90, isWide: false, hasUprightAxes: true, .upright),
        Hold("iPad", -80, 0, 270, isWide: false, hasUprightAxes: true, .upsideDown),
        Hold("iPad", 0, -90, 0, isWide: true, hasUprightAxes: true, .topOnTheLeft),
        Hold("iPad", 0, 90, 180, isWide: true, hasUprightAxes: true, .topOnTheRight),
        Hold("iPhone", 0, 90, 90, isWide: true, hasUprightAxes: true, .topOnTheRight),
    ]

    @Test(arguments: held) func `the screen's turn shows the sky above`(hold: Hold) throws {
        // The last turn says nothing while gravity does.
        for before in [nil] + ScreenTurn.allCases.map(Optional.some) {
            #expect(ScreenTurn(up: try Self.up(hold), screen: hold.screen, before: before) == hold.turn)
        }
    }

    @Test func `in each hold the picture's upper edge is at most 45° off the sky`() throws {
        // A screen follows gravity to the nearest quarter, whatever the natural orientation of the device.
        for (isWideByNature, hasUprightAxes) in [(false, false), (true, false), (false, true)] {
            for roll in stride(from: 0.0, to: 360, by: 5) where roll.truncatingRemainder(dividingBy: 90) != 45 {
                let up = Vector(sin(roll * .pi / 180), cos(roll * .pi / 180), 0.1)
                // The quarter of the device's turn, counter-clockwise, that a browser states.
                let quarter = Double(Int(((roll + 45) / 90).rounded(.down)) % 4)
                let isTurned = quarter == 1 || quarter == 3
                let screen = DeviceScreen(
                    angle: hasUprightAxes ? 90 * Double((Int(quarter) + 3) % 4) : 90 * quarter,
                    isWide: isWideByNature != isTurned, hasUprightAxes: hasUprightAxes)
                #expect(Double(ScreenTurn(up: up, screen: screen).rawValue) == 90 * quarter)
            }
        }
    }

    @Test func `flat on a table, the last turn holds, and without one the browser's angle`() throws {
        let flat = try #require(Attitude<UnknownNorth>(alpha: 70, beta: 3, gamma: -4)).up
        func turn(_ angle: Double, before: ScreenTurn? = nil) -> ScreenTurn {
            let screen = DeviceScreen(angle: angle, isWide: false, hasUprightAxes: false)
            return ScreenTurn(up: flat, screen: screen, before: before)
        }
        #expect([0, 90, 180, 270].map { turn($0).rawValue } == [0, 90, 180, 270])
        #expect(turn(90, before: .topOnTheRight) == .topOnTheRight)
        #expect(turn(0, before: .upsideDown) == .upsideDown)
        // The screen was turned meanwhile.
        #expect(turn(180, before: .topOnTheRight) == .upsideDown)
        #expect(turn(.nan, before: .topOnTheRight) == .upright && turn(.infinity) == .upright)
    }

    @Test func `a locked screen that is held on its side does not flip`() throws {
        let screen = DeviceScreen(angle: 0, isWide: false, hasUprightAxes: false)
        for tremor in [-10.0, -1, 1, 10] {
            let up = try #require(Attitude<UnknownNorth>(alpha: 70, beta: tremor, gamma: -88)).up
            #expect(ScreenTurn(up: up, screen: screen, before: .upright) == .upright)
        }
    }
}
