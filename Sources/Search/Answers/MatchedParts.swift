extension QueryReading {
    /// Returns the parts of `name` that the query's words match, in UTF-16 code units, ascending and disjoint.
    func matchedParts(of name: [UInt8], _ engine: SearchEngine) -> [Range<Int>] {
        guard !words.isEmpty else { return [] }
        var folded = FoldedWords(), ranges: [Range<Int>] = []
        folded.read(name.span, with: engine.folding)
        for word in folded.words {
            guard let count = matchedBytes(of: folded.text(word), engine.dictionary) else { continue }
            ranges.append(word.source.lowerBound..<folded.sourceEnd(of: word, afterBytes: count))
        }
        return ranges
    }

    /// Returns how many bytes of a word of a name the query covers; `nil` for none.
    private func matchedBytes(of word: ArraySlice<UInt8>, _ dictionary: WordDictionary) -> Int? {
        var best: Int?
        if let known = dictionary.find(word) {
            for query in words {
                guard let quality = query.quality(of: known) else { continue }
                best = max(best ?? 0, quality.isPart ? min(word.count, query.bytes.count) : word.count)
            }
        }
        // The dictionary has no house numbers.
        for query in words where query.isNumber && best == nil {
            let wanted = bytes(of: query)
            if word.elementsEqual(wanted) || (query.isPrefix && word.starts(with: wanted)) { best = wanted.count }
        }
        return best
    }
}

extension QueryWord {
    /// Returns how well a word of the dictionary matches; `nil` if it does not.
    fileprivate func quality(of word: Int) -> Quality? {
        var best: Quality?
        for reading in readings where reading.words.contains(word) {
            if reading.quality.rawValue > best?.rawValue ?? 0 { best = reading.quality }
        }
        return best
    }
}
