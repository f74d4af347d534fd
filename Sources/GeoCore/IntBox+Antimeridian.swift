/// Boxes in E7 degrees, which may lead over the antimeridian: the west side of such a box has the greater longitude
/// (RFC 7946 §5.2).
extension IntBox {
    /// Whether this is a box on Earth, over the antimeridian or not.
    package var isArea: Bool { minY <= maxY && isOnEarth }

    /// Whether the box leads over the antimeridian: its west side has the greater longitude. `empty` does not.
    package var isOverAntimeridian: Bool { minX > maxX && minY <= maxY }

    /// E7 degrees from the west side to the east side.
    package var longitudeSpan: Int64 { Self.steps(from: minX, to: maxX) }

    /// E7 degrees from the west side eastward to a longitude: more than `longitudeSpan` for what lies outside. Of a box
    /// that does not lead over the antimeridian, negative for what lies west of it.
    package func eastOfWestSide(_ longitudeE7: Int32) -> Int64 {
        isOverAntimeridian ? Self.steps(from: minX, to: longitudeE7) : Int64(longitudeE7) - Int64(minX)
    }

    /// The longitude so many E7 degrees east of the west side. `steps` is in 0...3_600_000_000; it traps where that is
    /// far exceeded.
    package func longitude(eastOfWestSide steps: Int64) -> Int32 {
        let longitude = Int64(minX) + steps
        return Int32(longitude > Longitude.halfTurnE7 ? longitude - Longitude.fullTurnE7 : longitude)
    }

    /// Whether a point lies in the box; 180° and −180° are one meridian.
    package func covers(_ point: PointE7) -> Bool {
        guard minY <= point.latitudeE7, point.latitudeE7 <= maxY else { return false }
        func holds(_ x: Int32) -> Bool { isOverAntimeridian ? x >= minX || x <= maxX : x >= minX && x <= maxX }
        return holds(point.longitudeE7)
            || Int64(point.longitudeE7.magnitude) == Longitude.halfTurnE7 && holds(-point.longitudeE7)
    }

    /// The same area as one box or two that do not lead over the antimeridian, the western one first.
    package var partsBesideAntimeridian: [IntBox] {
        guard isOverAntimeridian else { return [self] }
        var west = self, east = self
        west.maxX = Int32(Longitude.halfTurnE7)
        east.minX = Int32(-Longitude.halfTurnE7)
        return [west, east]
    }

    /// Grows the box to hold another one, over the antimeridian if one of them leads over it.
    package mutating func unite(_ other: IntBox) {
        guard isArea, other.isArea, isOverAntimeridian || other.isOverAntimeridian else {
            if !isArea { self = other } else if other.isArea { include(other) }
            return
        }
        let apart = Self.steps(from: minX, to: other.minX)
        // From the west side of one of them eastward over both: the shorter way.
        let fromHere = max(longitudeSpan, apart + other.longitudeSpan)
        let fromThere = apart == 0 ? fromHere : max(other.longitudeSpan, Longitude.fullTurnE7 - apart + longitudeSpan)
        let west = fromHere <= fromThere ? self : other, span = min(fromHere, fromThere)
        let isAround = span >= Longitude.fullTurnE7
        self = IntBox(
            minX: isAround ? Int32(-Longitude.halfTurnE7) : west.minX, minY: min(minY, other.minY),
            maxX: isAround ? Int32(Longitude.halfTurnE7) : west.longitude(eastOfWestSide: span),
            maxY: max(maxY, other.maxY))
    }

    /// The intersection with another box, the wider part where there are two; `nil` where they do not meet.
    package func common(with other: IntBox) -> IntBox? {
        let south = max(minY, other.minY), north = min(maxY, other.maxY)
        guard isArea, other.isArea, south <= north else { return nil }
        let apart = Self.steps(from: minX, to: other.minX)
        let parts = [apart, apart - Longitude.fullTurnE7].compactMap { start -> (west: Int64, span: Int64)? in
            let west = max(0, start), east = min(longitudeSpan, start + other.longitudeSpan)
            return west <= east ? (west, east - west) : nil
        }
        guard let widest = parts.max(by: { $0.span < $1.span }) else { return nil }
        // A side stays as it was given: 180° does not become −180°.
        let west = widest.west == 0 ? minX : other.minX
        let east = widest.west + widest.span == longitudeSpan ? maxX : other.maxX
        return IntBox(minX: west, minY: south, maxX: east, maxY: north)
    }

    private static func steps(from west: Int32, to east: Int32) -> Int64 {
        let steps = Int64(east) - Int64(west)
        return steps < 0 ? steps + Longitude.fullTurnE7 : steps
    }
}
