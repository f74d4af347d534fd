/// Some words of a query, by their positions in it.
///
/// A query has at most `SearchRequest.maximumWords` words, one bit each.
struct WordSet: OptionSet, Sendable {
    var rawValue: UInt8

    /// All words that a query can have.
    static var all: WordSet { WordSet(rawValue: .max) }

    /// The first `count` words of a query.
    init(first count: Int) { self.init(rawValue: UInt8(truncatingIfNeeded: (1 << count) - 1)) }

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Whether the word at `index` is one of them.
    subscript(_ index: Int) -> Bool {
        get { rawValue >> UInt8(truncatingIfNeeded: index) & 1 != 0 }
        set {
            let bit: UInt8 = 1 << UInt8(truncatingIfNeeded: index)
            rawValue = newValue ? rawValue | bit : rawValue & ~bit
        }
    }
}
