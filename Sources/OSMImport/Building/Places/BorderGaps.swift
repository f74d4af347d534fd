import GeoCore

/// What an extract leaves out of the lines of borders and coasts, drawn straight.
enum BorderGaps {
    /// How near a side of the box a path that ends there counts as cut off, and how far apart two ends may be that are
    /// one border, as parts of the box's longer side.
    private static let longestExit = 1.0 / 32, longestGap = 1.0 / 4
    /// The same for a gap in metres, however large the box is: Andorra's border has one of 4.4 km.
    private static let longestGapInMetres = 10_000.0
    /// Each end is compared with so many others to its north, and to its south.
    private static let mostCompared = 128
    /// In E7 degrees of latitude.
    private static let metresPerUnit = 0.011_119_5

    /// The rest of paths that end near a side of `box`. Of borders also what is missing between two ends that are the
    /// nearest to each other; a coast goes on as nobody knows, round bays and up rivers.
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

    /// The nearest point on a side of `box` from an `end` inside, where it is not far.
    private static func exit(from end: PointE7, of box: IntBox, reach: Double) -> PointE7? {
        let x = end.longitudeE7, y = end.latitudeE7
        guard box.contains(x: x, y: y) else { return nil }
        let sides = [(box.minX, y), (box.maxX, y), (x, box.minY), (x, box.maxY)]
            .map { PointE7(latitudeE7: $0.1, longitudeE7: $0.0) }
        return sides.filter { distance(end, $0) <= reach }.min { distance(end, $0) < distance(end, $1) }
    }

    /// The lines between two of `ends`, from south to north, that are the nearest to each other.
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

    /// In E7 degrees, of longitude as of latitude.
    private static func distance(_ a: PointE7, _ b: PointE7) -> Double {
        let x = Double(a.longitudeE7) - Double(b.longitudeE7), y = Double(a.latitudeE7) - Double(b.latitudeE7)
        return (x * x + y * y).squareRoot()
    }
}
