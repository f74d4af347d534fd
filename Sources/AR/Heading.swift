/// The north of a frame that counts from wherever the device pointed when its sensors started.
package enum UnknownNorth {}
/// The north of a compass needle.
package enum MagneticNorth {}
/// The north of the map.
package enum TrueNorth {}

/// Where a device points over the horizon, in degrees clockwise from `North`. Headings from different norths are
/// different types: only a declination leads from one to the other.
package struct Heading<North>: Equatable, Sendable {
    /// In 0..<360.
    package let degrees: Double

    /// Makes a heading of the same direction; the number is finite.
    package init(_ degrees: Double) { self.degrees = Degrees.positive(degrees) }

    /// The heading of a vector over the ground; `nil` when it points straight up or down, or is not finite.
    init?(east: Double, north: Double) {
        let squared = east * east + north * north
        guard squared > 1e-18, squared < .infinity else { return nil }
        self.init(Degrees.arcTangent(y: east, x: north))
    }

    /// The turn from another heading to this one, in degrees clockwise, −180..<180.
    package func turn(from other: Heading) -> Double { Degrees.signed(degrees - other.degrees) }
}

extension Heading<MagneticNorth> {
    /// The same direction from true north, where magnetic north lies `declination` degrees east of it.
    package func fromTrueNorth(declination: Double) -> Heading<TrueNorth> { Heading<TrueNorth>(degrees + declination) }
}

extension Heading<TrueNorth> {
    /// The same direction from magnetic north, which lies `declination` degrees east of true north.
    package func fromMagneticNorth(declination: Double) -> Heading<MagneticNorth> {
        Heading<MagneticNorth>(degrees - declination)
    }
}
