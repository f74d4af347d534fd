import Atlas

/// The words of a query's text with their possible meanings.
///
/// It has at most `SearchRequest.maximumWords` words: of a longer text, the rarest words and the last.
struct QueryReading: Sendable {
    /// The text's words, including those that `words` leaves out.
    private(set) var text: FoldedWords
    var words: [QueryWord] = []

    /// The reading of an empty text.
    init() { text = FoldedWords() }

    /// Reads `text` by the words of `engine`; `isBeingTyped` says that the last word may be a beginning.
    ///
    /// `other` is scratch memory for the words of another text.
    init(_ text: Span<UInt8>, isBeingTyped: Bool, _ engine: SearchEngine, _ other: inout FoldedWords) {
        self.init()
        self.text.read(text, with: engine.folding, limit: SearchRequest.maximumLength)
        join(engine)
        let found = self.text.words
        words.reserveCapacity(min(found.count, SearchRequest.maximumWords + 1))
        let numbers = NumberWords(self.text, numbersComeFirst: engine.places.numbersComeFirst)
        let firstPart = wordCount(beforeCommaOf: text, engine, &other)
        for index in found.indices {
            let bytes = found[index].bytes
            // If words must be dropped, words without meaning go first: "號" after a number.
            if found.count > SearchRequest.maximumWords, numbers.roles[index] == .sign,
                NumberSigns.isCounter(self.text.bytes[bytes])
            {
                continue
            }
            let isLast = index == found.count - 1
            // The last part of a complete address is a whole name: in Triesen, not in Triesenberg.
            var word = QueryWord(
                bytes: bytes, isPrefix: isLast && self.text.endsInsideWord && (isBeingTyped || firstPart == nil),
                isNumber: numbers.isNumber(index))
            if let firstPart { word.isBehindComma = firstPart > 0 && index >= firstPart }
            word.isUnit = numbers.roles[index] == .unit
            word.isSign = numbers.roles[index] == .sign
            word.isInLot = numbers.isInLot(index)
            word.isFiller =
                word.isSign || !isLast && (Wordings.isFiller(self.text.bytes[bytes]) || isPostcodePrefix(at: index))
            word.isStreetWord = isStreetWord(at: index, numbers)
            addReadings(to: &word, isBeingTyped: isBeingTyped, isInName: isInName(index, numbers, engine), engine)
            words.append(word)
            if words.count > SearchRequest.maximumWords { dropCommonest() }
        }
    }

    /// Returns the folded bytes of one of the words.
    func bytes(of word: QueryWord) -> ArraySlice<UInt8> { text.bytes[word.bytes] }

    /// Returns how many words stand before the first comma; `nil` if there is no comma.
    private func wordCount(
        beforeCommaOf text: Span<UInt8>, _ engine: SearchEngine, _ other: inout FoldedWords
    ) -> Int? {
        for index in text.indices.prefix(SearchRequest.maximumLength) where text[index] == UInt8(ascii: ",") {
            other.read(text.extracting(0..<index), with: engine.folding)
            let end = other.words.last?.source.upperBound ?? 0
            return self.text.words.prefix { $0.source.lowerBound < end }.count
        }
        return nil
    }

    /// Joins the words of an abbreviation, an acronym or a postcode, and splits numbers from letters before them.
    private mutating func join(_ engine: SearchEngine) {
        guard text.words.count > 1 else { return }
        let dictionary = engine.dictionary
        text.joinAbbreviations { joined, isInitials in
            engine.synonymIndex.contains(joined)
                || isInitials && (dictionary.find(joined) != nil || NumberSigns.isWordOfInitials(joined))
        }
        guard text.bytes.contains(where: HouseNumber.isDigit) else { return }
        text.splitNumbers { dictionary.find($0) != nil }
        text.joinPairs(of: Self.postcodeLengths) { joined, first, second in
            engine.isInLocality(joined) && !(engine.isInLocality(first) && engine.isInLocality(second))
        }
    }

    /// The number of letters and digits in postcodes of two words: "3512 AE", "77-400", "QE5 2EL".
    private static var postcodeLengths: ClosedRange<Int> { 5...8 }

    /// Drops the least informative word.
    ///
    /// Words that only accompany a number go first, then words after a comma. The last two words stay: the last may be
    /// a beginning, and the word before it counts whole.
    private mutating func dropCommonest() {
        let indices = words.indices.dropLast(2)
        let signs = indices.filter { words[$0].isSign || words[$0].isUnit && !words[$0].isNumber }
        let behind = signs.isEmpty ? indices.filter { words[$0].isBehindComma } : signs
        let commonest = (behind.isEmpty ? Array(indices) : behind).max { words[$0].cost < words[$1].cost }
        if let commonest { words.remove(at: commonest) }
    }

    /// Whether a word is the country or state before a postcode, as in "FL-9490", "PA 16801" and "CZ-110 00".
    private func isPostcodePrefix(at index: Int) -> Bool {
        let word = text.words[index], next = text.words[index + 1]
        guard word.bytes.count <= 2, !text.text(word).contains(where: HouseNumber.isDigit) else { return false }
        var digits = 0
        for part in text.words[(index + 1)...].prefix(next.gap.isTight ? 2 : 1) {
            guard text.text(part).allSatisfy(HouseNumber.isDigit) else { break }
            digits += part.bytes.count
        }
        return digits >= QueryWord.shortestPostcode
    }

    /// Whether a number more likely belongs to a street's name than to a house.
    ///
    /// Such a number precedes words of the name or the house's number: "20 Settembre" and "Giovanni 23, 5". A town may
    /// also follow a house's number.
    private func isInName(_ index: Int, _ numbers: NumberWords, _ engine: SearchEngine) -> Bool {
        guard numbers.roles[index] == .number, index + 1 < text.words.count else { return false }
        let next = text.words[index + 1]
        if numbers.roles[index + 1] == .none, next.gap.scalar != 0x2c { return !engine.isInLocality(text.text(next)) }
        return numbers.roles[(index + 1)...].contains(.number)
    }

    /// Whether a word is a street word that the street's name may lack, beside another word: "ul. Marszałkowska".
    private func isStreetWord(at index: Int, _ numbers: NumberWords) -> Bool {
        guard text.words.count > 1, StreetWords.isOmissible(text.text(text.words[index])) else { return false }
        return text.words.indices.contains {
            $0 != index && numbers.roles[$0] == .none && !StreetWords.isOmissible(text.text(text.words[$0]))
        }
    }
}

extension SearchEngine {
    /// Whether a town, region or postcode has `word` in its name.
    func isInLocality(_ word: ArraySlice<UInt8>) -> Bool {
        dictionary.find(word).map { postings.uses($0).contains(.locality) } ?? false
    }
}
