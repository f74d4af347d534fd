import GeoCore

/// The grid for the outline of a reach: blocks of two by two cells, whose corners lie at whole E7 units.
///
/// The sizes of the buffer, a block and a stretch (a straight part of a street) guarantee two things. A cell that a
/// street touches, and each cell that shares a side with it, is within the buffer. And the middle of a stretch lies
/// less than two blocks from everything within its buffer.
struct ReachGrid {
    /// The maximum number of blocks of a grid; a wider reach has larger blocks and a wider buffer. At screen width, a
    /// block of a square grid is then two points wide.
    static let usualBlocks = 1 << 18
    /// In block sides. At least √5/2, the diagonal of two cells side by side; and at most 1.25: with half a cell more,
    /// that is three cells.
    static let bufferInBlocks: Float = 1.25
    /// In block sides; with half of it, the buffer stays below two blocks. A sixth of it is at most half a cell.
    static let stretchInBlocks: Float = 1.4
    /// The buffer of a stretch reaches fewer cells than this from its middle.
    static let reachInCells = 4
    /// The number of blocks on each side that no street reaches.
    private static let margin = 4

    /// The south-western corner; longitudes continue beyond ±180° if streets cross the antimeridian.
    let originX: Int64
    let originY: Int64
    /// The sides of a cell in E7 units, at least 4.
    let cellX: Int64
    let cellY: Int64
    /// The number of blocks east and north.
    let columns: Int
    let rows: Int
    /// The ratio of the cells' size to the size that the buffer requires; above 1 for a wide reach, which has less
    /// detail.
    let coarseness: Double
    /// The meridian from which longitudes count, so that those across the antimeridian are near.
    private let meridian: Int64
    private let metresPerX: Double
    private let metresPerY: Double

    /// Returns the grid for streets, with at most `maximumBlocks` blocks; `nil` if there are none.
    init?(_ points: [PointE7], bufferInMetres: Double, upTo maximumBlocks: Int = usualBlocks) {
        guard let first = points.first else { return nil }
        meridian = Int64(first.longitudeE7)
        var west = Int64.max, east = Int64.min, south = Int32.max, north = Int32.min
        for point in points {
            let x = Self.near(Int64(point.longitudeE7), meridian)
            west = min(west, x)
            east = max(east, x)
            south = min(south, point.latitudeE7)
            north = max(north, point.latitudeE7)
        }
        let middle = (Double(south) + Double(north)) / 2e7
        metresPerY = Coordinate.earthRadiusInMetres * Elementary.radiansPerDegree / 1e7
        // Near the poles a degree of longitude has no length; this keeps the number of cells finite.
        metresPerX = metresPerY * max(0.001, Elementary.cosine(middle * Elementary.radiansPerDegree))
        var block = max(1, bufferInMetres) / Double(Self.bufferInBlocks)
        let width = Double(east - west) * metresPerX, height = (Double(north) - Double(south)) * metresPerY
        while true {
            let sides = 2.0 * Double(Self.margin) + 1
            if (width / block + sides) * (height / block + sides) <= Double(maximumBlocks) { break }
            block *= 1.25
        }
        coarseness = block * Double(Self.bufferInBlocks) / max(1, bufferInMetres)
        cellX = Int64((block / 2 / metresPerX).rounded(.toNearestOrEven))
        cellY = Int64((block / 2 / metresPerY).rounded(.toNearestOrEven))
        originX = west - Int64(Self.margin) * 2 * cellX
        originY = Int64(south) - Int64(Self.margin) * 2 * cellY
        columns = Int((east - originX) / (2 * cellX)) + 1 + Self.margin
        rows = Int((Int64(north) - originY) / (2 * cellY)) + 1 + Self.margin
    }

    /// The number of cell corners east and north.
    var cornerColumns: Int { 2 * columns + 1 }
    var cornerRows: Int { 2 * rows + 1 }

    var cellInSquareMetres: Double { Double(cellX) * metresPerX * Double(cellY) * metresPerY }

    /// Returns the columns, or rows, of blocks with the middle of a stretch whose buffer may reach any of some corners.
    /// With `beyond` ±1, only stretches whose nearest point lies less than half a cell farther that way.
    @inline(__always)
    static func blocks(reaching corners: ClosedRange<Int>, count: Int, beyond: Int = 0) -> ClosedRange<Int> {
        // Half a cell and half a stretch are less than two cells.
        let first = (corners.lowerBound - (beyond < 0 ? 2 : reachInCells)) >> 1
        let last = (corners.upperBound + (beyond > 0 ? 2 : reachInCells) - 1) >> 1
        return max(0, first)...min(count - 1, last)
    }

    /// Returns the position east and north of the origin, in blocks.
    @inline(__always)
    func position(_ point: PointE7) -> SIMD2<Float> {
        let x = Self.near(Int64(point.longitudeE7), meridian) - originX, y = Int64(point.latitudeE7) - originY
        return SIMD2(Float(x), Float(y)) / SIMD2(Float(2 * cellX), Float(2 * cellY))
    }

    /// Returns a tolerance in E7 units.
    func toleranceE7(inMetres metres: Double) -> (x: Double, y: Double) { (metres / metresPerX, metres / metresPerY) }

    private static func near(_ x: Int64, _ meridian: Int64) -> Int64 {
        let turn = 3_600_000_000 as Int64, difference = x - meridian
        return difference > turn / 2 ? x - turn : difference < -turn / 2 ? x + turn : x
    }
}
