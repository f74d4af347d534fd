import GeoCore

/// A rotation in space, as a quaternion of length 1.
///
/// Quaternions have no angle at which they jump, as α, β and γ of a device do when it is held upright.
package struct Rotation: Equatable, Sendable {
    package let w: Double
    package let x: Double
    package let y: Double
    package let z: Double

    package static let none = Rotation(1, 0, 0, 0)

    /// Makes a rotation from parts that are not all zero, and brings its length to 1.
    private init(_ w: Double, _ x: Double, _ y: Double, _ z: Double) {
        let scale = 1 / (w * w + x * x + y * y + z * z).squareRoot()
        self.w = w * scale
        self.x = x * scale
        self.y = y * scale
        self.z = z * scale
    }

    /// Makes the rotation by the length of `vector` in radians about its direction, counter-clockwise as seen from its
    /// tip.
    package init(by vector: Vector) {
        let angle = vector.length
        let half = Elementary.sineAndCosine(angle / 2)
        let share = angle > 1e-9 ? half.sine / angle : 0.5
        self.init(half.cosine, share * vector.x, share * vector.y, share * vector.z)
    }

    /// Makes a rotation about the upward axis, counter-clockwise as seen from above.
    package init(aboutUpByDegrees degrees: Double) {
        let half = Degrees.sineAndCosine(degrees / 2)
        self.init(half.cosine, 0, 0, half.sine)
    }

    /// Makes the rotation from a device's axes to those of the Earth.
    ///
    /// The angles turn one after the other about z, the new x and the newest y (W3C, Device Orientation and Motion,
    /// section 5). Degrees.
    package init(alpha: Double, beta: Double, gamma: Double) {
        let a = Degrees.sineAndCosine(alpha / 2), b = Degrees.sineAndCosine(beta / 2)
        let c = Degrees.sineAndCosine(gamma / 2)
        self.init(
            a.cosine * b.cosine * c.cosine - a.sine * b.sine * c.sine,
            a.cosine * b.sine * c.cosine - a.sine * b.cosine * c.sine,
            a.cosine * b.cosine * c.sine + a.sine * b.sine * c.cosine,
            a.cosine * b.sine * c.sine + a.sine * b.cosine * c.cosine)
    }

    package var inverse: Rotation { Rotation(w, -x, -y, -z) }

    /// The rotation `right` followed by `left`.
    package static func * (left: Rotation, right: Rotation) -> Rotation {
        Rotation(
            left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z,
            left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y,
            left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x,
            left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w)
    }

    /// Where the rotation takes the x axis.
    package var xAxis: Vector { Vector(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)) }
    /// Where the rotation takes the y axis.
    package var yAxis: Vector { Vector(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)) }
    /// Where the rotation takes the z axis.
    package var zAxis: Vector { Vector(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)) }

    /// The axis of the shorter way, times its angle in radians, 0 ... π.
    package var vector: Vector {
        let sine = (x * x + y * y + z * z).squareRoot()
        let angle = 2 * Elementary.arcTangent(y: sine, x: w.magnitude)
        let scale = (w < 0 ? -1 : 1) * (sine > 1e-9 ? angle / sine : 2)
        return Vector(scale * x, scale * y, scale * z)
    }

    /// The part of the rotation about the upward axis (its twist), in degrees counter-clockwise, −180 ... 180.
    package var turnAboutUpInDegrees: Double { Degrees.signed(2 * Degrees.arcTangent(y: z, x: w)) }

    /// The rotation at a share, 0 ... 1, of the shorter way to `other`, at an even speed.
    package func toward(_ other: Rotation, share: Double) -> Rotation {
        self * Rotation(by: share * (inverse * other).vector)
    }
}
