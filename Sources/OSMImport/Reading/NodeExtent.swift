import GeoCore

/// Computes the smallest box around points, across the antimeridian if that is smaller, and the share of points in a
/// box. The points are nodes of an extract, or corners of an area's outline.
enum NodeExtent {
    /// Cells of a tenth of a degree, in 10⁻⁷ degrees, show which longitudes have no points.
    private static let cellWidth: Int64 = 1_000_000
    private static let cellCount = 3601

    /// Returns the box around the points of all lists; an empty box if there is no point. A box across the antimeridian
    /// has `minX > maxX` (see `IntBox.isOverAntimeridian`).
    static func box(around lists: [[PointE7]]) -> IntBox {
        let box = Parallel.map(lists.count) { index in
            var box = IntBox.empty
            for point in lists[index] { box.include(point) }
            return box
        }.reduce(into: IntBox.empty) { $0.include($1) }
        // At most half a turn wide: going the other way round would be no shorter.
        guard !box.isEmpty, box.longitudeSpan > Longitude.halfTurnE7 else { return box }
        return overAntimeridian(lists, within: box)
    }

    /// Returns a box with all longitudes but the widest gap, a range without a point. `box` stays as it is if the gap
    /// across the antimeridian is the widest; otherwise the result has `minX > maxX`.
    private static func overAntimeridian(_ lists: [[PointE7]], within box: IntBox) -> IntBox {
        var lowest = [Int32](repeating: .max, count: cellCount), highest = [Int32](repeating: .min, count: cellCount)
        for list in lists {
            for point in list {
                let cell = Int((Int64(point.longitudeE7) + Longitude.halfTurnE7) / cellWidth)
                lowest[cell] = min(lowest[cell], point.longitudeE7)
                highest[cell] = max(highest[cell], point.longitudeE7)
            }
        }
        var widest = Longitude.fullTurnE7 - box.longitudeSpan, narrowed = box, last = box.minX
        for cell in lowest.indices where lowest[cell] <= highest[cell] {
            let gap = Int64(lowest[cell]) - Int64(last)
            if gap > widest {
                widest = gap
                narrowed.minX = lowest[cell]
                narrowed.maxX = last
            }
            last = highest[cell]
        }
        return narrowed
    }

    /// Returns the share of points in a box, 0 ... 1; 1 if there is no point.
    static func share(of points: [PointE7], in box: IntBox) -> Double {
        guard !points.isEmpty else { return 1 }
        let inside = Parallel.mapRanges(of: points.count) { range in range.count { box.covers(points[$0]) } }
        return Double(inside.reduce(0, +)) / Double(points.count)
    }
}
