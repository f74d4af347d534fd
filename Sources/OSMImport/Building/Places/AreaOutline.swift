import GeoCore

/// An area's rings as points, thinned where they are long.
struct AreaOutline {
    /// Outer rings and holes of all pieces: a point is inside when it is inside an odd number of them.
    let rings: [[PointE7]]
    let box: IntBox

    /// Rings up to this length, such as a house's, are kept as they are.
    private static let fullLength = 40
    /// Longer rings leave out what is less than this part of the area's size from the line: 3 m for a town of 3 km.
    private static let toleranceBySize = 0.001
    /// Longer stretches are halved first: the method is quadratic on spirals.
    private static let longestStretch = 2_048

    init(_ area: Area, in data: OSMData) {
        let box = area.bounds(in: data)
        let size = max(Double(box.maxX) - Double(box.minX), Double(box.maxY) - Double(box.minY))
        rings = area.polygons.flatMap { [$0.outer] + $0.holes }.map { ring in
            let points = ring.map { data.nodes.points[Int($0)] }
            return points.count <= Self.fullLength
                ? points : Self.thinned(points, tolerance: size * Self.toleranceBySize)
        }
        self.box = box
    }

    /// The ring without points that lie within `tolerance` of the line between those kept (Douglas and Peucker, 1973),
    /// between its first point and the one opposite.
    private static func thinned(_ ring: [PointE7], tolerance: Double) -> [PointE7] {
        let opposite = ring.count / 2
        var isKept = [Bool](repeating: false, count: ring.count + 1)
        isKept[0] = true
        isKept[opposite] = true
        var open = [(0, opposite), (opposite, ring.count)]
        while let (first, last) = open.popLast() {
            var farthest = first, largest = tolerance
            if last - first > longestStretch {
                farthest = (first + last) / 2
            } else {
                for index in stride(from: first + 1, to: last, by: 1) {
                    let distance = distance(of: ring[index], fromLine: ring[first], ring[last % ring.count])
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
        return ring.indices.filter { isKept[$0] }.map { ring[$0] }
    }

    /// In E7 units of longitude and latitude alike.
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
