package import GeoCore

/// A position on a band's grid: x eastward, y southward.
package struct GridPoint: Equatable, Hashable, Sendable {
    package var x: Int32
    package var y: Int32

    package init(x: Int32, y: Int32) {
        self.x = x
        self.y = y
    }
}

/// Shapes of many features in the format of `ShapeReader`, with the box around each.
///
/// To make a feature, add its point, lines or rings and then call `endFeature`.
package struct ShapeColumn: Sendable {
    package private(set) var boxes: [IntBox] = []
    /// The number of vertices of each feature.
    package private(set) var vertexCounts: [Int32] = []
    private var ends: [Int] = []
    private var bytes: [UInt8] = []
    /// The runs of the current feature: their headers, their lengths, and all their points.
    private var headers: [(header: UInt32, count: Int)] = []
    private var points: [GridPoint] = []
    private var areApart = false
    private var box = IntBox.empty

    package init() {}

    package var count: Int { boxes.count }

    /// Makes the current feature a point, which has no other geometry.
    package mutating func addPoint(_ point: GridPoint) { box.include(x: point.x, y: point.y) }

    /// Appends a part of a line, at least two points.
    package mutating func addLine(_ line: some Collection<GridPoint>) { add(line, header: UInt32(line.count)) }

    /// Appends a ring of at least three points: an outer ring clockwise on the screen, or a hole in the last outer ring
    /// counterclockwise.
    package mutating func addRing(_ ring: some Collection<GridPoint>, isHole: Bool) {
        add(ring, header: UInt32(ring.count) << 1 | (isHole ? 1 : 0))
    }

    /// Records that no two rings of the current feature touch.
    package mutating func markRingsApart() { areApart = true }

    private mutating func add(_ run: some Collection<GridPoint>, header: UInt32) {
        headers.append((header, run.count))
        for point in run {
            points.append(point)
            box.include(x: point.x, y: point.y)
        }
    }

    /// Ends the current feature and returns whether it had content; otherwise it leaves no trace.
    package mutating func endFeature() -> Bool {
        guard !box.isEmpty else { return false }
        var x = box.minX, y = box.minY, index = 0
        if areApart, !headers.isEmpty { headers[0].header |= 1 }
        for (header, count) in headers {
            bytes.append(varint: header)
            for point in points[index..<(index + count)] {
                bytes.append(zigzag: point.x &- x)
                bytes.append(zigzag: point.y &- y)
                x = point.x
                y = point.y
            }
            index += count
        }
        boxes.append(box)
        vertexCounts.append(Int32(max(1, points.count)))
        ends.append(bytes.count)
        headers.removeAll(keepingCapacity: true)
        points.removeAll(keepingCapacity: true)
        areApart = false
        box = .empty
        return true
    }

    func bytes(of index: Int) -> ArraySlice<UInt8> { bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }
}
