package import GeoCore

/// The direction in which a street leaves a junction.
package enum EdgeBearing {
    /// The distance over which a street's direction is measured, in metres: past kerbs and small kinks. OSRM uses
    /// the same distance for most streets.
    package static let lookAhead = 10.0
    /// The same on a roundabout, which bends immediately: at its entry it leads along its tangent. With 2 m, the
    /// bearings match OSRM's within 4° (mean of 360 arms in Monaco); with 12 m, only within 19°.
    package static let lookAheadOnRoundabout = 2.0
    /// The maximum length of a link between two roads whose direction is measured to its end, in metres. Such a link
    /// bends within `lookAhead`: its first metres only take it off the other road.
    package static let longestBend = 35.0

    /// Returns how far along a street its direction is measured, in metres, from its length in metres and its points.
    /// `kind` says whether it is a road between roads: for lanes to houses and for paths, the first metres give the
    /// direction.
    package static func lookAhead(
        along points: [PointE7], length: Double, _ kind: RoadClass, isRoundabout: Bool
    ) -> Double {
        if isRoundabout { return lookAheadOnRoundabout }
        guard kind.isThroughRoad, length <= longestBend, points.count > 2,
            points[0].distance(inMetresTo: points[1]) < lookAhead
        else { return lookAhead }
        return longestBend
    }

    /// Returns the bearing from the first point of a line to the point `distance` metres along it, in degrees clockwise
    /// from north; 0 for a line without length.
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

    /// Returns the same in 65536ths of a turn, the unit of `roads.bearings`.
    package static func stored(along points: [PointE7], over distance: Double = lookAhead) -> UInt16 {
        UInt16(
            truncatingIfNeeded: Int((degrees(along: points, over: distance) * 65_536 / 360).rounded(.toNearestOrEven)))
    }
}
