import GeoCore

/// The grid that the outline of a reach is drawn on: blocks of two by two cells, whose corners lie at whole E7 units.
///
/// Sizes hold between the buffer, a block and a stretch (a straight bit of a street), which the drawing relies on:
/// what lies in a cell that a street touches, or in one that has a side with it, is within the buffer, and the middle
/// of a stretch lies less than two blocks from what is within the buffer around it.
struct ReachGrid {
    /// The most blocks of a grid; a wider reach has larger ones, and a wider buffer with them. Drawn as wide as a
    /// screen, a block of a square one has two points of it then.
    static let usualBlocks = 1 << 18
    /// Of a block's side. √5/2, the diagonal of two cells side by side, at least; and 1.25 at most: with half a cell
    /// more, three cells.
    static let bufferInBlocks: Float = 1.25
    /// Of a block's side; with the half of it, the buffer stays below two blocks. A sixth of it is half a cell at most.
    static let stretchInBlocks: Float = 1.4
    /// The buffer of a stretch reaches fewer cells than these from its middle.
    static let reachInCells = 4
    /// Blocks on each side that no street reaches.
    private static let margin = 4

    /// The south-western corner; longitudes go on beyond ±180° when streets cross the antimeridian.
    let originX: Int64
    let originY: Int64
    /// The sides of a cell in E7 units, 4 at least.
    let cellX: Int64
    let cellY: Int64
    /// Blocks east and north.
    let columns: Int
    let rows: Int
    /// How much larger cells are than the buffer asks for, for a reach so wide: what is drawn in less detail.
    let coarseness: Double
    /// Where longitudes are counted from, to bring those across the antimeridian near.
    private let meridian: Int64
    private let metresPerX: Double
    private let metresPerY: Double

    /// Returns the grid for streets, of so many blocks at most; `nil` when there are none.
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
        // Near the poles a degree of longitude is nothing; cells stay of a size that can be counted.
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

    /// Corners of cells east and north.
    var cornerColumns: Int { 2 * columns + 1 }
    var cornerRows: Int { 2 * rows + 1 }

    var cellInSquareMetres: Double { Double(cellX) * metresPerX * Double(cellY) * metresPerY }

    /// The columns, or rows, of blocks that hold the middle of a stretch whose buffer may reach any of some corners;
    /// when `beyond` is ±1, of a stretch that has its nearest point less than half a cell farther that way.
    @inline(__always)
    static func blocks(reaching corners: ClosedRange<Int>, count: Int, beyond: Int = 0) -> ClosedRange<Int> {
        // Half a cell and half a stretch are less than two cells.
        let first = (corners.lowerBound - (beyond < 0 ? 2 : reachInCells)) >> 1
        let last = (corners.upperBound + (beyond > 0 ? 2 : reachInCells) - 1) >> 1
        return max(0, first)...min(count - 1, last)
    }

    /// East and north of the origin, in blocks.
    @inline(__always)
    func position(_ point: PointE7) -> SIMD2<Float> {
        let x = Self.near(Int64(point.longitudeE7), meridian) - originX, y = Int64(point.latitudeE7) - originY
        return SIMD2(Float(x), Float(y)) / SIMD2(Float(2 * cellX), Float(2 * cellY))
    }

    /// How many E7 units a tolerance is, the less the more it is across.
    func toleranceE7(inMetres metres: Double) -> (x: Double, y: Double) { (metres / metresPerX, metres / metresPerY) }

    private static func near(_ x: Int64, _ meridian: Int64) -> Int64 {
        let turn = 3_600_000_000 as Int64, difference = x - meridian
        return difference > turn / 2 ? x - turn : difference < -turn / 2 ? x + turn : x
    }
}
