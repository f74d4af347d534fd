/// Fills small enclosed gaps: areas of unset bits, joined over sides, or over corners as well.
///
/// Rows are read as runs; runs that touch are united (union by the lowest number, path halving: Tarjan and van Leeuwen,
/// Journal of the ACM 31, 1984).
struct SmallGaps {
    private struct Run {
        let row: Int32
        let first: Int32
        let last: Int32
        /// An earlier run of the same gap, or itself.
        var parent: Int32
        /// The number of bits of the gap, at its first run.
        var size: Int32
    }

    private var runs: [Run] = []
    /// The maximum distance between the columns of runs that touch.
    private let apart: Int32

    private init(apart: Int32) { self.apart = apart }

    /// Returns the plane with all gaps set that have fewer bits than `limit`, except the gap of the first bit, which is
    /// the outside.
    static func filled(_ plane: BitPlane, below limit: Double, joiningAcross joinsAcross: Bool) -> BitPlane {
        var gaps = SmallGaps(apart: joinsAcross ? 1 : 0), above = 0..<0
        gaps.runs.reserveCapacity(8 * plane.height)
        for row in 0..<plane.height { above = gaps.add(plane, row, above: above) }
        var filled = plane
        for index in gaps.runs.indices {
            let root = gaps.root(index), run = gaps.runs[index]
            guard root > 0, Double(gaps.runs[root].size) < limit else { continue }
            filled.set(Int(run.first)...Int(run.last), row: Int(run.row))
        }
        return filled
    }

    /// Adds the runs of a row and unites them with those of the row above; returns their numbers.
    private mutating func add(_ plane: BitPlane, _ row: Int, above: Range<Int>) -> Range<Int> {
        let first = runs.count
        plane.forEachGap(inRow: row) { columns in
            runs.append(
                Run(
                    row: Int32(row), first: Int32(columns.lowerBound), last: Int32(columns.upperBound),
                    parent: Int32(runs.count), size: Int32(columns.count)))
        }
        var other = above.lowerBound
        for index in first..<runs.count {
            let run = runs[index]
            while other < above.upperBound, runs[other].last + apart < run.first { other += 1 }
            guard other < above.upperBound, runs[other].first <= run.last + apart else { continue }
            let gap = root(other)
            runs[index].parent = Int32(gap)
            runs[gap].size += run.size
            var touching = other + 1
            while touching < above.upperBound, runs[touching].first <= run.last + apart {
                unite(touching, index)
                touching += 1
            }
        }
        return first..<runs.count
    }

    @inline(__always)
    private mutating func unite(_ one: Int, _ two: Int) {
        let first = root(one), second = root(two)
        guard first != second else { return }
        let low = min(first, second), high = max(first, second)
        runs[high].parent = Int32(low)
        runs[low].size += runs[high].size
    }

    private mutating func root(_ index: Int) -> Int {
        var index = index
        while true {
            let parent = Int(runs[index].parent)
            if parent == index { return index }
            runs[index].parent = runs[parent].parent
            index = Int(runs[index].parent)
        }
    }
}
