import GeoCore

/// Removes points of lines (Douglas and Peucker, *Algorithms for the Reduction of the Number of Points Required to
/// Represent a Digitized Line*, Cartographica 10(2), 1973): each removed point lies within a tolerance of the remaining
/// line.
struct LineGeneralizing {
    let toleranceInMetres: Double

    /// Returns a ring, which does not repeat its first point, with fewer points, at least three. The result may touch
    /// itself or other rings.
    func ring(_ points: [PointE7]) -> [PointE7] {
        guard toleranceInMetres > 0, points.count > 3 else { return points }
        // Treats it as two lines: between the first point and the point farthest from it.
        let far = points.indices.max { distance(points[$0], points[0]) < distance(points[$1], points[0]) } ?? 0
        guard far > 0 else { return points }
        let closed = points + [points[0]]
        var isKept = [Bool](repeating: false, count: closed.count)
        for index in [0, far, points.count] { isKept[index] = true }
        keep(closed, 0, far, &isKept)
        keep(closed, far, points.count, &isKept)
        let kept = points.indices.filter { isKept[$0] }
        guard kept.count < 3 else { return kept.map { points[$0] } }
        // A ring thinner than the tolerance keeps the third point that makes it a ring.
        let third =
            points.indices.max {
                offset(points[$0], points[0], points[far]) < offset(points[$1], points[0], points[far])
            } ?? 0
        return [0, far, third].sorted().map { points[$0] }
    }

    /// Marks the remaining points between two points of a line.
    private func keep(_ points: [PointE7], _ first: Int, _ last: Int, _ isKept: inout [Bool]) {
        var open = [(first, last)]
        while let (first, last) = open.popLast() {
            var worst = (index: first, metres: toleranceInMetres)
            for index in (first + 1)..<max(first + 1, last) {
                let metres = offset(points[index], points[first], points[last])
                if metres > worst.metres { worst = (index, metres) }
            }
            guard worst.index > first else { continue }
            isKept[worst.index] = true
            open.append((first, worst.index))
            open.append((worst.index, last))
        }
    }

    private func distance(_ one: PointE7, _ other: PointE7) -> Double { one.distance(inMetresTo: other) }

    /// Returns the metres between a point and a segment, on the plane that touches the Earth there.
    private func offset(_ point: PointE7, _ start: PointE7, _ end: PointE7) -> Double {
        let metres = Coordinate.earthRadiusInMetres * Elementary.radiansPerDegree / 1e7
        let cosine = Elementary.cosine(Double(point.latitudeE7) / 1e7 * Elementary.radiansPerDegree)
        func plane(_ other: PointE7) -> (x: Double, y: Double) {
            (
                (Double(other.longitudeE7) - Double(point.longitudeE7)) * metres * cosine,
                (Double(other.latitudeE7) - Double(point.latitudeE7)) * metres
            )
        }
        let from = plane(start), to = plane(end), along = (x: to.x - from.x, y: to.y - from.y)
        let square = along.x * along.x + along.y * along.y
        let share = square > 0 ? max(0, min(1, -(from.x * along.x + from.y * along.y) / square)) : 0
        let nearest = (x: from.x + along.x * share, y: from.y + along.y * share)
        return (nearest.x * nearest.x + nearest.y * nearest.y).squareRoot()
    }
}

extension ReachOutline {
    /// Returns the outline with fewer points.
    func generalized(toMetres tolerance: Double) -> ReachOutline {
        let lines = LineGeneralizing(toleranceInMetres: tolerance)
        return ReachOutline(
            polygons: polygons.map {
                Polygon(outer: lines.ring($0.outer), holes: $0.holes.map { lines.ring($0) })
            })
    }
}
