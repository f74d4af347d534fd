/// The longest run of numbers that do not fall (Schensted, *Longest increasing and decreasing subsequences*, Canadian
/// Journal of Mathematics 13, 1961).
enum LongestRun {
    /// Returns the positions of such a run in a list, first to last.
    ///
    /// - Complexity: O(n log n); O(n) where nothing falls.
    static func positions(in numbers: [Int64]) -> [Int] {
        guard zip(numbers, numbers.dropFirst()).contains(where: { $0 > $1 }) else { return Array(numbers.indices) }
        // For each length, the positions that runs of that length end with; each number is less than the one before it.
        var piles: [[Int]] = []
        // The predecessor of each position: of all possible predecessors, the position with the nearest number.
        var previous: [Int?] = []
        for (position, number) in numbers.enumerated() {
            let length = first(of: piles) { numbers[$0[$0.count - 1]] > number }
            if length > 0 {
                let pile = piles[length - 1]
                previous.append(pile[first(of: pile) { numbers[$0] <= number }])
            } else {
                previous.append(nil)
            }
            if length == piles.count { piles.append([position]) } else { piles[length].append(position) }
        }
        var run: [Int] = [], next = piles.last?.last
        while let position = next {
            run.append(position)
            next = previous[position]
        }
        return run.reversed()
    }

    /// The index of the first element with a property that all behind it have too; the count when none has it.
    private static func first<Element>(of list: [Element], where isSo: (Element) -> Bool) -> Int {
        var low = 0, high = list.count
        while low < high {
            let middle = (low + high) / 2
            if isSo(list[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
