/// The court and the properties of its balls: the settings of a game, which its record keeps.
///
/// Lengths are in points; a point stands for a centimetre. Players throw from the near edge. Its left end is the origin;
/// x points right and y points to the far edge.
package struct Court: Equatable, Sendable {
    /// Balls of each team (requirement of the game's rules: four).
    package static let ballsPerTeam = 4
    /// Beyond this distance from the court, in points, a ball stops and is out of play.
    package static let margin = 90.0
    /// The part of the court that the jack cannot enter: an invisible wall stands that far from the far edge.
    package static let wallShare = 0.1
    package static let ballRadius = 16.0
    package static let jackRadius = 8.0
    /// The distance from the near edge to the centre of a ball that is about to be thrown, in points.
    package static let startDistance = 32.0
    /// The part of the speed along the line of centres that two balls keep when they meet, and that the jack keeps at
    /// a wall. It is that of hard resin on a short lawn, chosen by play.
    package static let restitution = 0.7
    /// The Coulomb friction between two balls, which gives them spin.
    package static let friction = 0.1

    package static let widths: ClosedRange<Int32> = 200...1200
    package static let lengths: ClosedRange<Int32> = 400...3000
    package static let resistances: ClosedRange<Int32> = 200...2000

    /// The width in points, within `widths`.
    package let width: Int32
    /// The length in points, within `lengths`.
    package let length: Int32
    /// The part of its speed that a rolling ball loses in a second, in hundredths of 1/s, within `resistances`.
    package let resistance: Int32
    /// The part of its spin that a ball loses in a second, in hundredths of 1/s, within `resistances`.
    package let angularDamping: Int32

    /// The court of a game without other settings: 360 by 640 points, and both resistances 8/s.
    package static let usual = Court(width: 360, length: 640, resistance: 800, angularDamping: 800)!

    /// Returns `nil` for a setting out of its range.
    package init?(width: Int32, length: Int32, resistance: Int32, angularDamping: Int32) {
        guard Self.widths.contains(width), Self.lengths.contains(length), Self.resistances.contains(resistance),
            Self.resistances.contains(angularDamping)
        else { return nil }
        self.width = width
        self.length = length
        self.resistance = resistance
        self.angularDamping = angularDamping
    }

    /// The distance from the near edge to the line that a ball must pass, in points: a ball that comes to rest before
    /// it is out of play, so that there is always room for the next throw.
    package var lineDistance: Double { max(3 * Self.startDistance, 0.15 * Double(length)) }

    /// The distance from the near edge to the wall of the jack, in points.
    package var wallDistance: Double { (1 - Self.wallShare) * Double(length) }

    /// The longest roll of a throw, in points.
    package var maximumRoll: Double { 1.5 * Double(length) }

    /// The shortest distance that a throw may roll along the court, in points: it passes the line.
    package var minimumRoll: Double { lineDistance - Self.startDistance + Self.ballRadius }
}
