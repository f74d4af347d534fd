import GeoCore

/// A line drawn on the map, compared with streets in metres on a plane around its first point.
///
/// The caller passes the indices of the line's segments that may be near a street: see `segments(_:near:)`.
struct DrawnLine {
    private let plane: LocalPlane
    private var points: [PlanePoint]
    private(set) var segments: [DrawnSegment] = []

    /// The maximum distance of a street from a line drawn along it, in metres: hand-drawn lines are no more exact.
    static let tolerance = 8.0
    /// The minimum length of a street along the line, in metres; for streets shorter than twice that, half their
    /// length.
    private static let leastAlong = 10.0
    /// The minimum cosine of the angle between a street and a line along it: 45°.
    private static let leastParallel = 0.7
    /// The search radius: the tolerance, and one metre for rounding.
    private static let reach = tolerance + 1
    /// The step for comparing streets with the line, in metres.
    private static let stepInMetres = 2.0

    /// Returns `nil` for fewer than two points.
    init?(_ drawn: [PointE7], isRing: Bool = false) {
        guard drawn.count >= 2 else { return nil }
        plane = LocalPlane(around: drawn[0])
        var points = drawn.map { [plane] in plane.position(of: $0) }
        if isRing { points.append(points[0]) }
        self.points = points
        cut()
    }

    private mutating func cut() {
        segments = zip(points, points.dropFirst()).map { DrawnSegment(from: $0, to: $1) }
    }

    /// The line with each end extended by the tolerance: a hand-drawn end that should lie on a street may lie beside
    /// it.
    var reaching: DrawnLine {
        var line = self
        line.points[0] = Self.end(beyond: points[0], from: points[1])
        line.points[points.count - 1] = Self.end(beyond: points[points.count - 1], from: points[points.count - 2])
        line.cut()
        return line
    }

    private static func end(beyond end: PlanePoint, from inner: PlanePoint) -> PlanePoint {
        let stepX = end.x - inner.x, stepY = end.y - inner.y
        let metres = (stepX * stepX + stepY * stepY).squareRoot()
        guard metres > 0 else { return end }
        return PlanePoint(x: end.x + stepX / metres * tolerance, y: end.y + stepY / metres * tolerance)
    }

    /// A street on the line's plane.
    struct Street {
        let points: [PlanePoint]
        fileprivate let box: PlaneBox
    }

    /// Projects a street to the line's plane.
    func projected(_ street: [PointE7]) -> Street {
        let points = street.map { plane.position(of: $0) }
        return Street(points: points, box: PlaneBox(around: points))
    }

    // MARK: - Candidates

    /// Returns those of `numbers` whose segments may come within the tolerance of a box on the map, and possibly some
    /// others.
    func segments(_ numbers: [Int], near box: IntBox) -> [Int] {
        // A line half way round the Earth lies on both sides of the plane.
        guard let box = PlaneBox(box, on: plane) else { return numbers }
        let around = box.widened(by: Self.reach)
        return numbers.filter { segments[$0].meets(around) }
    }

    /// Whether a corner of a box on the map lies inside the ring.
    func isInside(cornerOf box: IntBox) -> Bool {
        isInside(plane.position(of: PointE7(latitudeE7: box.minY, longitudeE7: box.minX)))
    }

    /// Returns for each segment those of `points` within a distance of it.
    func near(_ points: [PointE7], metres: Double) -> [[PlanePoint]] {
        let points = points.map { plane.position(of: $0) }
        return segments.map { segment in
            let around = segment.box.widened(by: metres + 1)
            return points.filter { around.contains($0) }
        }
    }

    // MARK: - Comparing

    /// A direction along a line.
    enum Direction { case along, against }

    /// Returns the direction of a street along the line, whose segments `near` are candidates; `nil` if it does not run
    /// along it.
    func direction(of street: Street, near: [Int]) -> Direction? {
        var covered = 0.0, forward = 0.0, length = 0.0
        for (start, end) in zip(street.points, street.points.dropFirst()) {
            let stepX = end.x - start.x, stepY = end.y - start.y
            let metres = (stepX * stepX + stepY * stepY).squareRoot()
            guard metres > 0 else { continue }
            length += metres
            let around = PlaneBox(from: start, to: end).widened(by: Self.reach)
            let near = near.filter { segments[$0].meets(around) }
            guard !near.isEmpty else { continue }
            let count = max(1, Int((metres / Self.stepInMetres).rounded(.up)))
            for part in 0..<count {
                let share = (Double(part) + 0.5) / Double(count)
                let middle = PlanePoint(x: start.x + stepX * share, y: start.y + stepY * share)
                guard let cosine = cosine(at: middle, stepX / metres, stepY / metres, near) else { continue }
                covered += metres / Double(count)
                forward += cosine * metres / Double(count)
            }
        }
        guard covered > 0, covered >= min(Self.leastAlong, length / 2) else { return nil }
        return forward >= 0 ? .along : .against
    }

    /// Returns the cosine of the angle between a direction and the line at its nearest point; `nil` if it is far or
    /// runs another way.
    private func cosine(
        at point: PlanePoint, _ directionX: Double, _ directionY: Double, _ near: [Int]
    ) -> Double? {
        var nearest = Self.tolerance * Self.tolerance, cosine: Double?
        for number in near {
            let segment = segments[number], square = segment.squaredDistance(to: point)
            guard segment.metres > 0, square <= nearest else { continue }
            nearest = square
            cosine = (segment.stepX * directionX + segment.stepY * directionY) / segment.metres
        }
        return cosine.flatMap { $0.magnitude >= Self.leastParallel ? $0 : nil }
    }

    /// Whether a street crosses one of the segments `near` where `counts` accepts the segment's index and the point.
    func isCrossed(by street: Street, near: [Int], where counts: (Int, PlanePoint) -> Bool) -> Bool {
        for (start, end) in zip(street.points, street.points.dropFirst()) {
            for number in near {
                if let crossing = PlanePoint.crossing(of: start, end, and: segments[number]), counts(number, crossing) {
                    return true
                }
            }
        }
        return false
    }

    /// The point where a street crosses a line, and the index of the line's segment.
    struct Crossing {
        let segment: Int
        let point: PlanePoint
    }

    /// Returns the points where a street crosses the segments `near`.
    func crossings(of street: Street, near: [Int]) -> [Crossing] {
        var crossings: [Crossing] = []
        _ = isCrossed(by: street, near: near) { segment, point in
            crossings.append(Crossing(segment: segment, point: point))
            return false
        }
        return crossings
    }

    /// Whether a street passes a point within the tolerance.
    static func passes(_ street: Street, _ point: PlanePoint) -> Bool {
        guard street.box.widened(by: tolerance).contains(point) else { return false }
        return zip(street.points, street.points.dropFirst()).contains { start, end in
            DrawnSegment(from: start, to: end).squaredDistance(to: point) <= tolerance * tolerance
        }
    }

    /// Whether a street lies inside the ring, wholly or in part; `near` are the candidates among the ring's segments.
    func encloses(partOf street: Street, near: [Int]) -> Bool {
        isCrossed(by: street, near: near) { _, _ in true } || street.points.contains { isInside($0) }
    }

    /// Even-odd rule: a point is inside if a ray to the east crosses the ring an odd number of times.
    private func isInside(_ point: PlanePoint) -> Bool {
        var isInside = false
        for (start, end) in zip(points, points.dropFirst()) where (start.y > point.y) != (end.y > point.y) {
            let x = start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x)
            if point.x < x { isInside.toggle() }
        }
        return isInside
    }
}
