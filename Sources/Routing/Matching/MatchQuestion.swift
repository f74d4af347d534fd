package import GeoCore

/// A recorded track to match to the streets.
package struct MatchQuestion: Sendable {
    package var points: [TracePoint]
    package var profile: Profile
    package var language: Language = .english
    /// Whether a pause of more than a minute splits the track.
    package var splitsAtGaps = true
    /// The indices of points where legs begin and end, apart from the ends of matchings: an empty array makes each
    /// matching one leg. `nil` for all points.
    package var stops: [Int]?
    /// The maximum number of points of a track.
    package static let maximumPoints = 2000

    package init(_ points: [TracePoint], profile: Profile) {
        self.points = points
        self.profile = profile
    }
}

/// One fix of a track.
package struct TracePoint: Sendable {
    package var coordinate: Coordinate
    /// Seconds since any moment, the same for all points.
    package var time: Double?
    /// The standard deviation of the error, in metres.
    package var deviationInMetres: Double

    package init(_ coordinate: Coordinate, time: Double? = nil, deviationInMetres: Double = 5) {
        self.coordinate = coordinate
        self.time = time
        self.deviationInMetres = deviationInMetres
    }
}
