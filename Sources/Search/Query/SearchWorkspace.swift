/// The arrays that queries work in, kept from one query to the next: one for each worker, never shared.
package struct SearchWorkspace: ~Copyable {
    /// The words of the query's text.
    var text = FoldedWords()
    var words: [QueryWord] = []
    /// The words of the query that can be a house number, as bits.
    var numbers: UInt8 {
        var mask: UInt8 = 0
        for index in words.indices where words[index].isNumber { mask |= 1 << UInt8(index) }
        return mask
    }
    /// By word of the dictionary: how well it fits each word of the query, word i of the query in byte i.
    var matches: [UInt64] = []
    /// By place: the number of the pass that last looked at it.
    var seen: [UInt32] = []
    var pass: UInt32 = 0
    var walk = FuzzyWalk()
    var ranking = Ranking()
    /// Whether the last pass found the very house number that was typed.
    var hasExactHouse = false
    /// The words of a house's number.
    var houseNumber = FoldedWords()
    /// A name or word in the making.
    var buffer: [UInt8] = []

    /// An empty workspace; it grows with the first query.
    package init() {}

    /// Makes room for an index's words and places. An index of another size, after a swap of atlases, starts afresh.
    mutating func prepare(wordCount: Int, placeCount: Int) {
        if matches.count != wordCount { matches = [UInt64](repeating: 0, count: wordCount) }
        // A query makes a dozen passes at most.
        if seen.count != placeCount || pass > .max - 64 {
            seen = [UInt32](repeating: 0, count: placeCount)
            pass = 0
        }
    }

    /// Whether `place` has not been looked at in this pass; it has from now on.
    mutating func isNew(_ place: Int) -> Bool {
        guard seen[place] != pass else { return false }
        seen[place] = pass
        return true
    }

    /// Enters the readings of all words of the query into `matches`.
    mutating func mark() {
        for (index, word) in words.enumerated() {
            let shift = UInt64(index * 8)
            for reading in word.readings {
                let quality = reading.quality.rawValue
                for position in reading.words where UInt8(truncatingIfNeeded: matches[position] >> shift) < quality {
                    matches[position] = matches[position] & ~(0xff << shift) | UInt64(quality) << shift
                }
            }
        }
    }

    /// Takes everything out of `matches` that `mark` has entered.
    mutating func unmark() {
        for word in words {
            for reading in word.readings {
                for position in reading.words { matches[position] = 0 }
            }
        }
    }
}

/// The best hits of a query so far, best first.
struct Ranking {
    private(set) var hits: [SearchHit] = []
    private var capacity = 0

    /// Empties the list and says how many hits it keeps.
    mutating func reset(capacity: Int) {
        hits.removeAll(keepingCapacity: true)
        self.capacity = capacity
    }

    mutating func insert(_ hit: SearchHit) {
        if hits.count == capacity {
            guard let last = hits.last, hit.precedes(last) else { return }
            hits.removeLast()
        }
        var index = hits.count
        hits.append(hit)
        while index > 0, hit.precedes(hits[index - 1]) {
            hits[index] = hits[index - 1]
            index -= 1
        }
        hits[index] = hit
    }
}
