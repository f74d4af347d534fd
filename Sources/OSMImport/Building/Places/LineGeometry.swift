import GeoCore

/// The known points of a way, as unbroken lines.
struct LineGeometry {
    private let lines: [[PointE7]]
    /// The length in E7 units of latitude.
    let length: Double
    /// The node nearest to the halfway point that is not an end; or the first node of a line with only two, where
    /// usually another street meets it. `nil` for a way without known nodes.
    let middle: PointE7?

    init(ofWay way: Int, in data: OSMData) {
        var lines: [[PointE7]] = [[]]
        for node in data.ways.refs(of: way) {
            if node == OSMData.missing {
                if !lines[lines.count - 1].isEmpty { lines.append([]) }
            } else {
                lines[lines.count - 1].append(data.nodes.points[Int(node)])
            }
        }
        lines.removeAll { $0.isEmpty }
        self.lines = lines
        let squeeze = lines.first.map { Elementary.cosine(Double($0[0].latitudeE7) / 1e7 * .pi / 180) } ?? 1
        length = lines.reduce(0) { $0 + Self.length(of: $1, squeeze) }
        let half = Self.point(at: length / 2, on: lines, squeeze)
        let inner = lines.lazy.flatMap { $0.dropFirst().dropLast() }
        middle =
            half.flatMap { half in
                inner.min { Self.distance($0, half, squeeze) < Self.distance($1, half, squeeze) }
            } ?? lines.first?.first
    }

    /// Returns points along the way, each in the middle of one of the equal parts of at most `length` E7 units of
    /// latitude, at most `most`; `middle` if one part suffices.
    func samples(ofAtMost length: Double, most: Int) -> [PointE7] {
        let count = min(most, max(1, Int((self.length / length).rounded(.up))))
        guard count > 1, let first = lines.first?.first else { return middle.map { [$0] } ?? [] }
        let squeeze = Elementary.cosine(Double(first.latitudeE7) / 1e7 * .pi / 180)
        return (0..<count).compactMap { index in
            Self.point(at: (Double(index) + 0.5) / Double(count) * self.length, on: lines, squeeze)
        }
    }

    /// Returns the point at a share of the length of `line`, 0 ... 1; the line has at least one point, and may cross
    /// the antimeridian.
    static func point(atShare share: Double, of line: [PointE7]) -> PointE7 {
        let squeeze = Elementary.cosine(Double(line[0].latitudeE7) / 1e7 * .pi / 180)
        var unbroken = line
        for index in unbroken.indices.dropFirst() {
            unbroken[index].longitudeE7 = Longitude.continued(
                from: unbroken[index - 1].longitudeE7, to: unbroken[index].longitudeE7)
        }
        var found = point(at: share * length(of: unbroken, squeeze), on: [unbroken], squeeze) ?? line[0]
        found.longitudeE7 = Longitude.onEarth(Int64(found.longitudeE7))
        return found
    }

    /// Returns the lines split into parts of at most `limit` points; each part begins where the one before ends.
    func pieces(ofAtMost limit: Int) -> [[PointE7]] {
        lines.flatMap { line in
            stride(from: 0, to: max(1, line.count - 1), by: limit - 1).map { start in
                Array(line[start..<min(line.count, start + limit)])
            }
        }
    }

    private static func length(of line: [PointE7], _ squeeze: Double) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1, squeeze) }
    }

    private static func point(at length: Double, on lines: [[PointE7]], _ squeeze: Double) -> PointE7? {
        var left = length
        for line in lines {
            for (from, to) in zip(line, line.dropFirst()) {
                let step = distance(from, to, squeeze)
                guard step < left || step == 0 else { return PointE7(from: from, to: to, share: min(1, left / step)) }
                left -= step
            }
        }
        return lines.last?.last
    }

    private static func distance(_ a: PointE7, _ b: PointE7, _ squeeze: Double) -> Double {
        let x = (Double(a.longitudeE7) - Double(b.longitudeE7)) * squeeze
        let y = Double(a.latitudeE7) - Double(b.latitudeE7)
        return (x * x + y * y).squareRoot()
    }
}
