/// The direction in which a device points, and its error.
package struct Facing: Equatable, Sendable {
    package let magnetic: Heading<MagneticNorth>
    /// `nil` while the position, and with it the declination, is unknown.
    package let fromTrueNorth: Heading<TrueNorth>?
    /// The standard error of the heading in degrees.
    package let error: Double
}

extension ARView {
    /// Where a person who reads the screen looks; `nil` while that is unknown or the device points straight up or down.
    package mutating func facing(at time: Double, on screen: DeviceScreen) -> Facing? {
        guard Self.isSound(time) else { return nil }
        north.forgetAfterGap(at: time)
        guard let attitude = north.attitude, let error = headingError(at: time) else { return nil }
        let turn = ScreenTurn(up: attitude.up, screen: screen, before: screenTurn)
        screenTurn = turn
        guard let magnetic = attitude.facing(turn) else { return nil }
        return Facing(
            magnetic: magnetic,
            fromTrueNorth: field.map { magnetic.fromTrueNorth(declination: $0.declinationInDegrees) }, error: error)
    }
}
