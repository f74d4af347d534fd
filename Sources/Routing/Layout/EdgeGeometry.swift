package import GeoCore

/// The points of an edge between its junctions, as bytes: for each point the difference to the one before it, latitude
/// first, in E7 units, zigzag and base 128 (developers.google.com/protocol-buffers/docs/encoding).
///
/// The first difference is to the tail's point; the head's point is not stored.
package enum EdgeGeometry {
    /// Appends the points strictly between the first and the last of `points`.
    package static func append(_ points: [PointE7], to bytes: inout [UInt8]) {
        guard points.count > 2 else { return }
        for index in 1..<(points.count - 1) {
            let point = points[index], previous = points[index - 1]
            Differences.append(Int64(point.latitudeE7) - Int64(previous.latitudeE7), to: &bytes)
            Differences.append(Int64(point.longitudeE7) - Int64(previous.longitudeE7), to: &bytes)
        }
    }

    /// Returns the box around an edge's points, junctions included. A junction on the antimeridian, which has one point
    /// for both sides, counts on the side of the point beside it.
    package static func box(around points: [PointE7]) -> IntBox {
        var box = IntBox.empty
        guard points.count > 1, let tail = points.first, let head = points.last else { return box }
        box.include(tail.onSide(of: points[1]))
        for point in points.dropFirst().dropLast() { box.include(point) }
        box.include(head.onSide(of: points[points.count - 2]))
        return box
    }

    /// Returns every point of an edge, junctions included, in the drawing's order; `bytes` come from `append`.
    package static func points(from tail: PointE7, to head: PointE7, _ bytes: ArraySlice<UInt8>) -> [PointE7] {
        var points = [tail]
        unsafe bytes.withUnsafeBufferPointer { bytes in
            var reader = unsafe EdgeGeometryReader(bytes: bytes, tail: tail)
            while let point = reader.next() { points.append(point) }
        }
        return points + [head]
    }
}

/// Reads an edge's stored points one after the other. It never reads outside its bytes, even if they are damaged.
@safe
struct EdgeGeometryReader {
    private var differences: DifferenceReader
    private var latitude: Int64
    private var longitude: Int64
    private var isOnEarth = true

    /// Whether everything so far was well-formed: whole numbers, points on Earth.
    var isValid: Bool { isOnEarth && differences.isValid }

    @unsafe
    init(bytes: UnsafeBufferPointer<UInt8>, tail: PointE7) {
        differences = unsafe DifferenceReader(bytes)
        latitude = Int64(tail.latitudeE7)
        longitude = Int64(tail.longitudeE7)
    }

    /// Returns the next point, or `nil` at the end of the bytes or at a malformed number.
    mutating func next() -> PointE7? {
        guard let north = differences.next(), let east = differences.pair() else { return nil }
        latitude &+= north
        longitude &+= east
        guard latitude.magnitude <= 900_000_000, longitude.magnitude <= 1_800_000_000 else {
            isOnEarth = false
            return nil
        }
        return PointE7(latitudeE7: Int32(latitude), longitudeE7: Int32(longitude))
    }
}
