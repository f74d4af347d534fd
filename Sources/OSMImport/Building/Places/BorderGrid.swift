import GeoCore

/// The regions into which borders and coasts divide an extract, although no country's ring closes in it.
///
/// A raster of cells: cells that a line crosses are walls, and the others are flooded, so that cells of one region are
/// connected. A point in a wall belongs to the region of a near cell that is visible without a line between. If a
/// border ends in the middle of the extract, a region extends from one country into the next: it is leaky.
struct BorderGrid: Sendable {
    private static let wall: Int32 = -1
    private static let unknown: Int32 = -2

    private let raster: CellRaster
    /// The region of each cell, or `wall`.
    private let pieces: [Int32]
    private let walls: BorderWalls
    /// The number of cells of each region.
    let sizes: [Int]
    /// Regions that a gap in a line joins with others.
    let isLeaky: [Bool]

    /// Divides `box` along borders and coasts, lines of points. Returns `nil` if they do not cross it, if it crosses
    /// the antimeridian, and if the lines are longer than any border.
    init?(_ box: IntBox, borders: [[PointE7]], coasts: [[PointE7]]) {
        let lines = Self.lines(borders, isBorder: true, box) + Self.lines(coasts, isBorder: false, box)
        guard !lines.isEmpty, let raster = CellRaster(box), let walls = BorderWalls(lines, raster) else { return nil }
        var pieces = [Int32](repeating: Self.unknown, count: raster.count)
        for cell in walls.cells { pieces[cell] = Self.wall }
        sizes = Self.flood(&pieces, columns: raster.columns)
        isLeaky = Self.leaks(lines, pieces, pieceCount: sizes.count, raster)
        self.raster = raster
        self.walls = walls
        self.pieces = pieces
    }

    /// Returns the parts of paths near `box`, with the lines that close their gaps.
    private static func lines(_ paths: [[PointE7]], isBorder: Bool, _ box: IntBox) -> [BorderLine] {
        (paths + BorderGaps.missingParts(of: paths, isBorder: isBorder, box)).flatMap { zip($0, $0.dropFirst()) }
            .map { BorderLine(from: $0.0, to: $0.1, isBorder: isBorder) }
            .filter {
                var extent = IntBox.empty
                extent.include($0.from)
                extent.include($0.to)
                return extent.intersects(box)
            }
    }

    /// Numbers connected cells that are not walls, and returns the number of cells of each region.
    private static func flood(_ pieces: inout [Int32], columns: Int) -> [Int] {
        var sizes: [Int] = [], open: [Int] = []
        for start in pieces.indices where pieces[start] == unknown {
            let number = Int32(sizes.count)
            var size = 0
            pieces[start] = number
            open.append(start)
            while let cell = open.popLast() {
                size += 1
                let x = cell % columns
                for next in [x > 0 ? cell - 1 : -1, x + 1 < columns ? cell + 1 : -1, cell - columns, cell + columns]
                where next >= 0 && next < pieces.count && pieces[next] == unknown {
                    pieces[next] = number
                    open.append(next)
                }
            }
            sizes.append(size)
        }
        return sizes
    }

    /// Finds leaky regions: if a border ends in the middle of the extract, a region on both sides of it extends into
    /// both countries; not if the border ends at a coast with which it shares no node.
    private static func leaks(
        _ lines: [BorderLine], _ pieces: [Int32], pieceCount: Int, _ raster: CellRaster
    ) -> [Bool] {
        var ends: [PointE7: Int] = [:], isLeaky = [Bool](repeating: false, count: pieceCount)
        for line in lines {
            ends[line.from, default: 0] += 1
            ends[line.to, default: 0] += 1
        }
        for line in lines where line.isBorder {
            for point in [line.from, line.to] where ends[point] == 1 {
                guard let cell = raster.cell(at: point), raster.isInside(cell, margin: 2) else { continue }
                var sides: [Int32: Set<Bool>] = [:]
                for near in raster.around(cell, reach: 2) where pieces[near] >= 0 {
                    sides[pieces[near], default: []].insert(line.isLeft(raster.middle(near)))
                }
                for (piece, found) in sides where found.count > 1 { isLeaky[Int(piece)] = true }
            }
        }
        return isLeaky
    }

    /// Returns the region around a point; `nil` outside the box, and if no cell near it is visible.
    func piece(at point: PointE7) -> Int? {
        guard let own = raster.cell(at: point) else { return nil }
        if pieces[own] >= 0 { return Int(pieces[own]) }
        for reach in 1...3 {
            for cell in raster.ring(own, reach: reach)
            where pieces[cell] >= 0 && !walls.hide(cell, from: point, in: own, raster) { return Int(pieces[cell]) }
        }
        return nil
    }

    /// Returns the centres of up to `most` cells of each region, spread over it.
    func samples(most: Int) -> [[PointE7]] {
        var samples = [[PointE7]](repeating: [], count: sizes.count), seen = [Int](repeating: 0, count: sizes.count)
        for cell in pieces.indices where pieces[cell] >= 0 {
            let piece = Int(pieces[cell])
            if seen[piece] % (sizes[piece] / most + 1) == 0 { samples[piece].append(raster.middle(cell)) }
            seen[piece] += 1
        }
        return samples
    }
}

/// The cells that lines cross, and the lines of each.
private struct BorderWalls: Sendable {
    /// The maximum number of entries. Lines cross about one cell each; more entries than this mean that they are not
    /// borders. Each line may cross two thousand cells.
    private static func mostEntries(_ lines: Int) -> Int { 1_000_000 + 4 * lines }
    /// In and through a cell with more lines, nothing is visible.
    private static let mostInCell = 4096

    private let lines: [BorderLine]
    private var linesOfCell: [Int: [Int32]] = [:]

    /// Returns `nil` if the lines cross more cells than borders do.
    init?(_ lines: [BorderLine], _ raster: CellRaster) {
        self.lines = lines
        var room = Self.mostEntries(lines.count)
        for (index, line) in lines.enumerated() {
            raster.forEachCell(of: line) { cell in
                room -= 1
                if linesOfCell[cell]?.count ?? 0 <= Self.mostInCell {
                    linesOfCell[cell, default: []].append(Int32(index))
                }
                return room >= 0
            }
            guard room >= 0 else { return nil }
        }
    }

    var cells: some Collection<Int> { linesOfCell.keys }

    /// Whether a line lies between a point in the cell `own` and the centre of another cell.
    func hide(_ cell: Int, from point: PointE7, in own: Int, _ raster: CellRaster) -> Bool {
        let middle = raster.middle(cell)
        // Usually it is a line of the point's own cell.
        return hide(middle, from: point, linesOf: own)
            || raster.rectangle(own, cell).contains { $0 != own && hide(middle, from: point, linesOf: $0) }
    }

    private func hide(_ middle: PointE7, from point: PointE7, linesOf cell: Int) -> Bool {
        guard let numbers = linesOfCell[cell] else { return false }
        return numbers.count > Self.mostInCell
            || numbers.contains { lines[Int($0)].isBetween(point, middle) }
    }
}
