/// One of the two teams. The order of cases is that of their bytes in a hash.
package enum Team: UInt8, Sendable, CaseIterable {
    case blue, orange

    package var other: Team { self == .blue ? .orange : .blue }
}

/// A ball, or the jack.
package struct Ball: Equatable, Sendable {
    package init() {}

    package enum State: UInt8, Sendable {
        /// Not yet thrown.
        case waiting
        case rolling
        /// It rests on the court, or less than `Court.margin` outside.
        case resting
        /// Out of play, because it rolled too far out or was knocked behind the line.
        case out
    }

    package var state = State.waiting
    /// The centre, in points.
    package var x = 0.0
    package var y = 0.0
    /// The speed, in points a second.
    package var speedX = 0.0
    package var speedY = 0.0
    /// The spin about the vertical axis, in radians a second, counter-clockwise.
    package var spin = 0.0

    /// Whether the ball is on the table, rolling or at rest.
    package var isInPlay: Bool { state == .rolling || state == .resting }

    /// The energy of motion of a disk of mass 1: half of v² + r²ω²/2, in points² per second².
    package var energy: Double {
        let radius = Court.ballRadius
        return (speedX * speedX + speedY * speedY + spin * spin * radius * radius / 2) / 2
    }

    mutating func stop() {
        (speedX, speedY, spin) = (0, 0, 0)
    }
}
