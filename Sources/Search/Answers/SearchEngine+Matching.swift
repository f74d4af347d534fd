import Atlas

extension SearchEngine {
    /// Finds the parts of `name` that the query's words matched, in UTF-16 code units, in order and apart.
    ///
    /// The words must be marked in `workspace`.
    func matchedRanges(of name: [UInt8], _ workspace: borrowing SearchWorkspace) -> [Range<Int>] {
        guard !workspace.words.isEmpty else { return [] }
        var folded = FoldedWords(), ranges: [Range<Int>] = []
        folded.read(name.span, with: folding)
        for word in folded.words {
            guard let count = matchedBytes(of: folded.text(word), workspace) else { continue }
            ranges.append(word.source.lowerBound..<folded.sourceEnd(of: word, afterBytes: count))
        }
        return ranges
    }

    /// How many bytes of a word of a name the query covers; `nil` for none of them.
    private func matchedBytes(of word: ArraySlice<UInt8>, _ workspace: borrowing SearchWorkspace) -> Int? {
        var best: Int?
        if let known = dictionary.find(word) {
            let found = workspace.qualities(of: known)
            for index in workspace.words.indices {
                guard let quality = QueryWord.Quality(rawValue: UInt8(Scoring.quality(found, index))) else { continue }
                best = max(best ?? 0, quality.isPart ? min(word.count, workspace.words[index].bytes.count) : word.count)
            }
        }
        // House numbers are in no dictionary.
        for query in workspace.words where query.isNumber && best == nil {
            let wanted = workspace.text.bytes[query.bytes]
            if word.elementsEqual(wanted) || (query.isPrefix && word.starts(with: wanted)) { best = wanted.count }
        }
        return best
    }
}
