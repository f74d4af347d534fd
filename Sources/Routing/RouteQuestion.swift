package import GeoCore

/// A question for the way through two or more points.
package struct RouteQuestion: Sendable {
    /// In the order of travel: start, points to pass, end.
    package var points: [Coordinate]
    package var profile: Profile
    /// The language of instructions.
    package var language: Language = .english
    /// How far a point may lie from the nearest street.
    package var snapLimitInMetres = 1000.0
    /// A limit for `snapLimitInMetres` that is none: more than half way round the Earth.
    package static let unlimitedInMetres = 2.1e7
    /// Whether a notice should tell that a way outside the map may be shorter, which takes time to find out.
    package var tellsMapEdge = true
    /// Whether routes for wheelchairs carry a `WheelchairReport`, for which the quickest walk is asked for too.
    package var wantsReport = false

    /// Whether steps with their maneuvers are wanted, and the line that they lead along.
    package var wantsSteps = true
    /// Whether the line is wanted; with steps it always comes.
    package var wantsLine = true
    /// What is asked of the places that points are moved to, one for each; none when empty.
    package var wishes: [EndWish] = []
    /// Whether one goes straight on at points to pass instead of turning round on the spot. When `nil`, cars do where
    /// they can.
    package var goesStraight: Bool?
    /// Positions of the points at which legs begin and end, ascending with the first and the last; at the others one
    /// goes straight on without a word. All when `nil`.
    package var stops: [Int]?

    package init(_ points: [Coordinate], profile: Profile) {
        self.points = points
        self.profile = profile
    }
}
