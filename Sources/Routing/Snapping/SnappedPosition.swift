package import GeoCore

/// A position on the network: an edge and how far along it.
package struct SnappedPosition: Equatable, Sendable {
    package let edge: EdgeID
    /// 65535ths of the edge's length, from its tail.
    package let fraction: UInt16
    /// The piece of the edge's geometry the position lies on: between points `segment` and `segment + 1`.
    let segment: Int
    /// The position itself.
    package let point: PointE7
    /// From where it was asked for, along the great circle.
    package let distanceInMetres: Double

    /// The part of `whole` (milliseconds or millimetres of the edge) that lies between tail and position, rounded to nearest.
    ///
    /// The other part is the difference, so both add up to the whole exactly.
    func partFromTail(of whole: UInt32) -> UInt32 {
        // Below 2³² × 2¹⁶.
        UInt32((UInt64(whole) * UInt64(fraction) + 32_767) / 65_535)
    }
}
