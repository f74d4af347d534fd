/// One word of a query and what it may mean.
struct QueryWord {
    /// The folded word: a range of the workspace's `words.bytes`.
    let bytes: Range<Int>
    /// Whether more of the word may still be typed.
    let isPrefix: Bool
    /// Whether it can be a house number: it begins with a digit, or is a letter behind such a word ("52 b").
    let isNumber: Bool
    /// Words of the dictionary it may stand for.
    var readings: [Reading] = []
    /// At least the number of places that have one of them in a name.
    var cost = 0
    /// Whether a place may answer to it without having it in a name: by its street, locality or house number.
    var isContextual = false

    /// How much the word counts in comparison with others: long words say more.
    var weight: Int { min(bytes.count, 12) + 2 }

    /// Words of the dictionary, by position, and how well each fits.
    struct Reading {
        let words: Range<Int>
        let quality: Quality
    }

    /// How well a word of a name fits a word of the query, 1 ... 255.
    enum Quality: UInt8 {
        case exact = 255
        case synonym = 245
        case prefix = 235
        case beginning = 190
        case oneEdit = 170
        case prefixWithOneEdit = 150
    }
}
