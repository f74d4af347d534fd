import GeoCore

/// The corners of a grid's cells that lie within the buffer around streets, and how far the buffer reaches between two
/// corners.
///
/// Most corners need no distance computation. Corners of cells that a street touches or passes next to lie within;
/// corners far from all streets lie outside; small gaps are filled. Distances to stretches are computed only for the
/// rest.
struct ReachField {
    let grid: ReachGrid
    /// The corners within the buffer, and those of small gaps.
    private(set) var corners: BitPlane
    /// The stretches near the outline, by pairs of rows of blocks and from the west: by the block of the pair that
    /// contains their middle.
    private var fours: [FourStretches] = []
    /// The start of the stretches of each pair of blocks, four to an element of `fours`.
    private var firstOf: [Int32]

    /// In block sides.
    private static var buffer: Float { ReachGrid.bufferInBlocks }

    init(
        _ stretches: ArraySlice<Stretches.Stretch>, grid: ReachGrid, smallestHoleInSquareMetres: Double,
        until stop: StopRequest
    ) {
        self.grid = grid
        corners = BitPlane(width: grid.cornerColumns, height: grid.cornerRows)
        firstOf = [Int32](repeating: 0, count: grid.columns * ((grid.rows + 1) >> 1) + 1)

        if stop.isMade { return }
        // Every point of a street is within half a cell of a marked cell.
        var touched = BitPlane(width: 2 * grid.columns, height: 2 * grid.rows)
        for stretch in stretches {
            let middle = (stretch.start + stretch.step * 0.5) * 2
            touched.set(Int(middle.x), Int(middle.y))
            guard (stretch.step * stretch.step).sum() > 0.25 else { continue }
            let third = stretch.step * (2 / 3), before = middle - third, behind = middle + third
            touched.set(Int(before.x), Int(before.y))
            touched.set(Int(behind.x), Int(behind.y))
        }
        let smallest = smallestHoleInSquareMetres / grid.cellInSquareMetres
        coverCells(SmallGaps.filled(touched.spreadToSides(), below: smallest, joiningAcross: true))
        if stop.isMade { return }
        // A corner within the buffer is less than three cells from a marked point.
        let open = openBlocks(of: touched.spread(by: 3))
        // The outline may pass through a block beside an open block.
        sort(stretches, near: open.spread(by: ReachGrid.reachInCells + 2))
        coverCorners(of: open, until: stop)
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

    /// Returns the blocks among `cells`, by their south-western cell, with a corner that may lie outside: the
    /// south-western one, or those halfway.
    private func openBlocks(of cells: BitPlane) -> BitPlane {
        var open = BitPlane(width: cells.width, height: cells.height)
        for row in stride(from: 0, to: cells.height, by: 2) {
            open.setWords(inRow: row) { word in
                let within = corners.word(word, row) & corners.word(word, row + 1)
                // Both corners of a block side by side lie in one word.
                return cells.word(word, row) & ~(within & within >> 1) & Self.everySecond
            }
        }
        return open
    }

    private static let everySecond: UInt64 = 0x5555_5555_5555_5555

    /// Keeps the stretches of relevant blocks, sorted.
    private mutating func sort(_ stretches: ArraySlice<Stretches.Stretch>, near wanted: BitPlane) {
        var kept: [(block: Int32, stretch: Stretches.Stretch)] = []
        kept.reserveCapacity(stretches.count)
        for stretch in stretches {
            let middle = stretch.start + stretch.step * 0.5, column = Int(middle.x), row = Int(middle.y)
            guard wanted[2 * column, 2 * row] else { continue }
            let block = (row >> 1) * grid.columns + column
            firstOf[block] += 1
            kept.append((Int32(block), stretch))
        }
        // Counting sort: from the end of each block, its stretches are filled in backwards.
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

    /// Returns the range of stretches of some columns in a pair of rows. Neighbours share fours: stretches too far away
    /// change nothing.
    @inline(__always)
    private func fours(in columns: ClosedRange<Int>, pair: Int) -> Range<Int> {
        let west = pair &* grid.columns &+ columns.lowerBound
        let first = Int(firstOf[west]), end = Int(firstOf[west &+ columns.count])
        return first < end ? first >> 2..<(end &+ 3) >> 2 : 0..<0
    }

    /// Sets the corners within the buffer of open blocks.
    private mutating func coverCorners(of open: BitPlane, until stop: StopRequest) {
        let limit = SIMD4<Float>(repeating: Self.buffer * Self.buffer), none = limit .< 0
        for y in stride(from: 0, to: open.height, by: 2) where !stop.isMade {
            let rows = ReachGrid.blocks(reaching: y...y + 1, count: grid.rows)
            open.forEachSet(inRow: y) { x in
                let columns = ReachGrid.blocks(reaching: x...x + 1, count: grid.columns)
                let column = Float(x) * 0.5, row = Float(y) * 0.5
                // All four at once: a stretch near one sample is near the others, and no branch must be predicted.
                var southWest = none, southEast = none, northWest = none, northEast = none
                for pair in rows.lowerBound >> 1...rows.upperBound >> 1 {
                    for index in fours(in: columns, pair: pair) {
                        let four = fours[index], corner = four.offsets(x: column, y: row)
                        let east = four.step(east: 0.5), north = corner + four.step(north: 0.5)
                        southWest .|= four.squaredDistances(corner) .< limit
                        southEast .|= four.squaredDistances(corner + east) .< limit
                        northWest .|= four.squaredDistances(north) .< limit
                        northEast .|= four.squaredDistances(north + east) .< limit
                    }
                }
                if any(southWest) { corners.set(x, y) }
                if any(southEast) { corners.set(x + 1, y) }
                if any(northWest) { corners.set(x, y + 1) }
                if any(northEast) { corners.set(x + 1, y + 1) }
            }
        }
    }

    /// Returns how far the buffer reaches from a corner within towards its neighbour outside, 0 ... 1 of a cell's side.
    ///
    /// For a single stretch the distance grows almost linearly from one corner to the other: the error of interpolation
    /// is below 0.05 of a side. The maximum over all stretches counts.
    func reach(from x: Int, _ y: Int, east: Int, north: Int) -> Float {
        // A stretch that ends the buffer here is nearer to the corner within.
        let columns = ReachGrid.blocks(reaching: x...x, count: grid.columns, beyond: east)
        let rows = ReachGrid.blocks(reaching: y...y, count: grid.rows, beyond: north)
        let fromX = Float(x) * 0.5, fromY = Float(y) * 0.5
        let limit = SIMD4<Float>(repeating: Self.buffer * Self.buffer)
        let buffer = SIMD4<Float>(repeating: Self.buffer)
        var farthest = SIMD4<Float>()
        for pair in rows.lowerBound >> 1...rows.upperBound >> 1 {
            for index in fours(in: columns, pair: pair) {
                let four = fours[index], corner = four.offsets(x: fromX, y: fromY)
                let within = four.squaredDistances(corner)
                let isWithin = within .< limit
                guard any(isWithin) else { continue }
                let beyond = four.squaredDistances(
                    corner + four.step(east: 0.5 * Float(east)) + four.step(north: 0.5 * Float(north)))
                let nearest = within.squareRoot(), growth = beyond.squareRoot() - nearest
                let reach = (buffer - nearest) / growth
                farthest.replace(with: reach, where: isWithin .& (reach .> farthest))
            }
        }
        return min(1, max(max(farthest[0], farthest[1]), max(farthest[2], farthest[3])))
    }
}
