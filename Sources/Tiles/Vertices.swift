import GeoCore

/// A list of points in the units of a tile, kept for reuse: what clipping reads and writes.
struct Vertices {
    private(set) var x: [Int32] = []
    private(set) var y: [Int32] = []

    var count: Int { x.count }

    mutating func removeAll() {
        x.removeAll(keepingCapacity: true)
        y.removeAll(keepingCapacity: true)
    }

    /// Appends a point unless it repeats the last.
    @inline(__always)
    mutating func append(_ newX: Int32, _ newY: Int32) {
        if let lastX = x.last, let lastY = y.last, lastX == newX, lastY == newY { return }
        x.append(newX)
        y.append(newY)
    }

    /// Appends a point, also one that repeats the last: the first of a new part.
    mutating func begin(_ newX: Int32, _ newY: Int32) {
        x.append(newX)
        y.append(newY)
    }

    mutating func removeLast() {
        x.removeLast()
        y.removeLast()
    }

    mutating func removeFirst(_ count: Int) {
        x.removeFirst(count)
        y.removeFirst(count)
    }
}
