/// A point or a direction in space. On Earth: x east, y north, z up. On the device: x to the right edge, y to the top
/// edge, z out of the screen.
package struct Vector: Equatable, Sendable {
    package var x: Double
    package var y: Double
    package var z: Double

    package init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    package static let zero = Vector(0, 0, 0)

    package var length: Double { dot(self).squareRoot() }

    package func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

    static func + (left: Vector, right: Vector) -> Vector {
        Vector(left.x + right.x, left.y + right.y, left.z + right.z)
    }

    static func - (left: Vector, right: Vector) -> Vector {
        Vector(left.x - right.x, left.y - right.y, left.z - right.z)
    }

    static func * (factor: Double, vector: Vector) -> Vector {
        Vector(factor * vector.x, factor * vector.y, factor * vector.z)
    }
}
