/// Great-circle distances from each point of a line to the next, to the bit those of `distance(inMetresTo:)`.
///
/// The cosine of each latitude is computed once, which is a third of the work.
package struct LineRuler {
    private var last: Coordinate
    private var cosine: Double

    package init(from start: PointE7) {
        last = Coordinate(start)
        cosine = last.cosineOfLatitude
    }

    /// Goes on to the next point; returns the metres to it.
    package mutating func advance(to point: PointE7) -> Double {
        let next = Coordinate(point), nextCosine = next.cosineOfLatitude
        defer { (last, cosine) = (next, nextCosine) }
        return Coordinate.metres(ofHaversine: last.haversine(to: next, cosines: cosine * nextCosine))
    }
}
