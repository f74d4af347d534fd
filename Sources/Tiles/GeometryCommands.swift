/// The geometry of one feature as commands of the Vector Tile Specification 2.1, section 4.3, as bytes.
struct GeometryCommands: Sendable {
    private static let moveTo: UInt32 = 1
    private static let lineTo: UInt32 = 2
    private static let closePath: UInt32 = 7
    /// A number takes at most five bytes; a run of points has up to three commands in addition.
    private static let bytesOfPoint = 10
    private static let bytesOfCommands = 15

    private(set) var bytes: [UInt8] = []
    private var last = GridPoint(x: 0, y: 0)

    var isEmpty: Bool { bytes.isEmpty }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        last = GridPoint(x: 0, y: 0)
    }

    mutating func addPoint(_ x: Int32, _ y: Int32) {
        bytes.append(varint: 1 << 3 | Self.moveTo)
        bytes.append(zigzag: x &- last.x)
        bytes.append(zigzag: y &- last.y)
        last = GridPoint(x: x, y: y)
    }

    /// Appends the line over the points of `range`, at least two.
    mutating func addLine(_ points: borrowing Vertices, _ range: Range<Int>) { add(points, range, isRing: false) }

    /// Appends a ring of at least three points.
    mutating func addRing(_ points: borrowing Vertices) { add(points, 0..<points.count, isRing: true) }

    /// Appends the rings of a polygon.
    mutating func addRings(_ rings: borrowing PolygonRings) {
        for ring in 0..<rings.count { add(rings.points, rings.range(of: ring), isRing: true) }
    }

    private mutating func add(_ points: borrowing Vertices, _ range: Range<Int>, isRing: Bool) {
        var from = last
        bytes.append(addingCapacity: range.count * Self.bytesOfPoint + Self.bytesOfCommands) { output in
            let points = points.points.span.extracting(range)
            for index in points.indices {
                if index == 0 { output.append(varint: 1 << 3 | Self.moveTo) }
                if index == 1 { output.append(varint: UInt32(points.count - 1) << 3 | Self.lineTo) }
                output.append(zigzag: points[index].x &- from.x)
                output.append(zigzag: points[index].y &- from.y)
                from = points[index]
            }
            if isRing { output.append(varint: 1 << 3 | Self.closePath) }
        }
        last = from
    }
}
