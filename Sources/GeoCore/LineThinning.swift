/// Leaves out points of lines that lie close to the line between the kept points (Douglas and Peucker, 1973).
package enum LineThinning {
    /// Longer stretches are halved first: the method is quadratic on spirals.
    private static var longestStretch: Int { 2_048 }

    /// The ring, which does not repeat its first point, without points within `tolerance` of the line between those
    /// kept; between its first point and the one opposite. In E7 degrees of longitude and latitude alike.
    package static func thinned(ring: [PointE7], toleranceE7 tolerance: Double) -> [PointE7] {
        thinned(ring, fixed: [0, ring.count / 2], end: ring.count, tolerance)
    }

    /// The same for a line, whose ends stay.
    package static func thinned(line: [PointE7], toleranceE7 tolerance: Double) -> [PointE7] {
        line.count < 3 ? line : thinned(line, fixed: [0, line.count - 1], end: nil, tolerance)
    }

    /// Keeps the points that are `fixed` and, between them and up to `end`, where a ring's first point comes again,
    /// those that matter.
    private static func thinned(_ points: [PointE7], fixed: [Int], end: Int?, _ tolerance: Double) -> [PointE7] {
        var isKept = [Bool](repeating: false, count: points.count + 1), open: [(Int, Int)] = []
        for index in fixed { isKept[index] = true }
        let stops = fixed + (end.map { [$0] } ?? [])
        for index in stops.indices.dropFirst() { open.append((stops[index - 1], stops[index])) }
        while let (first, last) = open.popLast() {
            var farthest = first, largest = tolerance
            if last - first > longestStretch {
                farthest = (first + last) / 2
            } else {
                for index in stride(from: first + 1, to: last, by: 1) {
                    let distance = distance(of: points[index], fromLine: points[first], points[last % points.count])
                    if distance > largest {
                        largest = distance
                        farthest = index
                    }
                }
            }
            guard farthest > first else { continue }
            isKept[farthest] = true
            open.append((first, farthest))
            open.append((farthest, last))
        }
        return points.indices.filter { isKept[$0] }.map { points[$0] }
    }

    private static func distance(of point: PointE7, fromLine start: PointE7, _ end: PointE7) -> Double {
        let x = Double(point.longitudeE7) - Double(start.longitudeE7)
        let y = Double(point.latitudeE7) - Double(start.latitudeE7)
        let stepX = Double(end.longitudeE7) - Double(start.longitudeE7)
        let stepY = Double(end.latitudeE7) - Double(start.latitudeE7)
        let squared = stepX * stepX + stepY * stepY
        let along = squared > 0 ? min(1, max(0, (x * stepX + y * stepY) / squared)) : 0
        let offX = x - along * stepX, offY = y - along * stepY
        return (offX * offX + offY * offY).squareRoot()
    }
}
