package import GeoCore

/// The direction in which a street leaves a junction.
package enum EdgeBearing {
    /// How far along a street its direction is judged, in metres: past kerbs and little kinks.
    package static let lookAhead = 12.0
    /// The same on a roundabout, which bends at once: where one enters it, it leads along its tangent. OSRM's bearings there are those
    /// of 2 m within 4° (mean of 360 arms in Monaco), of 12 m within 19°.
    package static let lookAheadOnRoundabout = 2.0

    /// Returns the bearing of the point `distance` metres along the line from its first one, in degrees clockwise from north; 0 for a
    /// line without length.
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
