import GeoCore

/// The pieces into which borders and coasts cut an extract, although no country's ring closes in it.
///
/// A grid of cells: those that a line crosses are walls, the others are flooded, so that cells of one piece are connected. A point in a
/// wall belongs to the piece of a cell near it that it sees without a line between. Where a border ends amid the extract, a piece
/// runs from one country into the next: it is leaky.
struct BorderGrid: Sendable {
    private struct Line: Sendable {
        let from: PointE7
        let to: PointE7
        let isBorder: Bool
    }

    private static let wall: Int32 = -1
    private static let unknown: Int32 = -2
    /// Cells along the longer side.
    private static let longerSide: Int64 = 1024
    /// How near a side of the box a path that ends there counts as cut off, and how far apart two ends may be that are one path, as parts of
    /// the longer side.
    private static let longestExit = 1.0 / 32, longestGap = 1.0 / 4
    /// So many ends that no other path shares are looked at; the time to pair them grows with the square.
    private static let mostGaps = 512

    private let box: IntBox
    private let columns: Int
    private let rows: Int
    /// The piece of each cell, or `wall`.
    private let pieces: [Int32]
    private let lines: [Line]
    /// By cell the lines that cross it.
    private let walls: [Int: [Int32]]
    /// How many cells each piece has.
    let sizes: [Int]
    /// Pieces that a gap in a line joins with others.
    let isLeaky: [Bool]

    /// Cuts `box` along borders and coasts, lines of points. Returns `nil` where they cross it nowhere.
    init?(_ box: IntBox, borders: [[PointE7]], coasts: [[PointE7]]) {
        let width = Int64(box.maxX) - Int64(box.minX), height = Int64(box.maxY) - Int64(box.minY)
        guard width > 0, height > 0 else { return nil }
        let step = max(width, height) / Self.longerSide + 1
        let columns = Int(width / step) + 1, rows = Int(height / step) + 1
        let lines = Self.lines(borders, isBorder: true, box) + Self.lines(coasts, isBorder: false, box)
        guard !lines.isEmpty else { return nil }
        self.box = box
        self.columns = columns
        self.rows = rows
        self.lines = lines
        func cell(_ point: PointE7) -> (x: Int, y: Int) {
            (
                Int((Int64(point.longitudeE7) - Int64(box.minX)) / step),
                Int((Int64(point.latitudeE7) - Int64(box.minY)) / step)
            )
        }
        var walls: [Int: [Int32]] = [:]
        for (index, line) in lines.enumerated() {
            Self.forEachCell(line, box, Double(step)) { x, y in
                guard x >= 0, y >= 0, x < columns, y < rows else { return }
                if walls[y * columns + x]?.last != Int32(index) {
                    walls[y * columns + x, default: []].append(Int32(index))
                }
            }
        }
        var pieces = [Int32](repeating: Self.unknown, count: columns * rows)
        for cell in walls.keys { pieces[cell] = Self.wall }
        sizes = Self.flood(&pieces, columns)
        self.walls = walls
        self.pieces = pieces
        var ends: [PointE7: Int] = [:]
        for line in lines {
            ends[line.from, default: 0] += 1
            ends[line.to, default: 0] += 1
        }
        var isLeaky = [Bool](repeating: false, count: sizes.count)
        // Where a border ends amid the extract, a piece that is on both sides of it runs from one country into the other; not so where the
        // border ends at a coast with which it has no node in common.
        for line in lines where line.isBorder {
            for point in [line.from, line.to] where ends[point] == 1 {
                let (x, y) = cell(point)
                guard x > 1, y > 1, x < columns - 2, y < rows - 2 else { continue }
                var sides: [Int32: Set<Bool>] = [:]
                for near in Self.around(x, y, 2, columns, rows) where pieces[near] >= 0 {
                    let middle = PointE7(
                        latitudeE7: Int32(Int64(box.minY) + Int64(near / columns) * step + step / 2),
                        longitudeE7: Int32(Int64(box.minX) + Int64(near % columns) * step + step / 2))
                    sides[pieces[near], default: []].insert(Self.side(line.from, line.to, middle) > 0)
                }
                for (piece, found) in sides where found.count > 1 { isLeaky[Int(piece)] = true }
            }
        }
        self.isLeaky = isLeaky
    }

    /// The parts of paths that come near `box`, with what closes their gaps.
    private static func lines(_ paths: [[PointE7]], isBorder: Bool, _ box: IntBox) -> [Line] {
        (paths + missingParts(of: paths, box)).flatMap { zip($0, $0.dropFirst()) }
            .map { Line(from: $0.0, to: $0.1, isBorder: isBorder) }
            .filter {
                var extent = IntBox.empty
                extent.include($0.from)
                extent.include($0.to)
                return extent.intersects(box)
            }
    }

    /// What an extract leaves out of paths: the rest of those that end near a side of the box, and what is missing between two ends that are the
    /// nearest to each other.
    private static func missingParts(of paths: [[PointE7]], _ box: IntBox) -> [[PointE7]] {
        var counts: [PointE7: Int] = [:]
        for path in paths {
            if let first = path.first { counts[first, default: 0] += 1 }
            if let last = path.last { counts[last, default: 0] += 1 }
        }
        let ends = counts.filter { $0.value == 1 }.keys
            .sorted { ($0.latitudeE7, $0.longitudeE7) < ($1.latitudeE7, $1.longitudeE7) }
        let exits = ends.map { exit(from: $0, of: box) }
        let open = ends.indices.filter { exits[$0] == nil }.map { ends[$0] }
        let rests = zip(ends, exits).compactMap { end, exit in exit.map { [end, $0] } }
        // So many ends are no border with gaps.
        guard open.count <= mostGaps else { return rests }
        let reach = Double(longerSide(of: box)) * longestGap
        let nearest = open.map { end in
            open.indices.filter { open[$0] != end }.map { (distance: distance(end, open[$0]), end: $0) }
                .filter { $0.distance <= reach }
                .min { $0.distance < $1.distance }?.end
        }
        return rests
            + open.indices.compactMap { end in
                nearest[end].flatMap { $0 > end && nearest[$0] == end ? [open[end], open[$0]] : nil }
            }
    }

    /// The nearest point on a side of `box` from an `end` inside, where it is not far.
    private static func exit(from end: PointE7, of box: IntBox) -> PointE7? {
        let x = end.longitudeE7, y = end.latitudeE7
        guard box.contains(x: x, y: y) else { return nil }
        let sides = [(box.minX, y), (box.maxX, y), (x, box.minY), (x, box.maxY)]
            .map { PointE7(latitudeE7: $0.1, longitudeE7: $0.0) }
        return sides.filter { distance(end, $0) <= Double(longerSide(of: box)) * longestExit }
            .min { distance(end, $0) < distance(end, $1) }
    }

    private static func longerSide(of box: IntBox) -> Int64 {
        max(Int64(box.maxX) - Int64(box.minX), Int64(box.maxY) - Int64(box.minY))
    }

    /// In E7 degrees, of longitude as of latitude.
    private static func distance(_ a: PointE7, _ b: PointE7) -> Double {
        let x = Double(a.longitudeE7) - Double(b.longitudeE7), y = Double(a.latitudeE7) - Double(b.latitudeE7)
        return (x * x + y * y).squareRoot()
    }

    /// The piece around a point; `nil` outside the box, and where no cell near it can be seen.
    func piece(at point: PointE7) -> Int? {
        guard box.contains(x: point.longitudeE7, y: point.latitudeE7) else { return nil }
        let step = cellSize
        let x = Int((Double(point.longitudeE7) - Double(box.minX)) / step)
        let y = Int((Double(point.latitudeE7) - Double(box.minY)) / step)
        guard x < columns, y < rows else { return nil }
        let own = pieces[y * columns + x]
        if own >= 0 { return Int(own) }
        for reach in 1...3 {
            let near = Self.around(x, y, reach, columns, rows)
            let crossed = Set(near.flatMap { walls[$0] ?? [] })
            for cell in near where pieces[cell] >= 0 {
                let middle = self.middle(cell)
                if !crossed.contains(where: { Self.cross(lines[Int($0)], point, middle) }) { return Int(pieces[cell]) }
            }
        }
        return nil
    }

    /// The middles of up to `most` cells of each piece, spread over it.
    func samples(most: Int) -> [[PointE7]] {
        var samples = [[PointE7]](repeating: [], count: sizes.count), seen = [Int](repeating: 0, count: sizes.count)
        for cell in pieces.indices where pieces[cell] >= 0 {
            let piece = Int(pieces[cell])
            if seen[piece] % (sizes[piece] / most + 1) == 0 { samples[piece].append(middle(cell)) }
            seen[piece] += 1
        }
        return samples
    }

    private var cellSize: Double {
        Double(Self.longerSide(of: box) / Self.longerSide + 1)
    }

    private func middle(_ cell: Int) -> PointE7 {
        let x = Double(box.minX) + (Double(cell % columns) + 0.5) * cellSize
        let y = Double(box.minY) + (Double(cell / columns) + 0.5) * cellSize
        return PointE7(
            latitudeE7: Int32(min(y, Double(box.maxY))), longitudeE7: Int32(min(x, Double(box.maxX))))
    }

    /// The cells at most `reach` away in both directions.
    private static func around(_ x: Int, _ y: Int, _ reach: Int, _ columns: Int, _ rows: Int) -> [Int] {
        (max(0, y - reach)...min(rows - 1, y + reach)).flatMap { row in
            (max(0, x - reach)...min(columns - 1, x + reach)).map { row * columns + $0 }
        }
    }

    /// Numbers connected cells that are no walls, and returns how many each piece has.
    private static func flood(_ pieces: inout [Int32], _ columns: Int) -> [Int] {
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

    /// Visits the cells that a line touches: of each row of cells those between where it enters and leaves it.
    private static func forEachCell(_ line: Line, _ box: IntBox, _ step: Double, _ visit: (Int, Int) -> Void) {
        func x(_ point: PointE7) -> Double { (Double(point.longitudeE7) - Double(box.minX)) / step }
        func y(_ point: PointE7) -> Double { (Double(point.latitudeE7) - Double(box.minY)) / step }
        let (low, high) = y(line.from) <= y(line.to) ? (line.from, line.to) : (line.to, line.from)
        let rows = (Double(box.maxY) - Double(box.minY)) / step + 1
        let first = max(0, y(low).rounded(.down)), last = min(rows, y(high).rounded(.down))
        guard first <= last else { return }
        let slope = y(high) > y(low) ? (x(high) - x(low)) / (y(high) - y(low)) : 0
        for row in Int(first)...Int(last) {
            func crossing(_ level: Double) -> Double { x(low) + (min(max(level, y(low)), y(high)) - y(low)) * slope }
            var (left, right) = (crossing(Double(row)), crossing(Double(row + 1)))
            if y(low) == y(high) { (left, right) = (x(low), x(high)) }
            if left > right { (left, right) = (right, left) }
            let columns = (Double(box.maxX) - Double(box.minX)) / step + 1
            let from = max(0, left.rounded(.down)), to = min(columns, right.rounded(.down))
            guard from <= to else { continue }
            for column in Int(from)...Int(to) { visit(column, row) }
        }
    }

    /// Whether a line crosses the straight way between two points.
    private static func cross(_ line: Line, _ a: PointE7, _ b: PointE7) -> Bool {
        (side(a, b, line.from) > 0) != (side(a, b, line.to) > 0)
            && (side(line.from, line.to, a) > 0) != (side(line.from, line.to, b) > 0)
    }

    /// Positive where `r` is to the left of the line from `p` to `q`.
    private static func side(_ p: PointE7, _ q: PointE7, _ r: PointE7) -> Double {
        (Double(q.longitudeE7) - Double(p.longitudeE7)) * (Double(r.latitudeE7) - Double(p.latitudeE7))
            - (Double(q.latitudeE7) - Double(p.latitudeE7)) * (Double(r.longitudeE7) - Double(p.longitudeE7))
    }
}
