import Atlas

extension QueryReading {
    /// Finds the dictionary words that a word of the query equals, abbreviates or begins.
    func addReadings(
        to word: inout QueryWord, isBeingTyped: Bool, isInName: Bool, _ engine: SearchEngine
    ) {
        let bytes = bytes(of: word), isPrefix = word.isPrefix
        var readings: [QueryWord.Reading] = []
        // The closure below then captures the dictionary, and not the whole engine.
        let dictionary = engine.dictionary, synonyms = engine.synonyms, exact = dictionary.find(bytes)
        if let exact { readings.append(.init(words: exact..<exact + 1, quality: .exact)) }
        // Two or three letters alone are more likely the beginning of a name than an abbreviation: "Res", "Gal".
        if !(isPrefix && text.words.count == 1 && bytes.count <= Self.longestBareBeginning) {
            engine.synonymIndex.forEach(of: bytes) { readings.append(.init(words: $0..<$0 + 1, quality: .synonym)) }
        }
        func add(_ other: ArraySlice<UInt8>) {
            guard let found = dictionary.find(other) else { return }
            readings.append(.init(words: found..<found + 1, quality: .synonym))
        }
        synonyms.forEachCompletion(of: bytes, ofShort: exact == nil, add)
        var beginnings: [Range<Int>] = []
        Umlauts.forEachReading(of: bytes) { other in
            add(other)
            synonyms.forEachCompletion(of: other, ofShort: exact == nil, add)
            if isPrefix { beginnings.append(dictionary.range(prefix: other)) }
        }
        if let ordinal = Self.ordinal(bytes) { add(ordinal[...]) }
        if isInName { Numerals.forEachReading(ofNumber: bytes, add) }
        Numerals.forEachReading(ofRoman: bytes, add)
        if isPrefix {
            let range = dictionary.range(prefix: bytes)
            for range in range.isEmpty ? beginnings : [range] where !range.isEmpty {
                readings.append(.init(words: range, quality: isBeingTyped ? .prefix : .beginning))
            }
        }
        word.readings = readings
        word.weigh(by: engine.postings)
    }

    private static var longestBareBeginning: Int { 3 }

    /// Returns the English ordinal of a number of up to three digits: "42nd" for "West 42 Street".
    private static func ordinal(_ word: ArraySlice<UInt8>) -> [UInt8]? {
        guard (1...3).contains(word.count), word.allSatisfy(HouseNumber.isDigit) else { return nil }
        let number = HouseNumber.leadingNumber(of: word), isTeen = (11...13).contains(number % 100)
        let ending: StaticString =
            switch isTeen ? 0 : number % 10 {
            case 1: "st"
            case 2: "nd"
            case 3: "rd"
            default: "th"
            }
        return word + ending.withUTF8Buffer { unsafe [UInt8]($0) }  // The literal's own bytes.
    }
}

extension QueryWord {
    /// Sets the word's cost, and whether its readings occur in context and as kinds.
    mutating func weigh(by postings: Postings) {
        cost = 0
        isContextual = isNumber
        mayBeKind = false
        isKind = false
        let leastCertain = leastCertainQualityOfKind.rawValue
        for reading in readings {
            cost += postings.cost(reading.words)
            let isCertain = reading.quality.rawValue >= leastCertain, isWhole = reading.quality.isWhole
            for position in reading.words
            where !isContextual || (isCertain && !mayBeKind) || (isWhole && !isKind) {
                let uses = postings.uses(position)
                if !uses.isDisjoint(with: [.street, .locality]) { isContextual = true }
                guard uses.contains(.kind) else { continue }
                if isCertain { mayBeKind = true }
                if isWhole { isKind = true }
            }
        }
    }
}
