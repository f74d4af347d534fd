import GeoCore

/// The square cells of a box that does not cross the antimeridian, numbered row by row from the south-west.
struct CellRaster: Sendable {
    /// The number of cells along the longer side.
    private static let longerSide: Int64 = 1024

    let box: IntBox
    let columns: Int
    let rows: Int
    /// The side of a cell, in E7 degrees.
    private let step: Int64

    /// Returns `nil` for a box without area.
    init?(_ box: IntBox) {
        let width = Int64(box.maxX) - Int64(box.minX), height = Int64(box.maxY) - Int64(box.minY)
        guard width > 0, height > 0 else { return nil }
        self.box = box
        step = max(width, height) / Self.longerSide + 1
        columns = Int(width / step) + 1
        rows = Int(height / step) + 1
    }

    var count: Int { columns * rows }

    /// Returns the cell around a point; `nil` outside the box.
    func cell(at point: PointE7) -> Int? {
        guard box.contains(x: point.longitudeE7, y: point.latitudeE7) else { return nil }
        let x = (Int64(point.longitudeE7) - Int64(box.minX)) / step
        let y = (Int64(point.latitudeE7) - Int64(box.minY)) / step
        return Int(y) * columns + Int(x)
    }

    func middle(_ cell: Int) -> PointE7 {
        let x = Int64(box.minX) + Int64(cell % columns) * step + step / 2
        let y = Int64(box.minY) + Int64(cell / columns) * step + step / 2
        return PointE7(
            latitudeE7: Int32(min(y, Int64(box.maxY))), longitudeE7: Int32(min(x, Int64(box.maxX))))
    }

    /// Whether a cell is at least `margin` cells away from each side.
    func isInside(_ cell: Int, margin: Int) -> Bool {
        let x = cell % columns, y = cell / columns
        return x >= margin && y >= margin && x < columns - margin && y < rows - margin
    }

    /// Returns the cells at most `reach` away in both directions.
    func around(_ cell: Int, reach: Int) -> [Int] {
        let x = cell % columns, y = cell / columns
        return (max(0, y - reach)...min(rows - 1, y + reach)).flatMap { row in
            (max(0, x - reach)...min(columns - 1, x + reach)).map { row * columns + $0 }
        }
    }

    /// Returns the cells exactly `reach` away in one direction and no farther in the other.
    func ring(_ cell: Int, reach: Int) -> [Int] {
        around(cell, reach: reach).filter {
            max(abs($0 % columns - cell % columns), abs($0 / columns - cell / columns)) == reach
        }
    }

    /// Returns the cells of the rectangle between two corner cells.
    func rectangle(_ one: Int, _ other: Int) -> [Int] {
        let xs = [one % columns, other % columns], ys = [one / columns, other / columns]
        return (min(ys[0], ys[1])...max(ys[0], ys[1])).flatMap { row in
            (min(xs[0], xs[1])...max(xs[0], xs[1])).map { row * columns + $0 }
        }
    }

    /// Visits the cells that a line touches, row by row. Ends when `visit` returns `false`.
    func forEachCell(of line: BorderLine, _ visit: (Int) -> Bool) {
        let step = Double(step)
        func x(_ point: PointE7) -> Double { (Double(point.longitudeE7) - Double(box.minX)) / step }
        func y(_ point: PointE7) -> Double { (Double(point.latitudeE7) - Double(box.minY)) / step }
        let (low, high) = y(line.from) <= y(line.to) ? (line.from, line.to) : (line.to, line.from)
        let first = max(0, y(low).rounded(.down)), last = min(Double(rows - 1), y(high).rounded(.down))
        guard first <= last else { return }
        let slope = y(high) > y(low) ? (x(high) - x(low)) / (y(high) - y(low)) : 0
        for row in Int(first)...Int(last) {
            func crossing(_ level: Double) -> Double { x(low) + (min(max(level, y(low)), y(high)) - y(low)) * slope }
            var (left, right) = (crossing(Double(row)), crossing(Double(row + 1)))
            if y(low) == y(high) { (left, right) = (x(low), x(high)) }
            if left > right { (left, right) = (right, left) }
            let from = max(0, left.rounded(.down)), to = min(Double(columns - 1), right.rounded(.down))
            guard from <= to else { continue }
            for column in Int(from)...Int(to) where !visit(row * columns + column) { return }
        }
    }
}
