import GeoCore

/// Simplifies a line for an overview: removes details that are invisible at screen size.
struct OverviewLine {
    /// About how many points a screen is wide; smaller details are left out.
    private static let pointsAcross = 1024.0
    /// Longer stretches are simplified in parts, which bounds the work for a line that winds around itself.
    private static let stretch = 4096

    private let line: [PointE7]
    /// The length of a unit of longitude relative to a unit of latitude.
    private let cosine: Double
    /// The tolerance in E7 units of latitude.
    private let tolerance: Double
    private var isKept: [Bool]

    /// Returns the line without the points that lie within a thousandth of its extent of the rest (Douglas and Peucker,
    /// Cartographica 10, 1973). Keeps both ends.
    static func points(of line: [PointE7]) -> [PointE7] {
        guard line.count > 2 else { return line }
        var overview = OverviewLine(line), first = 0
        while first < line.count - 1 {
            let last = min(line.count - 1, first + stretch)
            overview.keepCorners(between: first, and: last)
            first = last
        }
        return line.indices.filter { overview.isKept[$0] }.map { line[$0] }
    }

    private init(_ whole: [PointE7]) {
        var line = whole, box = IntBox.box(of: line)
        if box.longitudeSpan > 1_800_000_000 {
            // Across the antimeridian: counted from the other side of the Earth, the line continues without a break.
            line = whole.map { point in
                PointE7(
                    latitudeE7: point.latitudeE7,
                    longitudeE7: Longitude.onEarth(Int64(point.longitudeE7) + 1_800_000_000))
            }
            box = IntBox.box(of: line)
        }
        self.line = line
        cosine = Elementary.cosine(Coordinate(line[line.count / 2]).latitude * Elementary.radiansPerDegree)
        let width = (Double(box.maxX) - Double(box.minX)) * cosine, height = Double(box.maxY) - Double(box.minY)
        tolerance = max(width, height) / Self.pointsAcross
        isKept = [Bool](repeating: false, count: line.count)
    }

    /// Keeps both ends of a stretch, and the points between them that are too far from the straight line.
    private mutating func keepCorners(between first: Int, and last: Int) {
        isKept[first] = true
        isKept[last] = true
        var open = [(first, last)]
        while let (from, to) = open.popLast() {
            var farthest = from, greatest = tolerance * tolerance
            for index in (from + 1)..<max(from + 1, to) {
                let square = squaredDistance(line[index], line[from], line[to])
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

    /// Returns the squared distance from a point to a segment, in E7 units of latitude.
    private func squaredDistance(_ point: PointE7, _ from: PointE7, _ to: PointE7) -> Double {
        let segment = PlaneSegment(
            startX: (Double(from.longitudeE7) - Double(point.longitudeE7)) * cosine,
            startY: Double(from.latitudeE7) - Double(point.latitudeE7),
            stepX: (Double(to.longitudeE7) - Double(from.longitudeE7)) * cosine,
            stepY: Double(to.latitudeE7) - Double(from.latitudeE7))
        return segment.squaredDistance(at: segment.nearestShare)
    }
}

extension IntBox {
    fileprivate static func box(of line: [PointE7]) -> IntBox {
        var box = IntBox.empty
        for point in line { box.include(point) }
        return box
    }
}
