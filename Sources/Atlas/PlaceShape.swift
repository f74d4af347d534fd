package import GeoCore

/// The lines of a street or the rings of an area, as bytes of the place table.
///
/// Layout: the number of parts × 2, plus 1 when they are rings; for each part the number of its points, then each
/// point's step in latitude and longitude from the one before, the first from the place's own point. All numbers are
/// LEB128 varints, steps zigzag-coded and in units of 10⁻⁶ degrees (11 cm), which keeps a house to about 30 bytes.
/// Rings do not repeat their first point.
package struct PlaceShape: Sendable {
    /// E7 units in one unit of the shape.
    static var unit: Int64 { 10 }
    /// More points than one part may have: bounds what a query can be made to walk.
    package static var maximumPoints: Int { 1 << 20 }

    let bytes: Packed<UInt8>
    let range: Range<Int>
    let origin: PointE7

    /// Whether the parts are rings around an area, not lines.
    package var isArea: Bool {
        var offset = range.lowerBound
        return bytes.varint(&offset) & 1 != 0
    }

    /// Calls `visit` with each part in order.
    package func forEachPart(_ visit: (Part) -> Void) {
        var offset = range.lowerBound
        let count = bytes.varint(&offset) >> 1
        for index in 0..<count {
            let part = Part(bytes: bytes, offset: offset, origin: origin)
            visit(part)
            // Ends at the last part: most shapes have one.
            if index + 1 < count { offset = part.end }
        }
    }

    /// The box around the shape.
    package var bounds: IntBox {
        var box = IntBox.empty
        forEachPart { part in part.forEachPoint { box.include($0) } }
        return box
    }

    /// The box around the shape; over the antimeridian, its west side of the greater longitude, where that is the
    /// smaller one.
    package var extent: IntBox {
        let box = bounds
        guard box.longitudeSpan > 1_800_000_000 else { return box }
        var narrow = IntBox(minX: .max, minY: box.minY, maxX: .min, maxY: box.maxY)
        forEachPart { part in
            part.forEachPoint { point in
                if point.longitudeE7 > 0 {
                    narrow.minX = min(narrow.minX, point.longitudeE7)
                } else {
                    narrow.maxX = max(narrow.maxX, point.longitudeE7)
                }
            }
        }
        return narrow.longitudeSpan < box.longitudeSpan ? narrow : box
    }

    /// Whether `point` lies inside an odd number of the rings, so that holes are outside; never for lines.
    ///
    /// Counts crossings of a ray to the east (Shimrat, CACM algorithm 112, 1962).
    package func contains(_ point: PointE7) -> Bool {
        guard isArea else { return false }
        let point = point.eastOfAntimeridian
        var isInside = false
        forEachPart { part in
            part.forEachEdge(closing: true) { from, to in
                guard (from.latitudeE7 > point.latitudeE7) != (to.latitudeE7 > point.latitudeE7) else { return }
                let rise = Double(to.latitudeE7) - Double(from.latitudeE7)
                let up = Double(point.latitudeE7) - Double(from.latitudeE7)
                let run = Double(to.longitudeE7) - Double(from.longitudeE7)
                if Double(point.longitudeE7) < Double(from.longitudeE7) + run * up / rise { isInside.toggle() }
            }
        }
        return isInside
    }

    /// One line or ring.
    package struct Part: Sendable {
        let bytes: Packed<UInt8>
        /// Its beginning in the place table's shapes.
        package let offset: Int
        let origin: PointE7

        /// Calls `visit` with each point in order.
        package func forEachPoint(_ visit: (PointE7) -> Void) { _ = walk(visit) }

        /// Calls `visit` with the two ends of each piece between neighbouring points; `closing` a ring, also from the
        /// last point back to the first.
        package func forEachEdge(closing isRing: Bool, _ visit: (PointE7, PointE7) -> Void) {
            var first: PointE7?, previous: PointE7?
            forEachPoint { point in
                if let previous { visit(previous, point) } else { first = point }
                previous = point
            }
            if isRing, let first, let previous { visit(previous, first) }
        }

        /// The beginning of the next part.
        var end: Int { walk { _ in } }

        private func walk(_ visit: (PointE7) -> Void) -> Int {
            var offset = offset
            let count = bytes.varint(&offset)
            var latitude = Int64(origin.latitudeE7), longitude = Int64(origin.longitudeE7)
            for _ in 0..<count {
                latitude &+= bytes.step(&offset)
                longitude &+= bytes.step(&offset)
                visit(
                    PointE7(
                        latitudeE7: Int32(truncatingIfNeeded: latitude),
                        longitudeE7: Int32(truncatingIfNeeded: longitude)))
            }
            return offset
        }
    }
}

extension PlaceShape {
    /// Appends the stored form of `parts`, lines or rings, around `origin`, or nothing when there are none.
    ///
    /// Returns where each part begins in `output`.
    package static func append(
        _ parts: [[PointE7]], isArea: Bool, origin: PointE7, to output: inout [UInt8]
    ) -> [Int] {
        guard !parts.isEmpty else { return [] }
        var offsets: [Int] = []
        output.append(varint: UInt32(parts.count) << 1 | (isArea ? 1 : 0))
        for part in parts {
            offsets.append(output.count)
            output.append(varint: UInt32(part.count))
            // Steps are between rounded points, so that rounding does not add up along the line.
            var latitude = Int64(0), longitude = Int64(0)
            for point in part {
                let (y, x) = steps(from: origin, to: point)
                output.append(varint: zigzag(y - latitude))
                output.append(varint: zigzag(x - longitude))
                latitude = y
                longitude = x
            }
        }
        return offsets
    }

    /// Returns the box around `parts` as they will be read.
    package static func bounds(_ parts: [[PointE7]], origin: PointE7) -> IntBox {
        var box = IntBox.empty
        for part in parts {
            for point in part {
                let (y, x) = steps(from: origin, to: point)
                box.include(
                    x: Int32(truncatingIfNeeded: Int64(origin.longitudeE7) + x * unit),
                    y: Int32(truncatingIfNeeded: Int64(origin.latitudeE7) + y * unit))
            }
        }
        return box
    }

    private static func steps(from origin: PointE7, to point: PointE7) -> (y: Int64, x: Int64) {
        (
            steps(from: Int64(origin.latitudeE7), to: Int64(point.latitudeE7), limit: 900_000_000),
            steps(from: Int64(origin.longitudeE7), to: Int64(point.longitudeE7), limit: 1_800_000_000)
        )
    }

    /// The nearest number of steps that does not lead beyond `limit`, the end of the Earth in E7 degrees.
    private static func steps(from origin: Int64, to value: Int64, limit: Int64) -> Int64 {
        let difference = value - origin
        let steps = (difference + (difference < 0 ? -unit / 2 : unit / 2)) / unit, reached = origin + steps * unit
        return reached > limit ? steps - 1 : reached < -limit ? steps + 1 : steps
    }

    /// Steps of a part are at most twice the way around the Earth in units of 10⁻⁶ degrees: below 2³¹ after zigzag.
    private static func zigzag(_ step: Int64) -> UInt32 { UInt32(truncatingIfNeeded: step << 1 ^ step >> 63) }
}

extension Packed<UInt8> {
    /// Reads a LEB128 number of at most 32 bits at `offset` and moves past it; zero beyond the end of the section.
    @inlinable
    package func varint(_ offset: inout Int) -> UInt32 {
        var value: UInt32 = 0, shift: UInt32 = 0
        while offset < count {
            let byte = self[offset]
            offset += 1
            value |= UInt32(byte & 0x7f) &<< shift
            shift += 7
            if byte < 0x80 || shift > 28 { break }
        }
        return value
    }

    /// Reads a zigzag-coded step of a shape, in E7 units.
    fileprivate func step(_ offset: inout Int) -> Int64 {
        let coded = varint(&offset)
        return (Int64(coded >> 1) ^ -Int64(coded & 1)) * PlaceShape.unit
    }
}

extension [UInt8] {
    /// Appends a number as LEB128: seven bits a byte, lowest first.
    package mutating func append(varint number: UInt32) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}
