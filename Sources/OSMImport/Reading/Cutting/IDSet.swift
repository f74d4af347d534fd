/// A set of OSM ids in pages of 2¹⁶: only pages with an id take memory, and little while they hold few.
///
/// Ids of one place are far apart in the ids of all places, but those that one mapper made lie close together.
package struct IDSet: Sendable {
    /// The ids of a page, by their low 16 bits.
    private struct Page: Sendable {
        /// Ascending; empty if `words` are in use.
        private var few: [UInt16] = []
        /// One bit for each id of the page; empty while the page holds few.
        private var words: [UInt64] = []

        /// As a list, so many ids take as much memory as all bits of the page.
        private static let mostInList = 4096

        /// Returns whether the id is new.
        mutating func insert(_ low: UInt16) -> Bool {
            guard words.isEmpty else {
                let bit: UInt64 = 1 << UInt64(low & 63), word = Int(low >> 6)
                defer { words[word] |= bit }
                return words[word] & bit == 0
            }
            // Most files are sorted.
            guard let last = few.last, low <= last else {
                append(low)
                return true
            }
            let position = position(of: low)
            guard few[position] != low else { return false }
            few.insert(low, at: position)
            if few.count > Self.mostInList { spread() }
            return true
        }

        private mutating func append(_ low: UInt16) {
            few.append(low)
            if few.count > Self.mostInList { spread() }
        }

        private mutating func spread() {
            words = [UInt64](repeating: 0, count: 1024)
            for low in few { words[Int(low >> 6)] |= 1 << UInt64(low & 63) }
            few = []
        }

        func contains(_ low: UInt16) -> Bool {
            guard words.isEmpty else { return words[Int(low >> 6)] >> UInt64(low & 63) & 1 == 1 }
            let position = position(of: low)
            return position < few.count && few[position] == low
        }

        func intersects(_ range: ClosedRange<UInt16>) -> Bool {
            guard words.isEmpty else { return range.contains { contains($0) } }
            let position = position(of: range.lowerBound)
            return position < few.count && few[position] <= range.upperBound
        }

        /// Returns the position in `few` of the first id that is not below `low`.
        private func position(of low: UInt16) -> Int {
            var start = 0, end = few.count
            while start < end {
                let middle = (start + end) / 2
                if few[middle] < low { start = middle + 1 } else { end = middle }
            }
            return start
        }
    }

    /// The position in `pages` of each page, by the leading bits of its ids.
    private var positions: [Int64: Int] = [:]
    private var pages: [Page] = []
    /// The number of ids.
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package mutating func insert(_ id: Int64) {
        let number = id >> 16
        if positions[number] == nil {
            positions[number] = pages.count
            pages.append(Page())
        }
        guard let position = positions[number] else { return }
        if pages[position].insert(UInt16(truncatingIfNeeded: id)) { count += 1 }
    }

    package func contains(_ id: Int64) -> Bool {
        guard let position = positions[id >> 16] else { return false }
        return pages[position].contains(UInt16(truncatingIfNeeded: id))
    }

    /// Whether the set has an id in `range`.
    package func intersects(_ range: ClosedRange<Int64>) -> Bool {
        let first = range.lowerBound >> 16, last = range.upperBound >> 16
        func holds(_ number: Int64, _ position: Int) -> Bool {
            let low = number == first ? UInt16(truncatingIfNeeded: range.lowerBound) : 0
            let high = number == last ? UInt16(truncatingIfNeeded: range.upperBound) : .max
            return pages[position].intersects(low...high)
        }
        guard last - first >= Int64(pages.count) else {
            return (first...last).contains { number in positions[number].map { holds(number, $0) } ?? false }
        }
        return positions.contains { (first...last).contains($0.key) && holds($0.key, $0.value) }
    }
}
