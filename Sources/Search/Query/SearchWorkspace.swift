import Atlas

/// The arrays that queries work in, kept from one query to the next: one for each worker, never shared.
///
/// Nothing in it outlives a query but memory: the same question has the same answer in a used and in a new one.
package struct SearchWorkspace: ~Copyable {
    /// By word of the dictionary how well it fits each word of the query, but for what `wide` says.
    private var matches: [WordQualities] = []
    /// The words that have an entry in `matches`, one bit each: most words have none, and this table stays near the
    /// processor.
    private var marked: [UInt64] = []
    /// Readings of so many words that it is quicker to ask than to note for each of them.
    private var wide: [(words: Range<Int>, index: Int, quality: UInt8)] = []
    private var seen = PlaceSet()
    /// The places that the pass looks at, each once.
    private(set) var candidates: [PlaceID] = []
    /// A sum of what a pass reads ahead: a compiler leaves out reads that nothing depends on.
    var touched = 0
    var walk = FuzzyWalk()
    /// The words of another text: a house's number, a part of the query.
    var otherText = FoldedWords()
    /// A name or word in the making.
    var buffer: [UInt8] = []

    /// An empty workspace; it grows with the first query.
    package init() {}

    /// Makes room for an index's words. An index of another size, after a swap of atlases, starts afresh.
    mutating func prepare(wordCount: Int) {
        guard matches.count != wordCount else { return }
        matches = [WordQualities](repeating: .none, count: wordCount)
        marked = [UInt64](repeating: 0, count: wordCount / 64 + 1)
    }

    /// Begins a pass over candidates, none of which it has looked at.
    mutating func beginPass() {
        seen.removeAll()
        candidates.removeAll(keepingCapacity: true)
    }

    /// Adds a place to those of the pass, once.
    mutating func add(_ place: PlaceID) {
        if seen.insert(place.rawValue) { candidates.append(place) }
    }

    /// A reading of more words than this is wide.
    private static var widest: Int { 256 }

    /// How well a word of the dictionary fits each of the marked words of the query.
    @inline(__always)
    func qualities(of word: Int) -> WordQualities {
        var qualities = marked[word >> 6] >> UInt64(word & 63) & 1 == 0 ? .none : matches[word]
        for reading in wide where reading.words.contains(word) { qualities.raise(reading.index, to: reading.quality) }
        return qualities
    }

    /// Enters the readings of a query's words into `matches`.
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

    /// Takes everything out of `matches` that `mark` has entered for the same words.
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
