import GeoCore

/// Which corners of a grid's cells lie within the buffer around streets, and how far it reaches between two of them.
///
/// Most corners need no look at streets: those of cells that one touches, or passes next to, lie within, those far from
/// all lie outside, and small gaps are filled. Only for those that are left are distances to stretches computed.
struct ReachField {
    let grid: ReachGrid
    /// The corners within the buffer, and those of small gaps.
    private(set) var corners: BitPlane
    /// The stretches near the outline, by the two blocks, one north of the other, that hold their middle: pairs of rows
    /// from the west.
    private var fours: [FourStretches] = []
    /// Where the stretches of each two blocks begin, four to an element of `fours`.
    private var firstOf: [Int32]

    /// Of a block's side.
    private static var buffer: Float { ReachGrid.bufferInBlocks }

    init(_ stretches: ArraySlice<Stretches.Stretch>, grid: ReachGrid, smallestHoleInSquareMetres: Double) {
        self.grid = grid
        corners = BitPlane(width: grid.cornerColumns, height: grid.cornerRows)
        firstOf = [Int32](repeating: 0, count: grid.columns * ((grid.rows + 1) >> 1) + 1)

        var touched = BitPlane(width: 2 * grid.columns, height: 2 * grid.rows)
        var holding = BitPlane(width: grid.columns, height: grid.rows)
        for stretch in stretches {
            // Where it ends, the next one begins.
            let start = stretch.start * 2
            let middleX = Int(start.x + stretch.step.x), middleY = Int(start.y + stretch.step.y)
            touched.set(Int(start.x), Int(start.y))
            touched.set(middleX, middleY)
            holding.set(middleX >> 1, middleY >> 1)
        }
        let smallest = smallestHoleInSquareMetres / grid.cellInSquareMetres
        coverCells(SmallGaps.filled(touched.spreadToSides(), below: smallest, joiningAcross: true))
        let open = openBlocks(of: holding.spread(by: ReachGrid.reachInBlocks))
        // The outline may pass through a block beside an open one.
        sort(stretches, near: open.spread(by: ReachGrid.reachInBlocks + 1))
        coverCorners(of: open)
        corners = SmallGaps.filled(corners, below: smallest, joiningAcross: false)
    }

    /// Sets the corners of cells that lie within.
    private mutating func coverCells(_ cells: BitPlane) {
        for row in 0..<cells.height {
            cells.forEachRun(inRow: row) { run in
                corners.set(run.lowerBound...(run.upperBound + 1), row: row)
                corners.set(run.lowerBound...(run.upperBound + 1), row: row + 1)
            }
        }
    }

    /// The blocks that have a corner not known to lie within: the south-western one, or those halfway.
    private func openBlocks(of blocks: BitPlane) -> BitPlane {
        var open = BitPlane(width: blocks.width, height: blocks.height)
        for row in 0..<blocks.height {
            blocks.forEachSet(inRow: row) { column in
                // Two corners side by side lie in one word.
                let south = corners.bits(from: 2 * column, 2 * row)
                let north = corners.bits(from: 2 * column, 2 * row + 1)
                if ~(south & north) & 3 != 0 { open.set(column, row) }
            }
        }
        return open
    }

    /// Keeps the stretches of the blocks that matter, sorted.
    private mutating func sort(_ stretches: ArraySlice<Stretches.Stretch>, near wanted: BitPlane) {
        var kept: [(block: Int32, stretch: Stretches.Stretch)] = []
        kept.reserveCapacity(stretches.count)
        for stretch in stretches {
            let middle = stretch.start + stretch.step * 0.5, column = Int(middle.x), row = Int(middle.y)
            guard wanted[column, row] else { continue }
            let block = (row >> 1) * grid.columns + column
            firstOf[block] += 1
            kept.append((Int32(block), stretch))
        }
        // From where each block ends, its stretches are counted down to where it begins.
        var end: Int32 = 0
        for block in firstOf.indices {
            end += firstOf[block]
            firstOf[block] = end
        }
        let nowhere = Stretches.Stretch(start: SIMD2(-1e6, -1e6), step: SIMD2())
        var sorted = [Stretches.Stretch](repeating: nowhere, count: (kept.count + 3) & ~3)
        for (block, stretch) in kept {
            firstOf[Int(block)] -= 1
            sorted[Int(firstOf[Int(block)])] = stretch
        }
        fours = stride(from: 0, to: sorted.count, by: 4).map {
            FourStretches(sorted[$0], sorted[$0 + 1], sorted[$0 + 2], sorted[$0 + 3])
        }
    }

    /// Where the stretches of columns are in a pair of rows; those of others that are read with them count where they are
    /// near.
    @inline(__always)
    private func fours(in columns: ClosedRange<Int>, pair: Int) -> Range<Int> {
        let west = pair &* grid.columns &+ columns.lowerBound
        let first = Int(firstOf[west]), end = Int(firstOf[west &+ columns.count])
        return first < end ? first >> 2..<(end &+ 3) >> 2 : 0..<0
    }

    /// Sets the corners within the buffer of open blocks.
    private mutating func coverCorners(of open: BitPlane) {
        let limit = SIMD4<Float>(repeating: Self.buffer * Self.buffer), none = limit .< 0
        for row in 0..<open.height {
            let rows = ReachGrid.blocks(reaching: 2 * row...2 * row + 1, count: grid.rows)
            open.forEachSet(inRow: row) { column in
                let columns = ReachGrid.blocks(reaching: 2 * column...2 * column + 1, count: grid.columns)
                let x = Float(column), y = Float(row)
                // All four at once: who is near one is near others, and no branch has to be foreseen.
                var southWest = none, southEast = none, northWest = none, northEast = none
                for pair in rows.lowerBound >> 1...rows.upperBound >> 1 {
                    for index in fours(in: columns, pair: pair) {
                        let four = fours[index]
                        southWest .|= four.squaredDistances(x: x, y: y) .< limit
                        southEast .|= four.squaredDistances(x: x + 0.5, y: y) .< limit
                        northWest .|= four.squaredDistances(x: x, y: y + 0.5) .< limit
                        northEast .|= four.squaredDistances(x: x + 0.5, y: y + 0.5) .< limit
                    }
                }
                if any(southWest) { corners.set(2 * column, 2 * row) }
                if any(southEast) { corners.set(2 * column + 1, 2 * row) }
                if any(northWest) { corners.set(2 * column, 2 * row + 1) }
                if any(northEast) { corners.set(2 * column + 1, 2 * row + 1) }
            }
        }
    }

    /// How far the buffer reaches from a corner within towards its neighbour outside, 0 ... 1 of a cell's side.
    ///
    /// For each stretch alone the distance grows from the one corner to the other, almost evenly: what the straight
    /// line between both values misses is below 0.05 of a side. The farthest counts.
    func reach(from x: Int, _ y: Int, east: Int, north: Int) -> Float {
        // A stretch that ends the buffer here is nearer to the corner within.
        let columns = ReachGrid.blocks(reaching: x...x, count: grid.columns, beyond: east)
        let rows = ReachGrid.blocks(reaching: y...y, count: grid.rows, beyond: north)
        let fromX = Float(x) * 0.5, fromY = Float(y) * 0.5
        let toX = Float(x + east) * 0.5, toY = Float(y + north) * 0.5
        let limit = SIMD4<Float>(repeating: Self.buffer * Self.buffer)
        let buffer = SIMD4<Float>(repeating: Self.buffer)
        var farthest = SIMD4<Float>()
        for pair in rows.lowerBound >> 1...rows.upperBound >> 1 {
            for index in fours(in: columns, pair: pair) {
                let four = fours[index], within = four.squaredDistances(x: fromX, y: fromY)
                let isWithin = within .< limit
                guard any(isWithin) else { continue }
                let beyond = four.squaredDistances(x: toX, y: toY)
                let nearest = within.squareRoot(), growth = beyond.squareRoot() - nearest
                let reach = (buffer - nearest) / growth
                farthest.replace(with: reach, where: isWithin .& (reach .> farthest))
            }
        }
        return min(1, max(max(farthest[0], farthest[1]), max(farthest[2], farthest[3])))
    }
}
