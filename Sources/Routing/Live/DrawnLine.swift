import GeoCore

/// A line drawn on the map, compared with streets in metres on a plane around its first point.
struct DrawnLine {
    private let plane: LocalPlane
    private var points: [PlanePoint]

    /// How far a street may lie from a line that is drawn along it, in metres: drawing by hand is no more exact.
    static let tolerance = 8.0
    /// How much of a street must run along the line, in metres; half of it where it is shorter than twice that.
    private static let leastAlong = 10.0
    /// The least cosine of the angle between a street and a line that it runs along: 45°.
    private static let leastParallel = 0.7
    /// Streets are compared with the line piece by piece, of so many metres.
    private static let piece = 2.0

    /// `nil` for fewer than two points.
    init?(_ drawn: [PointE7], isRing: Bool = false) {
        guard drawn.count >= 2 else { return nil }
        plane = LocalPlane(around: drawn[0])
        var points = drawn.map { [plane] in plane.position(of: $0) }
        if isRing { points.append(points[0]) }
        self.points = points
    }

    /// The line with each end drawn on by the tolerance: by hand, an end that should lie on a street lies beside it.
    var reaching: DrawnLine {
        var line = self
        line.points[0] = Self.end(beyond: points[0], from: points[1])
        line.points[points.count - 1] = Self.end(beyond: points[points.count - 1], from: points[points.count - 2])
        return line
    }

    private static func end(beyond end: PlanePoint, from inner: PlanePoint) -> PlanePoint {
        let stepX = end.x - inner.x, stepY = end.y - inner.y
        let metres = (stepX * stepX + stepY * stepY).squareRoot()
        guard metres > 0 else { return end }
        return PlanePoint(x: end.x + stepX / metres * tolerance, y: end.y + stepY / metres * tolerance)
    }

    /// A direction along a line.
    enum Direction { case along, against }

    /// The direction in which a street runs along the line; `nil` when it does not.
    func direction(of street: [PointE7]) -> Direction? {
        let street = projected(street), near = pieces(near: street)
        guard !near.isEmpty else { return nil }
        var covered = 0.0, forward = 0.0, length = 0.0
        for (start, end) in pairs(street.points) {
            let stepX = end.x - start.x, stepY = end.y - start.y
            let metres = (stepX * stepX + stepY * stepY).squareRoot()
            guard metres > 0 else { continue }
            length += metres
            let pieces = max(1, Int((metres / Self.piece).rounded(.up)))
            for piece in 0..<pieces {
                let share = (Double(piece) + 0.5) / Double(pieces)
                let middle = PlanePoint(x: start.x + stepX * share, y: start.y + stepY * share)
                guard let cosine = cosine(at: middle, stepX / metres, stepY / metres, near) else { continue }
                covered += metres / Double(pieces)
                forward += cosine * metres / Double(pieces)
            }
        }
        guard covered > 0, covered >= min(Self.leastAlong, length / 2) else { return nil }
        return forward >= 0 ? .along : .against
    }

    /// A street on the line's plane.
    struct Street {
        fileprivate let points: [PlanePoint]
        fileprivate let box: PlaneBox
    }

    /// Lays a street on the line's plane.
    func projected(_ street: [PointE7]) -> Street {
        let points = street.map { plane.position(of: $0) }
        return Street(points: points, box: PlaneBox(around: points[...]))
    }

    /// The pieces of the line that come within the tolerance of a street's box: no others run along it or cross it.
    private func pieces(near street: Street) -> [(PlanePoint, PlanePoint)] {
        let box = street.box.widened(by: Self.tolerance)
        return points.indices.dropLast().compactMap { index in
            PlaneBox(around: points[index...index + 1]).meets(box) ? (points[index], points[index + 1]) : nil
        }
    }

    /// The cosine of the angle between the line, of which some pieces are `near`, where it is nearest to a point and a
    /// direction; `nil` when it is far or runs another way.
    private func cosine(
        at point: PlanePoint, _ directionX: Double, _ directionY: Double, _ near: [(PlanePoint, PlanePoint)]
    ) -> Double? {
        var nearest = Self.tolerance * Self.tolerance, cosine: Double?
        for (start, end) in near {
            let stepX = end.x - start.x, stepY = end.y - start.y
            let metres = (stepX * stepX + stepY * stepY).squareRoot()
            let segment = PlaneSegment(startX: start.x - point.x, startY: start.y - point.y, stepX: stepX, stepY: stepY)
            let square = segment.squaredDistance(at: segment.nearestShare)
            guard metres > 0, square <= nearest else { continue }
            nearest = square
            cosine = (stepX * directionX + stepY * directionY) / metres
        }
        return cosine.flatMap { $0.magnitude >= Self.leastParallel ? $0 : nil }
    }

    /// Whether a street crosses the line farther than `metres` from each of `openings`.
    func isCrossed(by street: [PointE7], awayFrom openings: [PointE7], metres: Double) -> Bool {
        let openings = openings.map { plane.position(of: $0) }
        return isCrossed(by: street) { crossing in openings.allSatisfy { $0.distance(to: crossing) > metres } }
    }

    /// Whether a street crosses the line where it lies on none of `others`: the line runs along those, and a street
    /// that meets one of them there only joins it.
    func isCrossed(by street: [PointE7], awayFromStreets others: [Street]) -> Bool {
        isCrossed(by: street) { crossing in !others.contains { isNear(crossing, $0) } }
    }

    private func isCrossed(by street: [PointE7], where counts: (PlanePoint) -> Bool) -> Bool {
        let street = projected(street), near = pieces(near: street)
        guard !near.isEmpty else { return false }
        for (start, end) in pairs(street.points) {
            for (one, other) in near {
                if let crossing = PlanePoint.crossing(of: start, end, and: one, other), counts(crossing) { return true }
            }
        }
        return false
    }

    /// Whether a street passes a point within the tolerance.
    private func isNear(_ point: PlanePoint, _ street: Street) -> Bool {
        guard street.box.meets(PlaneBox(around: [point]).widened(by: Self.tolerance)) else { return false }
        return pairs(street.points).contains { start, end in
            let segment = PlaneSegment(
                startX: start.x - point.x, startY: start.y - point.y, stepX: end.x - start.x, stepY: end.y - start.y)
            return segment.squaredDistance(at: segment.nearestShare) <= Self.tolerance * Self.tolerance
        }
    }

    /// Whether a street lies inside the ring, wholly or in part.
    func encloses(partOf street: [PointE7]) -> Bool {
        if street.contains(where: { isInside(plane.position(of: $0)) }) { return true }
        return isCrossed(by: street, awayFrom: [], metres: 0)
    }

    /// Even-odd rule: inside when a ray to the east crosses the ring an odd number of times.
    private func isInside(_ point: PlanePoint) -> Bool {
        var isInside = false
        for (start, end) in pairs(points) where (start.y > point.y) != (end.y > point.y) {
            let x = start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x)
            if point.x < x { isInside.toggle() }
        }
        return isInside
    }

    private func pairs(_ points: [PlanePoint]) -> Zip2Sequence<[PlanePoint], ArraySlice<PlanePoint>> {
        zip(points, points.dropFirst())
    }
}

extension PlanePoint {
    /// Where two straight pieces cross; one that only touches the other's left side does not.
    fileprivate static func crossing(
        of start: PlanePoint, _ end: PlanePoint, and one: PlanePoint, _ other: PlanePoint
    ) -> PlanePoint? {
        let before = side(of: start, one, other), behind = side(of: end, one, other)
        guard (before >= 0) != (behind >= 0), (side(of: one, start, end) >= 0) != (side(of: other, start, end) >= 0)
        else { return nil }
        let share = before / (before - behind)
        return PlanePoint(x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y))
    }

    /// Positive on the left of the line from `one` to `other`: twice the area of the triangle.
    private static func side(of point: PlanePoint, _ one: PlanePoint, _ other: PlanePoint) -> Double {
        (other.x - one.x) * (point.y - one.y) - (other.y - one.y) * (point.x - one.x)
    }

    fileprivate func distance(to other: PlanePoint) -> Double {
        ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
    }
}

/// A box on a plane, in metres.
private struct PlaneBox {
    private var minX = Double.infinity, minY = Double.infinity
    private var maxX = -Double.infinity, maxY = -Double.infinity

    init(around points: ArraySlice<PlanePoint>) {
        for point in points {
            (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
            (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
        }
    }

    func widened(by metres: Double) -> PlaneBox {
        var box = self
        (box.minX, box.minY, box.maxX, box.maxY) = (minX - metres, minY - metres, maxX + metres, maxY + metres)
        return box
    }

    func meets(_ other: PlaneBox) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }
}
