package import GeoCore

/// A request for the route through two or more points.
package struct RouteQuestion: Sendable {
    /// In the order of travel: start, points to pass, end.
    package var points: [Coordinate]
    package var profile: Profile
    /// The language of instructions.
    package var language: Language = .english
    /// The maximum distance of a point from the nearest street.
    package var snapLimitInMetres = 1000.0
    /// A value of `snapLimitInMetres` without effect: more than half way round the Earth.
    package static let unlimitedInMetres = 2.1e7
    /// Whether a notice should say that a route outside the map may be shorter, which takes time to find out.
    package var reportsMapEdge = true
    /// Whether routes for wheelchairs include a `WheelchairReport`, which also needs the quickest walk.
    package var wantsReport = false

    /// Whether to include steps with their maneuvers, and their line.
    package var wantsSteps = true
    /// Whether to include the line; it always comes with steps.
    package var wantsLine = true
    /// The conditions for moving the points to streets, one value for each point; none if empty.
    package var snapOptions: [SnapOptions] = []
    /// Whether the route continues straight at points to pass, instead of a U-turn. `nil` for yes for cars, if
    /// possible.
    package var goesStraight: Bool?
    /// The indices of the points where legs begin and end, ascending, with the first and the last. The route passes the
    /// others without a stop. All points if `nil`.
    package var stops: [Int]?

    package init(_ points: [Coordinate], profile: Profile) {
        self.points = points
        self.profile = profile
    }

    /// Sets the levels of the first and the last point; a number that is no level does not count.
    package mutating func setLevels(start: Double?, end: Double?) {
        let (first, last) = (start.flatMap { Level($0) }, end.flatMap { Level($0) })
        guard first != nil || last != nil, points.count > 1 else { return }
        snapOptions = [SnapOptions](repeating: .none, count: points.count)
        snapOptions[0].level = first
        snapOptions[points.count - 1].level = last
    }
}
