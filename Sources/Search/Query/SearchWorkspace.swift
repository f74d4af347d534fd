import Atlas

/// Scratch memory for queries, reused from query to query. Each worker has its own and shares it with no other.
///
/// Only memory outlives a query: a used and a new workspace give the same answer.
package struct SearchWorkspace: ~Copyable {
    /// By dictionary word, how well it matches each word of the query, without the readings in `wide`.
    private var matches: [WordQualities] = []
    /// The words that have an entry in `matches`, one bit each: most words have none, and this table stays in the
    /// processor's cache.
    private var marked: [UInt64] = []
    /// Readings of so many words that a test for each lookup is faster than an entry for each word.
    private var wide: [(words: Range<Int>, index: Int, quality: UInt8)] = []
    private var seen = PlaceSet()
    /// The places that the pass compares, each once.
    private(set) var candidates: [PlaceID] = []
    /// A sum of all read-ahead values: a compiler removes reads that nothing depends on.
    var touched = 0
    var walk = FuzzyWalk()
    /// Scratch memory for the words of another text: a house's number, a part of the query.
    var otherText = FoldedWords()
    /// Scratch memory for a name or word.
    var buffer: [UInt8] = []

    /// Makes an empty workspace; it grows with the first query.
    package init() {}

    /// Makes room for an index's words. For an index of another size, after a swap of atlases, it starts afresh.
    mutating func prepare(wordCount: Int) {
        guard matches.count != wordCount else { return }
        matches = [WordQualities](repeating: .none, count: wordCount)
        marked = [UInt64](repeating: 0, count: wordCount / 64 + 1)
    }

    /// Begins a pass over candidates, without any candidate.
    mutating func beginPass() {
        seen.removeAll()
        candidates.removeAll(keepingCapacity: true)
    }

    /// Adds a place to the pass, once.
    mutating func add(_ place: PlaceID) {
        if seen.insert(place.rawValue) { candidates.append(place) }
    }

    /// A reading of more words than this goes to `wide`.
    private static var widest: Int { 256 }

    /// Returns how well a dictionary word matches each of the marked words of the query.
    @inline(__always)
    func qualities(of word: Int) -> WordQualities {
        var qualities = marked[word >> 6] >> UInt64(word & 63) & 1 == 0 ? .none : matches[word]
        for reading in wide where reading.words.contains(word) { qualities.raise(reading.index, to: reading.quality) }
        return qualities
    }

    /// Enters the readings of a query's words in `matches`.
    mutating func mark(_ words: [QueryWord]) {
        wide.removeAll(keepingCapacity: true)
        for (index, word) in words.enumerated() {
            for reading in word.readings {
                let quality = reading.quality.rawValue
                guard reading.words.count <= Self.widest else {
                    wide.append((reading.words, index, quality))
                    continue
                }
                for position in reading.words where matches[position][index] < quality {
                    matches[position][index] = quality
                    marked[position >> 6] |= 1 << UInt64(position & 63)
                }
            }
        }
    }

    /// Removes the entries that `mark` made for the same words.
    mutating func unmark(_ words: [QueryWord]) {
        for word in words {
            for reading in word.readings where reading.words.count <= Self.widest {
                for position in reading.words {
                    matches[position] = .none
                    marked[position >> 6] = 0
                }
            }
        }
        wide.removeAll(keepingCapacity: true)
    }
}
