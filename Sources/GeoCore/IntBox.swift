/// An axis-parallel box of integers, all four sides inclusive.
///
/// The owner says what x and y are: E7 degrees (x is longitude) or a tile grid (y grows southward).
@frozen
@usableFromInline
package struct IntBox: Equatable, Hashable, Sendable, BitwiseCopyable {
    @usableFromInline package var minX: Int32
    @usableFromInline package var minY: Int32
    @usableFromInline package var maxX: Int32
    @usableFromInline package var maxY: Int32

    @inlinable
    package init(minX: Int32, minY: Int32, maxX: Int32, maxY: Int32) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// The box that holds nothing: a union with it changes nothing, and no box short of all of `Int32` meets it.
    @inlinable package static var empty: IntBox { IntBox(minX: .max, minY: .max, maxX: .min, maxY: .min) }

    @inlinable package var isEmpty: Bool { minX > maxX || minY > maxY }

    @inlinable
    package func intersects(_ other: IntBox) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    @inlinable
    package func contains(x: Int32, y: Int32) -> Bool { minX <= x && x <= maxX && minY <= y && y <= maxY }

    @inlinable
    package mutating func include(x: Int32, y: Int32) {
        minX = Swift.min(minX, x)
        minY = Swift.min(minY, y)
        maxX = Swift.max(maxX, x)
        maxY = Swift.max(maxY, y)
    }

    @inlinable
    package mutating func include(_ other: IntBox) {
        minX = Swift.min(minX, other.minX)
        minY = Swift.min(minY, other.minY)
        maxX = Swift.max(maxX, other.maxX)
        maxY = Swift.max(maxY, other.maxY)
    }

    /// Whether a box in E7 degrees lies on Earth: latitudes within ±90°, longitudes within ±180°.
    package var isOnEarth: Bool {
        PointE7(latitudeE7: minY, longitudeE7: minX).isOnEarth && PointE7(latitudeE7: maxY, longitudeE7: maxX).isOnEarth
    }

    /// Grows the box by a point in E7 degrees: x is its longitude.
    @inlinable
    package mutating func include(_ point: PointE7) { include(x: point.longitudeE7, y: point.latitudeE7) }
}
