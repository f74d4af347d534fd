/// A throw: where the ball starts and how far it would roll on an empty court.
///
/// It is all that two players exchange. Its numbers are integers, so that the same throw has the same bytes everywhere.
package struct Throw: Hashable, Sendable {
    /// The number of units of a throw in a point.
    package static let unitsPerPoint = 100.0

    /// The distance from the left edge to the start, in hundredths of a point.
    package let start: Int32
    /// The roll across the court, in hundredths of a point, positive to the right.
    package let across: Int32
    /// The roll along the court, in hundredths of a point, positive to the far edge.
    package let along: Int32

    package init(start: Int32, across: Int32, along: Int32) {
        self.start = start
        self.across = across
        self.along = along
    }

    /// Makes a throw from points, rounded to its units and limited to the numbers that it can hold.
    package init(startingAt start: Double, rolling across: Double, _ along: Double) {
        self.init(start: Self.units(start), across: Self.units(across), along: Self.units(along))
    }

    private static func units(_ points: Double) -> Int32 {
        guard points == points else { return 0 }
        return Int32(max(-1e9, min(1e9, (points * unitsPerPoint).rounded())))
    }
}

/// The reason why a game does not accept a throw. Nothing has changed then.
package enum ThrowRefusal: Error, Equatable, Sendable {
    /// The game is over.
    case over
    /// It is the other team's turn.
    case otherTurn
    /// A ball is still rolling.
    case rolling
    /// The ball would not start within the width of the court.
    case startOutside
    /// The ball would not pass the line.
    case tooWeak
    /// The ball would roll farther than `Court.maximumRoll`.
    case tooStrong
}
