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
    /// Whether turns may be made that restrictions forbid, as those on duty may, or a comparison.
    package var ignoresTurnRestrictions = false

    package init(_ points: [Coordinate], profile: Profile) {
        self.points = points
        self.profile = profile
    }
}
