import GeoCore

/// The conversion of a block's integers to coordinates: nanodegrees = offset + granularity × value.
struct CoordinateScale {
    var granularity: Int64 = 100
    var latitudeOffset: Int64 = 0
    var longitudeOffset: Int64 = 0

    /// Whether the granularity is possible for coordinates; any other would make all nodes meaningless.
    var isUsable: Bool { (1...1_000_000_000).contains(granularity) }
    /// Whether values are already E7 degrees, as in nearly all files.
    var isIdentity: Bool { granularity == 100 && latitudeOffset == 0 && longitudeOffset == 0 }

    /// Returns the nearest stored point, ties to even; `nil` if it is not on Earth.
    @inline(__always)
    func point(latitude: Int64, longitude: Int64) -> PointE7? {
        isIdentity
            ? Self.point(latitudeE7: latitude, longitudeE7: longitude)
            : scaled(latitude: latitude, longitude: longitude)
    }

    private func scaled(latitude: Int64, longitude: Int64) -> PointE7? {
        guard let north = degreesE7(latitude, offset: latitudeOffset),
            let east = degreesE7(longitude, offset: longitudeOffset)
        else { return nil }
        return Self.point(latitudeE7: north, longitudeE7: east)
    }

    private func degreesE7(_ value: Int64, offset: Int64) -> Int64? {
        let product = value.multipliedReportingOverflow(by: granularity)
        let sum = product.partialValue.addingReportingOverflow(offset)
        guard !product.overflow, !sum.overflow else { return nil }
        let (quotient, remainder) = sum.partialValue.quotientAndRemainder(dividingBy: 100)
        let magnitude = remainder.magnitude
        let roundsAway = magnitude > 50 || (magnitude == 50 && quotient & 1 != 0)
        return roundsAway ? quotient + (remainder < 0 ? -1 : 1) : quotient
    }

    @inline(__always)
    private static func point(latitudeE7: Int64, longitudeE7: Int64) -> PointE7? {
        // One comparison each: values below the minimum become huge.
        guard UInt64(bitPattern: latitudeE7 &+ 900_000_000) <= 1_800_000_000,
            UInt64(bitPattern: longitudeE7 &+ 1_800_000_000) <= 3_600_000_000
        else { return nil }
        return PointE7(
            latitudeE7: Int32(truncatingIfNeeded: latitudeE7), longitudeE7: Int32(truncatingIfNeeded: longitudeE7))
    }
}
