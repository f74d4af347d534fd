package import GeoCore

/// The direction in which a street leaves a junction.
package enum EdgeBearing {
    /// How far along a street its direction is judged, in metres: past kerbs and little kinks. As far as OSRM looks
    /// along most streets.
    package static let lookAhead = 10.0
    /// The same on a roundabout, which bends at once: where one enters it, it leads along its tangent. OSRM's bearings
    /// there are those of 2 m within 4° (mean of 360 arms in Monaco), while those of 12 m are within 19°.
    package static let lookAheadOnRoundabout = 2.0
    /// A road no longer than this, in metres, that bends within `lookAhead`, as links between two roads do, leads where
    /// it ends: its first metres only take it off the other road.
    package static let longestBend = 35.0

    /// How far along a street its direction is judged, in metres, by its length in metres and its points. `kind` tells
    /// whether it is a road between roads: of lanes to houses and of paths the first metres tell the direction.
    package static func lookAhead(
        along points: [PointE7], length: Double, _ kind: RoadClass, isRoundabout: Bool
    ) -> Double {
        if isRoundabout { return lookAheadOnRoundabout }
        guard kind.isThroughRoad, length <= longestBend, points.count > 2,
            points[0].distance(inMetresTo: points[1]) < lookAhead
        else { return lookAhead }
        return longestBend
    }

    /// Returns the bearing of the point `distance` metres along the line from its first one, in degrees clockwise from
    /// north; 0 for a line without length.
    package static func degrees(along points: [PointE7], over distance: Double = lookAhead) -> Double {
        guard let first = points.first else { return 0 }
        var rest = distance, target = first
        for point in points.dropFirst() {
            let length = target.distance(inMetresTo: point)
            if length >= rest {
                target = length > 0 ? PointE7(from: target, to: point, share: rest / length) : point
                break
            }
            rest -= length
            target = point
        }
        return Coordinate(first).bearing(to: Coordinate(target)) ?? 0
    }

    /// The same in 65536ths of a turn, as `roads.bearings` has it.
    package static func stored(along points: [PointE7], over distance: Double = lookAhead) -> UInt16 {
        UInt16(
            truncatingIfNeeded: Int((degrees(along: points, over: distance) * 65_536 / 360).rounded(.toNearestOrEven)))
    }
}
