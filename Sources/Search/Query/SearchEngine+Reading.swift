import Atlas

extension SearchEngine {
    /// Reads the text's words and what each may stand for as it is written. At most eight: of more the rarest and the
    /// last.
    func read(_ text: Span<UInt8>, isBeingTyped: Bool, _ workspace: inout SearchWorkspace) {
        workspace.text.read(text, with: folding, limit: SearchRequest.maximumLength)
        workspace.words.removeAll(keepingCapacity: true)
        join(&workspace.text)
        let found = workspace.text.words,
            numbers = NumberWords(workspace.text, numbersComeFirst: places.numbersComeFirst)
        // The last part of a complete address is a whole name: in Triesen, not in Triesenberg.
        var isInParts = false, firstPart = found.count
        for index in text.indices.prefix(SearchRequest.maximumLength) where text[index] == UInt8(ascii: ",") {
            isInParts = true
            workspace.otherText.read(text.extracting(0..<index), with: folding)
            let end = workspace.otherText.words.last?.source.upperBound ?? 0
            firstPart = found.prefix { $0.source.lowerBound < end }.count
            break
        }
        for index in found.indices {
            let bytes = found[index].bytes
            // Where words must be left out, those go first that tell nothing: "號" behind a number.
            if found.count > SearchRequest.maximumWords, numbers.roles[index] == .sign,
                NumberSigns.isCounter(workspace.text.bytes[bytes])
            {
                continue
            }
            let isLast = index == found.count - 1
            var word = QueryWord(
                bytes: bytes, isPrefix: isLast && workspace.text.endsInsideWord && (isBeingTyped || !isInParts),
                isNumber: numbers.isNumber(index))
            word.isBehindComma = firstPart > 0 && index >= firstPart
            word.isUnit = numbers.roles[index] == .unit
            word.isSign = numbers.roles[index] == .sign
            word.isInLot = numbers.isInLot(index)
            word.isFiller =
                word.isSign
                || !isLast
                    && (Wordings.isFiller(workspace.text.bytes[bytes]) || isPostcodePrefix(at: index, workspace.text))
            word.isStreetWord = isStreetWord(at: index, workspace.text, numbers)
            workspace.words.append(word)
            addReadings(
                to: workspace.words.count - 1, isBeingTyped: isBeingTyped,
                isInName: isInName(index, workspace.text, numbers), &workspace)
            if workspace.words.count > SearchRequest.maximumWords { dropCommonest(&workspace) }
        }
    }

    /// Drops the word that says the least: what only goes with a number, else one of those behind a comma if there are;
    /// none of the last two: one more may be a beginning, one less is read as a whole.
    private func dropCommonest(_ workspace: inout SearchWorkspace) {
        let words = workspace.words, indices = words.indices.dropLast(2)
        let signs = indices.filter { words[$0].isSign || words[$0].isUnit && !words[$0].isNumber }
        let behind = signs.isEmpty ? indices.filter { words[$0].isBehindComma } : signs
        let commonest = (behind.isEmpty ? Array(indices) : behind).max { words[$0].cost < words[$1].cost }
        if let commonest { workspace.words.remove(at: commonest) }
    }

    /// Whether a word is the country or state before a postcode, as in "FL-9490", "PA 16801" and "CZ-110 00".
    private func isPostcodePrefix(at index: Int, _ text: FoldedWords) -> Bool {
        let word = text.words[index], next = text.words[index + 1]
        guard word.bytes.count <= 2, !text.text(word).contains(where: HouseNumber.isDigit) else { return false }
        var digits = 0
        for part in text.words[(index + 1)...].prefix(next.gap.isTight ? 2 : 1) {
            guard text.text(part).allSatisfy(HouseNumber.isDigit) else { break }
            digits += part.bytes.count
        }
        return digits >= QueryWord.shortestPostcode
    }

    /// Joins the words that an abbreviation, an acronym or a postcode was taken apart into, and sets numbers apart from
    /// what stands before them.
    private func join(_ text: inout FoldedWords) {
        guard text.words.count > 1 else { return }
        text.joinAbbreviations { joined, isInitials in
            synonymIndex.contains(joined)
                || isInitials && (dictionary.find(joined) != nil || NumberSigns.isWordOfInitials(joined))
        }
        guard text.bytes.contains(where: HouseNumber.isDigit) else { return }
        text.splitNumbers { dictionary.find($0) != nil }
        text.joinPairs(of: Self.postcodeLengths) { joined, first, second in
            isInLocality(joined) && !(isInLocality(first) && isInLocality(second))
        }
    }

    /// How many letters and digits there are in postcodes that are written as two words: "3512 AE", "77-400", "QE5
    /// 2EL".
    private static var postcodeLengths: ClosedRange<Int> { 5...8 }

    func isInLocality(_ word: ArraySlice<UInt8>) -> Bool {
        dictionary.find(word).map { postings.uses($0).contains(.locality) } ?? false
    }

    /// Finds the words of the dictionary that a word of the query is, abbreviates or begins.
    private func addReadings(
        to index: Int, isBeingTyped: Bool, isInName: Bool, _ workspace: inout SearchWorkspace
    ) {
        var word = workspace.words[index]
        let bytes = workspace.text.bytes[word.bytes]
        var readings: [QueryWord.Reading] = []
        // What follows holds on to the dictionary then, and not to the whole engine.
        let dictionary = dictionary, exact = dictionary.find(bytes)
        if let exact { readings.append(.init(words: exact..<exact + 1, quality: .exact)) }
        // Two or three letters alone are rather the beginning of a name than an abbreviation: "Res", "Gal".
        if !(word.isPrefix && workspace.text.words.count == 1 && bytes.count <= Self.longestBareBeginning) {
            synonymIndex.forEach(of: bytes) { readings.append(.init(words: $0..<$0 + 1, quality: .synonym)) }
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
            if word.isPrefix { beginnings.append(dictionary.range(prefix: other)) }
        }
        if let ordinal = Self.ordinal(bytes) { add(ordinal[...]) }
        if isInName { Numerals.forEachReading(ofNumber: bytes, add) }
        Numerals.forEachReading(ofRoman: bytes, add)
        if word.isPrefix {
            let range = dictionary.range(prefix: bytes)
            for range in range.isEmpty ? beginnings : [range] where !range.isEmpty {
                readings.append(.init(words: range, quality: isBeingTyped ? .prefix : .beginning))
            }
        }
        word.readings = readings
        weigh(&word)
        workspace.words[index] = word
    }

    private static var longestBareBeginning: Int { 3 }

    /// Whether a number is rather one in a street's name than a house's: words of the name or the house's number
    /// follow, as in "20 Settembre" and "Giovanni 23, 5". A town may follow a house's number, too.
    private func isInName(_ index: Int, _ text: FoldedWords, _ numbers: NumberWords) -> Bool {
        guard numbers.roles[index] == .number, index + 1 < text.words.count else { return false }
        let next = text.words[index + 1]
        if numbers.roles[index + 1] == .none, next.gap.scalar != 0x2c { return !isInLocality(text.text(next)) }
        return numbers.roles[(index + 1)...].contains(.number)
    }

    /// Whether a word, beside the name of a street, is a word for streets that its name may lack: "ul. Marszałkowska".
    private func isStreetWord(at index: Int, _ text: FoldedWords, _ numbers: NumberWords) -> Bool {
        guard text.words.count > 1, StreetWords.isOmissible(text.text(text.words[index])) else { return false }
        return text.words.indices.contains {
            $0 != index && numbers.roles[$0] == .none && !StreetWords.isOmissible(text.text(text.words[$0]))
        }
    }

    /// The English ordinal of a number of up to three digits: "42nd" for "West 42 Street".
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

    /// Adds the words of the dictionary that any word of the query may begin: "alex 46 hels". The last one is whole in
    /// a query in parts.
    func addBeginnings(isInParts: Bool, _ workspace: inout SearchWorkspace) {
        for index in workspace.words.indices.dropLast(isInParts ? 1 : 0) where !workspace.words[index].isNumber {
            var word = workspace.words[index]
            guard !word.isPrefix, word.bytes.count >= Self.shortestBeginning else { continue }
            let range = dictionary.range(prefix: workspace.text.bytes[word.bytes])
            guard !range.isEmpty else { continue }
            word.readings.append(.init(words: range, quality: .beginning))
            weigh(&word)
            workspace.words[index] = word
        }
    }

    /// Lets answers lack single letters, which may be what is left of a word: "Tunnel e Monaco". Not the last, which
    /// may be a beginning.
    func forgiveLetters(_ workspace: inout SearchWorkspace) {
        for index in workspace.words.indices.dropLast()
        where workspace.words[index].bytes.count == 1 && !workspace.words[index].isNumber {
            workspace.words[index].isFiller = true
        }
    }

    private static var shortestBeginning: Int { 3 }

    /// Adds the words of the dictionary that a word of the query becomes when up to `edits` typing errors are taken
    /// back.
    ///
    /// Only for words of so many `letters`. Numbers mean what they say: "24ht" is "24th" and not "25th".
    func addCorrections(edits: Int, to letters: ClosedRange<Int>, _ workspace: inout SearchWorkspace) {
        for index in workspace.words.indices {
            var word = workspace.words[index], scalars: [UInt32] = []
            let bytes = workspace.text.bytes[word.bytes], isPrefix = word.isPrefix
            var decoder = ScalarDecoder(end: bytes.count)
            while let scalar = decoder.next(in: bytes.span) { scalars.append(scalar) }
            if word.isNumber {
                if edits == 1 { addOrdinals(scalars, to: &workspace.words[index], workspace.text, &workspace.walk) }
                continue
            }
            guard letters.contains(scalars.count), !word.isFiller, !word.isUnit else { continue }
            var readings = word.readings.filter { $0.quality.edits == 0 }
            let dictionary = dictionary, first = bytes.first
            workspace.walk.run(scalars, isPrefix: isPrefix, limit: edits, in: dictionary) { range, edits in
                // Few mistype the first letter (Pollock and Zamora, CACM 27(4), 1984), and hardly any another one too.
                if edits > 1, dictionary.text(range.lowerBound).first != first { return }
                readings.append(.init(words: range, quality: .corrected(isPrefix: isPrefix, edits: edits)))
            }
            word.readings = readings
            weigh(&word)
            workspace.words[index] = word
        }
    }

    /// Adds the words that a number with letters is one error from, if their digits are the same.
    private func addOrdinals(
        _ scalars: [UInt32], to word: inout QueryWord, _ text: FoldedWords, _ walk: inout FuzzyWalk
    ) {
        let bytes = text.bytes[word.bytes]
        guard !bytes.allSatisfy({ HouseNumber.isDigit($0) }), word.readings.isEmpty else { return }
        var readings: [QueryWord.Reading] = []
        walk.run(scalars, isPrefix: false, limit: 1, in: dictionary) { range, _ in
            for position in range {
                let other = dictionary.text(position)
                guard other.filter({ HouseNumber.isDigit($0) }).elementsEqual(bytes.filter { HouseNumber.isDigit($0) })
                else { continue }
                readings.append(.init(words: position..<position + 1, quality: .oneEdit))
            }
        }
        word.readings = readings
        weigh(&word)
    }

    /// Counts what a word's readings would have to be looked at, and says whether they occur in context and as kinds.
    private func weigh(_ word: inout QueryWord) {
        word.cost = 0
        word.isContextual = word.isNumber
        word.mayBeKind = false
        word.isKind = false
        let leastCertain = word.leastCertainQualityOfKind.rawValue
        for reading in word.readings {
            word.cost += postings.cost(reading.words)
            let isCertain = reading.quality.rawValue >= leastCertain, isWhole = reading.quality.isWhole
            for position in reading.words
            where !word.isContextual || (isCertain && !word.mayBeKind) || (isWhole && !word.isKind) {
                let uses = postings.uses(position)
                if !uses.isDisjoint(with: [.street, .locality]) { word.isContextual = true }
                guard uses.contains(.kind) else { continue }
                if isCertain { word.mayBeKind = true }
                if isWhole { word.isKind = true }
            }
        }
    }
}
