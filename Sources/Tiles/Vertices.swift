import GeoCore

/// A reusable list of points in the units of a tile, for the input and output of clipping.
struct Vertices {
    private(set) var points: [GridPoint] = []

    var count: Int { points.count }

    subscript(index: Int) -> GridPoint { points[index] }

    mutating func removeAll() { points.removeAll(keepingCapacity: true) }

    /// Replaces all points by those that `write` appends, at most `capacity`. It checks the ownership of the memory
    /// once: a check for each point took a fifth of a tile's time.
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

    /// Appends a point, even if it repeats the last: the first point of a new part.
    mutating func begin(_ point: GridPoint) { points.append(point) }

    mutating func append(contentsOf other: borrowing Vertices) { points.append(contentsOf: other.points) }

    mutating func append(contentsOf range: Range<Int>, of other: borrowing Vertices) {
        points.append(contentsOf: other.points[range])
    }

    mutating func removeLast() { points.removeLast() }

    mutating func removeFirst(_ count: Int) { points.removeFirst(count) }
}

extension OutputSpan<GridPoint> {
    /// The last point.
    @inline(__always) var last: GridPoint { self[count - 1] }
}
