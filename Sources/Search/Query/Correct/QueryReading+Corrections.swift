import Atlas

extension QueryReading {
    /// Adds the dictionary words that begin with any word of the query: "alex 46 hels".
    ///
    /// In a query in parts, the last word is complete.
    mutating func addBeginnings(isInParts: Bool, _ engine: SearchEngine) {
        for index in words.indices.dropLast(isInParts ? 1 : 0) where !words[index].isNumber {
            guard !words[index].isPrefix, words[index].bytes.count >= Self.shortestBeginning else { continue }
            let range = engine.dictionary.range(prefix: bytes(of: words[index]))
            guard !range.isEmpty else { continue }
            words[index].readings.append(.init(words: range, quality: .beginning))
            words[index].weigh(by: engine.postings)
        }
    }

    private static var shortestBeginning: Int { 3 }

    /// Lets answers lack single letters, which may be the rest of a word: "Tunnel e Monaco".
    ///
    /// The last letter stays, because it may be a beginning.
    mutating func forgiveLetters() {
        for index in words.indices.dropLast() where words[index].bytes.count == 1 && !words[index].isNumber {
            words[index].isFiller = true
        }
    }

    /// Adds the dictionary words that are up to `edits` typing errors from a word of the query.
    ///
    /// Applies to words with a number of letters in `letters`. Numbers must stay equal: "24ht" is "24th" and not
    /// "25th".
    mutating func addCorrections(
        edits: Int, to letters: ClosedRange<Int>, _ engine: SearchEngine, _ walk: inout FuzzyWalk
    ) {
        for index in words.indices {
            let bytes = bytes(of: words[index]), scalars = ScalarDecoder.scalars(of: bytes)
            if words[index].isNumber {
                if edits == 1 { addOrdinals(scalars, to: index, engine, &walk) }
                continue
            }
            guard letters.contains(scalars.count), !words[index].isFiller, !words[index].isUnit else { continue }
            var readings = words[index].readings.filter { $0.quality.edits == 0 }
            let dictionary = engine.dictionary, first = bytes.first, isPrefix = words[index].isPrefix
            walk.run(scalars, isPrefix: isPrefix, limit: edits, in: dictionary) { range, edits in
                // Few people mistype the first letter (Pollock and Zamora, CACM 27(4), 1984), and hardly anyone
                // mistypes a second letter, too.
                if edits > 1, dictionary.text(range.lowerBound).first != first { return }
                readings.append(.init(words: range, quality: .corrected(isPrefix: isPrefix, edits: edits)))
            }
            words[index].readings = readings
            words[index].weigh(by: engine.postings)
        }
    }

    /// Adds the words that are one error from a number with letters, if their digits are the same.
    private mutating func addOrdinals(
        _ scalars: [UInt32], to index: Int, _ engine: SearchEngine, _ walk: inout FuzzyWalk
    ) {
        let bytes = bytes(of: words[index]), dictionary = engine.dictionary
        guard !bytes.allSatisfy({ HouseNumber.isDigit($0) }), words[index].readings.isEmpty else { return }
        var readings: [QueryWord.Reading] = []
        walk.run(scalars, isPrefix: false, limit: 1, in: dictionary) { range, _ in
            for position in range {
                let other = dictionary.text(position)
                guard other.filter({ HouseNumber.isDigit($0) }).elementsEqual(bytes.filter { HouseNumber.isDigit($0) })
                else { continue }
                readings.append(.init(words: position..<position + 1, quality: .oneEdit))
            }
        }
        words[index].readings = readings
        words[index].weigh(by: engine.postings)
    }
}
