import GeoCore

/// A list of points in the units of a tile, kept for reuse: what clipping reads and writes.
struct Vertices {
    private(set) var points: [GridPoint] = []

    var count: Int { points.count }

    subscript(index: Int) -> GridPoint { points[index] }

    mutating func removeAll() { points.removeAll(keepingCapacity: true) }

    /// Replaces all points by what `write` appends, at most `capacity` of them: without a look at who owns the memory
    /// for each, which took a fifth of a tile's time.
    @inline(__always)
    mutating func refill(capacity: Int, _ write: (inout OutputSpan<GridPoint>) -> Void) {
        points.removeAll(keepingCapacity: true)
        points.append(addingCapacity: capacity, initializingWith: write)
    }

    /// Appends a point unless it repeats the last.
    @inline(__always)
    mutating func append(_ point: GridPoint) {
        if point != points.last { points.append(point) }
    }

    /// Appends a point, also one that repeats the last: the first of a new part.
    mutating func begin(_ point: GridPoint) { points.append(point) }

    mutating func append(contentsOf other: borrowing Vertices) { points.append(contentsOf: other.points) }

    mutating func append(contentsOf range: Range<Int>, of other: borrowing Vertices) {
        points.append(contentsOf: other.points[range])
    }

    mutating func removeLast() { points.removeLast() }

    mutating func removeFirst(_ count: Int) { points.removeFirst(count) }
}

extension OutputSpan<GridPoint> {
    /// The point appended last.
    @inline(__always) var last: GridPoint { self[count - 1] }
}
