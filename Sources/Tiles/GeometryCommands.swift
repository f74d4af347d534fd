/// The geometry of one feature as commands of the Vector Tile Specification 2.1, section 4.3, as bytes.
struct GeometryCommands: Sendable {
    private static let moveTo: UInt32 = 1
    private static let lineTo: UInt32 = 2
    private static let closePath: UInt32 = 7

    private(set) var bytes: [UInt8] = []
    private var x: Int32 = 0
    private var y: Int32 = 0

    var isEmpty: Bool { bytes.isEmpty }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        x = 0
        y = 0
    }

    mutating func addPoint(_ pointX: Int32, _ pointY: Int32) {
        bytes.append(varint: 1 << 3 | Self.moveTo)
        step(pointX, pointY)
    }

    /// Appends the line over the points of `range`, at least two.
    mutating func addLine(_ points: borrowing Vertices, _ range: Range<Int>) {
        addPoint(points.x[range.lowerBound], points.y[range.lowerBound])
        bytes.append(varint: UInt32(range.count - 1) << 3 | Self.lineTo)
        for index in (range.lowerBound + 1)..<range.upperBound { step(points.x[index], points.y[index]) }
    }

    /// Appends a ring of at least three points.
    mutating func addRing(_ points: borrowing Vertices) {
        addLine(points, 0..<points.count)
        bytes.append(varint: 1 << 3 | Self.closePath)
    }

    /// Appends the rings of a polygon.
    mutating func addRings(_ rings: borrowing PolygonRings) {
        for ring in 0..<rings.count {
            addLine(rings.points, rings.range(of: ring))
            bytes.append(varint: 1 << 3 | Self.closePath)
        }
    }

    @inline(__always)
    private mutating func step(_ toX: Int32, _ toY: Int32) {
        bytes.append(zigzag: toX &- x)
        bytes.append(zigzag: toY &- y)
        x = toX
        y = toY
    }
}
