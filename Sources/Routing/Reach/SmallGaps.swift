/// Fills what is enclosed and small: areas of bits that are not set, joined over sides, or over corners as well.
///
/// Rows are read as runs; runs that touch are united (union by the lowest number, paths halved: Tarjan and van
/// Leeuwen, Journal of the ACM 31, 1984).
struct SmallGaps {
    private struct Run {
        var row: Int
        var columns: ClosedRange<Int>
        /// An earlier run of the same gap, or itself.
        var parent: Int
        /// Bits of the gap, at its first run.
        var size: Int
    }

    private var runs: [Run] = []
    /// How far apart the columns of runs that touch may lie.
    private let apart: Int

    private init(apart: Int) { self.apart = apart }

    /// Returns the plane with the gaps set that have fewer bits than `limit` and do not hold its first bit, which lies
    /// outside.
    static func filled(_ plane: BitPlane, below limit: Double, joiningAcross joinsAcross: Bool) -> BitPlane {
        var gaps = SmallGaps(apart: joinsAcross ? 1 : 0), above = 0..<0
        for row in 0..<plane.height { above = gaps.add(plane, row, above: above) }
        var filled = plane
        for index in gaps.runs.indices {
            let root = gaps.root(index)
            guard root > 0, Double(gaps.runs[root].size) < limit else { continue }
            filled.set(gaps.runs[index].columns, row: gaps.runs[index].row)
        }
        return filled
    }

    /// Adds the runs of a row and unites them with those of the row before; returns their numbers.
    private mutating func add(_ plane: BitPlane, _ row: Int, above: Range<Int>) -> Range<Int> {
        let first = runs.count
        plane.forEachGap(inRow: row) { columns in
            runs.append(Run(row: row, columns: columns, parent: runs.count, size: columns.count))
        }
        var other = above.lowerBound
        for index in first..<runs.count {
            let columns = runs[index].columns
            while other < above.upperBound, runs[other].columns.upperBound + apart < columns.lowerBound { other += 1 }
            var touching = other
            while touching < above.upperBound, runs[touching].columns.lowerBound <= columns.upperBound + apart {
                unite(touching, index)
                touching += 1
            }
        }
        return first..<runs.count
    }

    private mutating func unite(_ one: Int, _ two: Int) {
        let first = root(one), second = root(two)
        guard first != second else { return }
        let low = min(first, second), high = max(first, second)
        runs[high].parent = low
        runs[low].size += runs[high].size
    }

    private mutating func root(_ index: Int) -> Int {
        var index = index
        while runs[index].parent != index {
            runs[index].parent = runs[runs[index].parent].parent
            index = runs[index].parent
        }
        return index
    }
}
