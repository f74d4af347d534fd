/// Google's encoded polylines (developers.google.com/maps/documentation/utilities/polylinealgorithm), with five
/// decimals as published or six as OSRM's `polyline6`.
package enum Polyline {
    /// How many decimals of a degree are kept.
    package enum Precision: Sendable {
        case five, six

        /// E7 units in one unit of the encoding.
        fileprivate var step: Int64 { self == .five ? 100 : 10 }
    }

    /// Returns the line's text, printable ASCII. Coordinates are rounded to the nearest decimal, ties away from zero.
    /// Over the antimeridian longitudes go on beyond ±180°.
    package static func encode(_ points: [PointE7], precision: Precision) -> [UInt8] {
        encode(points.span, precision: precision)
    }

    package static func encode(_ points: Span<PointE7>, precision: Precision) -> [UInt8] {
        // Seven groups of five bits hold every difference of coordinates on Earth.
        [UInt8](capacity: points.count * 14) { text in
            var latitude: Int64 = 0, longitude: Int64 = 0, meridian = points.isEmpty ? 0 : points[0].longitudeE7
            for index in points.indices {
                let point = points[index]
                meridian = Longitude.continued(from: meridian, to: point.longitudeE7)
                let north = rounded(point.latitudeE7, precision), east = rounded(meridian, precision)
                append(north - latitude, to: &text)
                append(east - longitude, to: &text)
                latitude = north
                longitude = east
            }
        }
    }

    /// Reads a line's text; `nil` when it is cut short, holds other characters or leaves the Earth. Longitudes may go
    /// on beyond ±180°, once around at most.
    ///
    /// Takes time and memory in proportion to the text.
    package static func decode(_ text: some Sequence<UInt8>, precision: Precision) -> [PointE7]? {
        var points: [PointE7] = [], latitude: Int64 = 0, longitude: Int64 = 0
        var reader = text.makeIterator(), isLatitude = true
        while let difference = next(&reader) {
            guard case .number(let difference) = difference else { return nil }
            if isLatitude { latitude += difference } else { longitude += difference }
            guard latitude.magnitude * UInt64(precision.step) <= 900_000_000,
                longitude.magnitude * UInt64(precision.step) <= 5_400_000_000
            else { return nil }
            if !isLatitude {
                points.append(
                    PointE7(
                        latitudeE7: Int32(latitude * precision.step),
                        longitudeE7: Longitude.onEarth(longitude * precision.step)))
            }
            isLatitude.toggle()
        }
        return isLatitude ? points : nil
    }

    private static func rounded(_ e7: Int32, _ precision: Precision) -> Int64 {
        let half = precision.step / 2, value = Int64(e7)
        return (value < 0 ? value - half : value + half) / precision.step
    }

    private static func append(_ difference: Int64, to text: inout OutputSpan<UInt8>) {
        var rest = UInt64(bitPattern: difference << 1 ^ difference >> 63)
        while rest >= 0x20 {
            text.append(UInt8(truncatingIfNeeded: rest & 0x1f | 0x20) + 63)
            rest >>= 5
        }
        text.append(UInt8(truncatingIfNeeded: rest) + 63)
    }

    private enum Token {
        case number(Int64)
        case malformed
    }

    /// The next difference; `nil` at the end of the text.
    private static func next(_ text: inout some IteratorProtocol<UInt8>) -> Token? {
        guard var byte = text.next() else { return nil }
        var value: UInt64 = 0, shift: UInt64 = 0
        while true {
            // Seven groups of five bits hold every difference of coordinates on Earth.
            guard byte >= 63, byte < 127, shift < 35 else { return .malformed }
            let group = UInt64(byte - 63)
            value |= (group & 0x1f) << shift
            if group < 0x20 { return .number(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)) }
            shift += 5
            guard let following = text.next() else { return .malformed }
            byte = following
        }
    }
}
