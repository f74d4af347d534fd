/// A straight piece of a line on a flat map, relative to a point of that map: the offset of its beginning, and its
/// direction and length.
///
/// The owner says in which unit.
@frozen
@usableFromInline
package struct PlaneSegment: Sendable {
    @usableFromInline let startX: Double
    @usableFromInline let startY: Double
    @usableFromInline let stepX: Double
    @usableFromInline let stepY: Double

    @inlinable
    package init(startX: Double, startY: Double, stepX: Double, stepY: Double) {
        self.startX = startX
        self.startY = startY
        self.stepX = stepX
        self.stepY = stepY
    }

    /// How far along the piece its nearest point lies, 0 ... 1.
    @inlinable package var nearestShare: Double {
        let squared = stepX * stepX + stepY * stepY
        return squared > 0 ? min(1, max(0, -(startX * stepX + startY * stepY) / squared)) : 0
    }

    /// The square of the distance to the point at a share of the piece.
    @inlinable
    package func squaredDistance(at share: Double) -> Double {
        let x = startX + share * stepX, y = startY + share * stepY
        return x * x + y * y
    }
}
