import Atlas

/// The arrays that queries work in, kept from one query to the next: one for each worker, never shared.
package struct SearchWorkspace: ~Copyable {
    /// The words of the query's text.
    var text = FoldedWords()
    var words: [QueryWord] = []
    /// By word of the dictionary: how well it fits each word of the query, word i of the query in byte i; but for what
    /// `wide` says.
    private(set) var matches: [UInt64] = []
    /// The words that have an entry in `matches`, one bit each: most words have none, and this table stays near the
    /// processor.
    private var marked: [UInt64] = []
    /// Readings of so many words that it is quicker to ask than to note for each of them.
    private var wide: [(words: Range<Int>, shift: UInt64, quality: UInt64)] = []
    private var seen = PlaceSet()
    /// The places that the pass will look at, each once.
    private(set) var candidates: [PlaceID] = []
    /// By locality whether candidates may lie in it; empty where they may lie in any.
    var isLocalityWanted: [Bool] = []
    /// Takes what is only read to have been read, which a compiler would leave out otherwise.
    var touched = 0
    var walk = FuzzyWalk()
    var ranking = Ranking()
    /// The query that the hits answer: a part of what was asked if that was taken apart.
    var answered = SearchRequest(text: "")
    /// Whether the last pass found the very house number that was typed.
    var hasExactHouse = false
    /// Whether the last pass found a name that begins with all words of the query, which are several.
    var hasPhrase = false
    /// The kind that the query names and that the atlas has none of, as a row of the lexicon.
    var absentKind: Int?
    /// Whether something answers to the query just as it was typed.
    var isAsTyped = false
    /// The words of another text: a house's number, a part of the query.
    var otherText = FoldedWords()
    /// A name or word in the making.
    var buffer: [UInt8] = []

    /// An empty workspace; it grows with the first query.
    package init() {}

    /// Makes room for an index's words. An index of another size, after a swap of atlases, starts afresh.
    mutating func prepare(wordCount: Int) {
        guard matches.count != wordCount else { return }
        matches = [UInt64](repeating: 0, count: wordCount)
        marked = [UInt64](repeating: 0, count: wordCount / 64 + 1)
    }

    /// Begins a pass over candidates, none of which has been looked at.
    mutating func beginPass() {
        seen.removeAll()
        candidates.removeAll(keepingCapacity: true)
    }

    /// Adds a place to those of the pass, once.
    mutating func add(_ place: PlaceID) {
        if seen.insert(place.rawValue) { candidates.append(place) }
    }

    /// More words than this make a reading wide.
    private static var widest: Int { 256 }

    /// How well a word of the dictionary fits each word of the query, word i of the query in byte i. The words must be
    /// marked.
    @inline(__always)
    func qualities(of word: Int) -> UInt64 {
        var qualities = marked[word >> 6] >> UInt64(word & 63) & 1 == 0 ? 0 : matches[word]
        for reading in wide where reading.words.contains(word) && qualities >> reading.shift & 0xff < reading.quality {
            qualities = qualities & ~(0xff << reading.shift) | reading.quality << reading.shift
        }
        return qualities
    }

    /// Enters the readings of all words of the query into `matches`.
    mutating func mark() {
        wide.removeAll(keepingCapacity: true)
        for (index, word) in words.enumerated() {
            let shift = UInt64(index * 8)
            for reading in word.readings {
                let quality = UInt64(reading.quality.rawValue)
                guard reading.words.count <= Self.widest else {
                    wide.append((reading.words, shift, quality))
                    continue
                }
                for position in reading.words where matches[position] >> shift & 0xff < quality {
                    matches[position] = matches[position] & ~(0xff << shift) | quality << shift
                    marked[position >> 6] |= 1 << UInt64(position & 63)
                }
            }
        }
    }

    /// Takes everything out of `matches` that `mark` has entered.
    mutating func unmark() {
        for word in words {
            for reading in word.readings where reading.words.count <= Self.widest {
                for position in reading.words {
                    matches[position] = 0
                    marked[position >> 6] = 0
                }
            }
        }
        wide.removeAll(keepingCapacity: true)
    }
}

/// The places that a pass has looked at: few, so that a small table stays near the processor where one of all places
/// would not.
private struct PlaceSet {
    /// Open addressing with a power of two of slots; a slot holds the number of the pass above the place.
    private var slots = [UInt64](repeating: 0, count: 1 << 11)
    private var pass: UInt64 = 0
    private var count = 0

    mutating func removeAll() {
        pass += 1
        count = 0
    }

    /// Returns whether it was not there.
    mutating func insert(_ place: UInt32) -> Bool {
        if 2 * count >= slots.count { grow() }
        let entry = pass << 32 | UInt64(place), mask = slots.count - 1
        // Fibonacci hashing: Knuth, The Art of Computer Programming 3, 6.4.
        var slot = Int(truncatingIfNeeded: UInt64(place) &* 0x9e37_79b9_7f4a_7c15 >> 40) & mask
        while slots[slot] >> 32 == pass {
            if slots[slot] == entry { return false }
            slot = (slot + 1) & mask
        }
        slots[slot] = entry
        count += 1
        return true
    }

    private mutating func grow() {
        let old = slots.filter { $0 >> 32 == pass }
        slots = [UInt64](repeating: 0, count: 2 * slots.count)
        count = 0
        for entry in old { _ = insert(UInt32(truncatingIfNeeded: entry)) }
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

    /// A hit of a lower score would not be kept.
    var leastScore: Int { hits.count == capacity ? hits.last?.score ?? .max : .min }

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
