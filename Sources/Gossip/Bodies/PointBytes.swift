import GeoCore

/// A point in a body: latitude (4 bytes), longitude (4), in 10⁻⁷ degrees, as numbers with a sign.
enum PointBytes {
    static let count = 8

    static func bytes(of point: PointE7) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt64(UInt32(bitPattern: point.latitudeE7)), count: 4)
        bytes.appendBigEndian(UInt64(UInt32(bitPattern: point.longitudeE7)), count: 4)
        return bytes
    }

    /// Reads a point from eight bytes; throws `.value` for one that is not on Earth.
    static func point(_ bytes: ArraySlice<UInt8>, of tag: UInt8) throws(BodyFault) -> PointE7 {
        let number = bytes.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let point = PointE7(
            latitudeE7: Int32(truncatingIfNeeded: number >> 32), longitudeE7: Int32(truncatingIfNeeded: number))
        guard (-900_000_000...900_000_000).contains(point.latitudeE7),
            (-1_800_000_000...1_800_000_000).contains(point.longitudeE7)
        else { throw BodyFault(tag, .value) }
        return point
    }
}
