/// A sorted set of items that knows the sum of any range quickly: runs of at most 512 items, each with its sum.
///
/// A sum over 100 000 items adds some 200 to 400 sums of runs and at most 1 024 single ids. Inserting moves at most one
/// run and renumbers the runs behind it.
package struct ItemRuns: Sendable {
    package static let longestRun = 512

    private struct Run: Sendable {
        var items: [NegentropyItem]
        var sum = IDSum()

        init(_ items: ArraySlice<NegentropyItem>) {
            self.items = Array(items)
            for item in items { sum.add(item.id) }
        }
    }

    /// None is empty.
    private var runs: [Run] = []
    /// The position of each run's first item among all items.
    private var starts: [Int] = []
    package private(set) var count = 0
    package var runCount: Int { runs.count }

    package init() {}

    /// Makes a set of items in any order; equal ones count once.
    package init(_ items: [NegentropyItem]) {
        var distinct: [NegentropyItem] = []
        distinct.reserveCapacity(items.count)
        for item in items.sorted() where distinct.last != item { distinct.append(item) }
        for start in stride(from: 0, to: distinct.count, by: Self.longestRun) {
            runs.append(Run(distinct[start..<min(start + Self.longestRun, distinct.count)]))
            starts.append(start)
        }
        count = distinct.count
    }

    /// Adds an item; returns whether it was new.
    @discardableResult
    package mutating func insert(_ item: NegentropyItem) -> Bool {
        guard !runs.isEmpty else {
            self = ItemRuns([item])
            return true
        }
        let run = self.run(at: item), place = Self.firstIndex(in: runs[run].items) { $0 >= item }
        guard place == runs[run].items.count || runs[run].items[place] != item else { return false }
        runs[run].items.insert(item, at: place)
        runs[run].sum.add(item.id)
        if runs[run].items.count > Self.longestRun {
            let items = runs[run].items, half = items.count / 2
            runs.replaceSubrange(run...run, with: [Run(items[..<half]), Run(items[half...])])
        }
        renumber(from: run)
        return true
    }

    /// Takes an item out; returns whether it was there.
    @discardableResult
    package mutating func remove(_ item: NegentropyItem) -> Bool {
        guard !runs.isEmpty else { return false }
        let run = self.run(at: item), place = Self.firstIndex(in: runs[run].items) { $0 >= item }
        guard place < runs[run].items.count, runs[run].items[place] == item else { return false }
        runs[run].items.remove(at: place)
        runs[run].sum.subtract(item.id)
        joinIfShort(run)
        renumber(from: max(0, run - 1))
        return true
    }

    /// Joins a run with its neighbour where both together fill half a run: otherwise removing items one by one would
    /// leave many short runs.
    private mutating func joinIfShort(_ run: Int) {
        if runs[run].items.isEmpty {
            runs.remove(at: run)
            return
        }
        for first in [run - 1, run] where first >= 0 && first + 1 < runs.count {
            let items = runs[first].items + runs[first + 1].items
            guard items.count <= Self.longestRun / 2 else { continue }
            runs.replaceSubrange(first...first + 1, with: [Run(items[...])])
            return
        }
    }

    private mutating func renumber(from run: Int) {
        starts.removeSubrange(min(run, starts.count)...)
        count = starts.last.map { $0 + runs[starts.count - 1].items.count } ?? 0
        for next in runs[starts.count...] {
            starts.append(count)
            count += next.items.count
        }
    }

    /// The item at a position from 0 to `count` − 1.
    package subscript(position: Int) -> NegentropyItem {
        let run = self.run(holding: position)
        return runs[run].items[position - starts[run]]
    }

    package func contains(_ item: NegentropyItem) -> Bool {
        let position = firstIndex { $0 >= item }
        return position < count && self[position] == item
    }

    /// The position of the first item that is not before `bound`, and not before the position `start`.
    func position(of bound: NegentropyBound, from start: Int) -> Int { max(start, firstIndex { !bound.isAfter($0) }) }

    /// The position of the first item of a second, or of a later one.
    func position(ofTime time: UInt64) -> Int { position(of: NegentropyBound(time: time), from: 0) }

    package func fingerprint(of range: Range<Int>) -> Fingerprint {
        Fingerprint(of: sum(of: range), count: range.count)
    }

    package func sum(of range: Range<Int>) -> IDSum {
        var sum = IDSum()
        forEachPart(of: range) { run, part in
            if part.count == run.items.count {
                sum.add(run.sum)
            } else {
                for item in run.items[part] { sum.add(item.id) }
            }
        }
        return sum
    }

    package func items(in range: Range<Int>) -> [NegentropyItem] {
        var items: [NegentropyItem] = []
        items.reserveCapacity(range.count)
        forEachPart(of: range) { run, part in items += run.items[part] }
        return items
    }

    private func forEachPart(of range: Range<Int>, _ body: (Run, Range<Int>) -> Void) {
        guard !range.isEmpty else { return }
        var run = self.run(holding: range.lowerBound)
        while run < runs.count, starts[run] < range.upperBound {
            let part = (starts[run]..<starts[run] + runs[run].items.count).clamped(to: range)
            body(runs[run], part.lowerBound - starts[run]..<part.upperBound - starts[run])
            run += 1
        }
    }

    /// The last run whose first item is not after `item`, or the first run. There is a run.
    private func run(at item: NegentropyItem) -> Int {
        max(0, Self.firstIndex(in: runs) { $0.items[0] > item } - 1)
    }

    /// The run of a position. There is a run.
    private func run(holding position: Int) -> Int { max(0, Self.firstIndex(in: starts) { $0 > position } - 1) }

    /// The position of the first item for which `isBehind` holds; it then holds for all later ones.
    private func firstIndex(where isBehind: (NegentropyItem) -> Bool) -> Int {
        let run = Self.firstIndex(in: runs) { isBehind($0.items[$0.items.count - 1]) }
        guard run < runs.count else { return count }
        return starts[run] + Self.firstIndex(in: runs[run].items, where: isBehind)
    }

    private static func firstIndex<Element>(in elements: [Element], where isBehind: (Element) -> Bool) -> Int {
        var low = 0, high = elements.count
        while low < high {
            let middle = (low + high) / 2
            if isBehind(elements[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Returns the faults in the set's own bookkeeping: none, unless this file has one.
    package func checkInvariants() -> [String] {
        var faults: [String] = [], expected = 0
        for (index, run) in runs.enumerated() {
            if run.items.isEmpty || run.items.count > Self.longestRun { faults.append("run \(index) has a bad length") }
            if starts[index] != expected { faults.append("run \(index) has a wrong position") }
            if run.sum != Run(run.items[...]).sum { faults.append("run \(index) has a wrong sum") }
            expected += run.items.count
        }
        let all = items(in: 0..<count)
        if expected != count || starts.count != runs.count { faults.append("the number of items is wrong") }
        if zip(all, all.dropFirst()).contains(where: { $0 >= $1 }) { faults.append("items do not ascend") }
        return faults
    }
}
