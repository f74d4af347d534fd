import GeoCore

/// Which corners of a grid's cells lie within the buffer around streets, and how far it reaches between two of them.
///
/// Most corners need no look at streets: those of cells that one touches, or passes next to, lie within, those far from
/// all lie outside, and small gaps are filled. Only for those that are left are distances to stretches computed.
struct ReachField {
    let grid: ReachGrid
    /// The corners within the buffer, and those of small gaps.
    private(set) var corners: BitPlane
    /// Those near the outline, by the block that holds their middle, row by row.
    private var stretches = Stretches(count: 0)
    /// Where the stretches of each block begin.
    private var firstOf: [Int32]

    /// Of a block's side.
    private static var buffer: Float { ReachGrid.bufferInBlocks }

    init(_ streets: ReachedStreets, level: Int, grid: ReachGrid, smallestHoleInSquareMetres: Double) {
        self.grid = grid
        let lines = Lines(streets, level: level, grid: grid)
        corners = BitPlane(width: grid.cornerColumns, height: grid.cornerRows)
        firstOf = [Int32](repeating: 0, count: grid.columns * grid.rows + 1)

        var touched = BitPlane(width: 2 * grid.columns, height: 2 * grid.rows)
        var holding = BitPlane(width: grid.columns, height: grid.rows)
        lines.forEachStretch { start, step in
            let middle = start + step * 0.5, end = start + step
            holding.set(Int(middle.x), Int(middle.y))
            for point in [start, middle, end] { touched.set(Int(point.x * 2), Int(point.y * 2)) }
        }
        let smallest = smallestHoleInSquareMetres / grid.cellInSquareMetres
        coverCells(SmallGaps.filled(touched.spread(by: 1), below: smallest, joiningAcross: true))
        let open = openBlocks(of: holding.spread(by: ReachGrid.reachInBlocks))
        // The outline may pass through a block beside an open one.
        sort(lines, near: open.spread(by: ReachGrid.reachInBlocks + 1))
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
                let x = 2 * column, y = 2 * row
                let isCovered = corners[x, y] && corners[x + 1, y] && corners[x, y + 1] && corners[x + 1, y + 1]
                if !isCovered { open.set(column, row) }
            }
        }
        return open
    }

    /// Keeps the stretches of the blocks that matter, sorted by block.
    private mutating func sort(_ lines: Lines, near wanted: BitPlane) {
        var kept: [(block: Int32, start: SIMD2<Float>, step: SIMD2<Float>)] = []
        lines.forEachStretch { start, step in
            let middle = start + step * 0.5, column = Int(middle.x), row = Int(middle.y)
            guard wanted[column, row] else { return }
            let block = row * grid.columns + column
            firstOf[block + 1] += 1
            kept.append((Int32(block), start, step))
        }
        for block in 1..<firstOf.count { firstOf[block] += firstOf[block - 1] }
        stretches = Stretches(count: kept.count)
        var next = firstOf
        for (block, start, step) in kept {
            stretches.set(Int(next[Int(block)]), start: start, step: step)
            next[Int(block)] += 1
        }
    }

    /// The stretches of a row's blocks that may reach into the block at a column.
    @inline(__always)
    private func stretches(near column: Int, row: Int) -> Range<Int> {
        let reach = ReachGrid.reachInBlocks
        let first = row * grid.columns + max(0, column - reach)
        let last = row * grid.columns + min(grid.columns - 1, column + reach)
        return Int(firstOf[first])..<Int(firstOf[last + 1])
    }

    private func rows(near row: Int) -> ClosedRange<Int> {
        max(0, row - ReachGrid.reachInBlocks)...min(grid.rows - 1, row + ReachGrid.reachInBlocks)
    }

    /// Sets the corners within the buffer of open blocks.
    private mutating func coverCorners(of open: BitPlane) {
        let offX = SIMD4<Float>(0, 0.5, 0, 0.5), offY = SIMD4<Float>(0, 0, 0.5, 0.5)
        let limit = SIMD4<Float>(repeating: Self.buffer * Self.buffer)
        for row in 0..<open.height {
            open.forEachSet(inRow: row) { column in
                let x = Float(column) + offX, y = Float(row) + offY
                var isWithin = SIMDMask<SIMD4<Int32>>(repeating: false)
                for near in rows(near: row) {
                    for index in stretches(near: column, row: near) {
                        isWithin .|= stretches.squaredDistances(from: index, x: x, y: y) .< limit
                    }
                    if all(isWithin) { break }
                }
                if isWithin[0] { corners.set(2 * column, 2 * row) }
                if isWithin[1] { corners.set(2 * column + 1, 2 * row) }
                if isWithin[2] { corners.set(2 * column, 2 * row + 1) }
                if isWithin[3] { corners.set(2 * column + 1, 2 * row + 1) }
            }
        }
    }

    /// How far the buffer reaches from a corner within towards its neighbour outside, 0 ... 1 of a cell's side.
    ///
    /// For each stretch alone the distance grows from the one corner to the other, almost evenly: what the straight
    /// line between both values misses is below 0.04 of a side. The farthest counts.
    func reach(from x: Int, _ y: Int, east: Int, north: Int) -> Float {
        let column = min(x >> 1, grid.columns - 1), row = min(y >> 1, grid.rows - 1)
        let fromX = Float(x) * 0.5, fromY = Float(y) * 0.5
        let toX = Float(x + east) * 0.5, toY = Float(y + north) * 0.5
        let limit = SIMD4<Float>(repeating: Self.buffer * Self.buffer)
        let buffer = SIMD4<Float>(repeating: Self.buffer)
        var farthest = SIMD4<Float>()
        for near in rows(near: row) {
            let range = stretches(near: column, row: near)
            // Of the next blocks are those read beyond the range: they count where they are near.
            for index in stride(from: range.lowerBound, to: range.upperBound, by: 4) {
                let within = stretches.squaredDistances(fromFourAt: index, x: fromX, y: fromY)
                let isWithin = within .< limit
                guard any(isWithin) else { continue }
                let beyond = stretches.squaredDistances(fromFourAt: index, x: toX, y: toY)
                let nearest = within.squareRoot(), growth = beyond.squareRoot() - nearest
                let reach = (buffer - nearest) / growth
                farthest.replace(with: reach, where: isWithin .& (reach .> farthest))
            }
        }
        return min(1, max(max(farthest[0], farthest[1]), max(farthest[2], farthest[3])))
    }
}

/// The lines of a level as points of the grid.
private struct Lines {
    let positions: [SIMD2<Float>]
    let ends: ArraySlice<Int>

    init(_ streets: ReachedStreets, level: Int, grid: ReachGrid) {
        ends = streets.pieceEnds[..<streets.levelEnds[level]]
        positions = streets.points[..<(ends.last ?? 0)].map { grid.position($0) }
    }

    /// Calls `visit` with where each stretch begins and how it goes on.
    @inline(__always)
    func forEachStretch(_ visit: (SIMD2<Float>, SIMD2<Float>) -> Void) {
        var first = 0
        for end in ends {
            if end == first + 1 { visit(positions[first], SIMD2()) }
            for index in (first + 1)..<max(end, first + 1) {
                let start = positions[index - 1], step = positions[index] - start
                let square = (step * step).sum()
                guard square > ReachGrid.stretchInBlocks * ReachGrid.stretchInBlocks else {
                    visit(start, step)
                    continue
                }
                let count = Int(square.squareRoot() / ReachGrid.stretchInBlocks) + 1
                let part = step / Float(count)
                for number in 0..<count { visit(start + part * Float(number), part) }
            }
            first = end
        }
    }
}
