import GeoCore

/// Thins a line out for an overview: what nobody sees at the size of a screen.
enum Simplification {
    /// Screens hold about this many points across; details smaller than one are left out.
    private static let pointsAcross = 1024.0
    /// Longer stretches are simplified piece by piece, which bounds the work for a line that winds on itself.
    private static let stretch = 4096

    /// Returns the line without the points that lie within a thousandth of its extent of the rest (Douglas and Peucker,
    /// Cartographica 10, 1973). Ends are kept.
    static func simplified(_ points: [PointE7]) -> [PointE7] {
        guard points.count > 2 else { return points }
        var box = IntBox.empty
        for point in points { box.include(point) }
        let middle = Coordinate(points[points.count / 2])
        let cosine = Elementary.cosine(middle.latitude * Elementary.radiansPerDegree)
        let width = (Double(box.maxX) - Double(box.minX)) * cosine, height = Double(box.maxY) - Double(box.minY)
        let tolerance = max(width, height) / pointsAcross
        var isKept = [Bool](repeating: false, count: points.count)
        isKept[0] = true
        var first = 0
        while first < points.count - 1 {
            let last = min(points.count - 1, first + stretch)
            isKept[last] = true
            keepCorners(points, first, last, tolerance, cosine, &isKept)
            first = last
        }
        return points.indices.filter { isKept[$0] }.map { points[$0] }
    }

    private static func keepCorners(
        _ points: [PointE7], _ first: Int, _ last: Int, _ tolerance: Double, _ cosine: Double, _ isKept: inout [Bool]
    ) {
        var open = [(first, last)]
        while let (from, to) = open.popLast() {
            var farthest = from, greatest = tolerance * tolerance
            for index in (from + 1)..<max(from + 1, to) {
                let square = squaredDistance(points[index], points[from], points[to], cosine)
                if square > greatest {
                    greatest = square
                    farthest = index
                }
            }
            guard farthest > from else { continue }
            isKept[farthest] = true
            open.append((from, farthest))
            open.append((farthest, to))
        }
    }

    /// From a point to a straight piece, in E7 units of latitude.
    private static func squaredDistance(_ point: PointE7, _ from: PointE7, _ to: PointE7, _ cosine: Double) -> Double {
        let segment = PlaneSegment(
            startX: (Double(from.longitudeE7) - Double(point.longitudeE7)) * cosine,
            startY: Double(from.latitudeE7) - Double(point.latitudeE7),
            stepX: (Double(to.longitudeE7) - Double(from.longitudeE7)) * cosine,
            stepY: Double(to.latitudeE7) - Double(from.latitudeE7))
        return segment.squaredDistance(at: segment.nearestShare)
    }
}
