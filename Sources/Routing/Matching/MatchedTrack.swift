/// A track on the streets: one matching, or several if it could not be joined.
package struct MatchedTrack: Sendable {
    /// A joined part of the track, as a route: OSRM's word for it.
    package struct Matching: Sendable {
        /// The route, with one leg between each two matched points, unless `stops` says otherwise.
        package var route: PlannedRoute
        /// The points of the request that are the route's waypoints.
        package var points: [Int]
        /// The indices in `points` where its legs begin and end.
        package var stops: [Int]
        /// The quality of the match, 0...1: the geometric mean of each step's likelihood relative to that of a perfect
        /// step.
        package var confidence: Double
    }

    package var matchings: [Matching]
    /// For each point of the request, how many other streets it could have been on; `nil` if it was left out.
    package var alternatives: [Int?]
}

/// A position on the streets where a fix may have been taken, and the direction of travel.
struct MatchCandidate {
    var position: SnappedPosition
    var departures: [TravelGraph.Access]
    var arrivals: [TravelGraph.Access]
    /// The arc of travel; `nil` on foot, where walkers may turn anywhere.
    var arc: ArcID?
}

/// Joined fixes, with their positions on the streets.
struct MatchedRun {
    struct Choice {
        var candidate: MatchCandidate
        /// The length of the path to the next fix, in millimetres.
        var onward: UInt32
    }

    var points: [Int]
    var chosen: [Choice]
    /// See `MatchedTrack.Matching`.
    var confidence: Double
    /// The paths from each of the points to the next, once they are computed (`joined`).
    var paths: [FoundPath] = []
}
