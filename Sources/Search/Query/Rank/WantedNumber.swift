/// Words of a query, read as one house number.
struct WantedNumber {
    let words: WordSet
    private(set) var text = NumberText()
    /// Whether it is more likely the number of a street than of a house: the query then wants only houses with exactly
    /// this number.
    private(set) var isOrdinal = false
    /// Whether it may be only the beginning of a number.
    private(set) var mayGrow = false
    /// Whether only an exact number matches: "3/12" names a flat and a house, "Q 5 L 12" names a lot.
    let isStrict: Bool
    /// The other words that name a flat in the house.
    let units: WordSet

    init(_ words: WordSet, _ reading: QueryReading, _ scoring: borrowing Scoring) {
        self.words = words
        let isFlatOfHouse = !words.isDisjoint(with: scoring.units) && !words.isSubset(of: scoring.units)
        isStrict = isFlatOfHouse || !words.isDisjoint(with: scoring.lots)
        units = scoring.units.subtracting(words)
        let bytes = reading.text.bytes
        var pending: Range<Int>?
        for index in reading.words.indices where words[index] {
            let word = reading.words[index]
            if let pending {
                text.append(bytes[pending], isBeforeDigit: HouseNumber.isDigit(bytes[word.bytes.lowerBound]))
            } else {
                isOrdinal = HouseNumber.isLikeOrdinal(bytes[word.bytes])
            }
            pending = word.bytes
            mayGrow = word.isPrefix
        }
        if let pending { text.append(bytes[pending], isBeforeDigit: false) }
    }

    /// The first of its numbers; 0 if it has none.
    var leading: UInt32 { text.leading }
}
