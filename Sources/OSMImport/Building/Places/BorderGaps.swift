import GeoCore

/// Closes gaps that an extract leaves in the lines of borders and coasts, with straight lines.
enum BorderGaps {
    /// The maximum distance from a side of the box at which a path's end counts as cut off, and between two ends of one
    /// border, as shares of the box's longer side.
    private static let longestExit = 1.0 / 32, longestGap = 1.0 / 4
    /// The maximum gap in metres, for boxes of any size: Andorra's border has a gap of 4.4 km.
    private static let longestGapInMetres = 10_000.0
    /// The maximum number of other ends to compare each end with, to its north and to its south.
    private static let mostCompared = 128
    /// Metres for an E7 degree of latitude.
    private static let metresPerUnit = 0.011_119_5

    /// Returns the missing ends of paths near a side of `box`. For borders, also the lines between two ends that are
    /// nearest to each other. Coasts get no such lines: they may follow bays and rivers.
    static func missingParts(of paths: [[PointE7]], isBorder: Bool, _ box: IntBox) -> [[PointE7]] {
        var counts: [PointE7: Int] = [:]
        for path in paths {
            if let first = path.first { counts[first, default: 0] += 1 }
            if let last = path.last { counts[last, default: 0] += 1 }
        }
        let ends = counts.filter { $0.value == 1 }.keys
            .sorted { ($0.latitudeE7, $0.longitudeE7) < ($1.latitudeE7, $1.longitudeE7) }
        let longerSide = Double(longerSide(of: box))
        var open: [PointE7] = [], parts: [[PointE7]] = []
        for end in ends {
            if let exit = exit(from: end, of: box, reach: longerSide * longestExit) {
                parts.append([end, exit])
            } else {
                open.append(end)
            }
        }
        return isBorder ? parts + gaps(between: open, reach: longerSide * longestGap) : parts
    }

    static func longerSide(of box: IntBox) -> Int64 {
        max(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY))
    }

    /// Returns the nearest point on a side of `box` from an `end` inside, if it is near.
    private static func exit(from end: PointE7, of box: IntBox, reach: Double) -> PointE7? {
        let x = end.longitudeE7, y = end.latitudeE7
        guard box.contains(x: x, y: y) else { return nil }
        let sides = [(box.minX, y), (box.maxX, y), (x, box.minY), (x, box.maxY)]
            .map { PointE7(latitudeE7: $0.1, longitudeE7: $0.0) }
        return sides.filter { distance(end, $0) <= reach }.min { distance(end, $0) < distance(end, $1) }
    }

    /// Returns the lines between two of `ends` that are nearest to each other; the ends are sorted from south to north.
    private static func gaps(between ends: [PointE7], reach: Double) -> [[PointE7]] {
        let nearest = ends.indices.map { Self.nearest(to: $0, of: ends, reach: reach) }
        return ends.indices.compactMap { end in
            nearest[end].flatMap { $0 > end && nearest[$0] == end ? [ends[end], ends[$0]] : nil }
        }
    }

    private static func nearest(to end: Int, of ends: [PointE7], reach: Double) -> Int? {
        var best: (metres: Double, end: Int)?
        let south = Array(ends.indices[..<end].suffix(mostCompared).reversed())
        for others in [south, Array(ends.indices[(end + 1)...].prefix(mostCompared))] {
            for other in others {
                let north = (Double(ends[other].latitudeE7) - Double(ends[end].latitudeE7)).magnitude * metresPerUnit
                guard north <= best?.metres ?? longestGapInMetres else { break }
                let metres = ends[end].distance(inMetresTo: ends[other])
                if metres <= longestGapInMetres, metres < best?.metres ?? .infinity,
                    distance(ends[end], ends[other]) <= reach
                {
                    best = (metres, other)
                }
            }
        }
        return best?.end
    }

    /// Returns the distance in E7 degrees, for longitude as for latitude.
    private static func distance(_ a: PointE7, _ b: PointE7) -> Double {
        let x = Double(a.longitudeE7) - Double(b.longitudeE7), y = Double(a.latitudeE7) - Double(b.latitudeE7)
        return (x * x + y * y).squareRoot()
    }
}
