extension SearchEngine {
    /// Reads the text's words and what each may stand for as it is written. At most eight: the first seven and the
    /// last.
    func read(_ text: Span<UInt8>, isBeingTyped: Bool, _ workspace: inout SearchWorkspace) {
        workspace.text.read(text, with: folding, limit: SearchRequest.maximumLength)
        workspace.words.removeAll(keepingCapacity: true)
        let found = workspace.text.words, limit = SearchRequest.maximumWords
        for index in found.indices where index < limit - 1 || index == found.count - 1 {
            let bytes = found[index].bytes
            let isPrefix = index == found.count - 1 && workspace.text.endsInsideWord
            workspace.words.append(
                QueryWord(bytes: bytes, isPrefix: isPrefix, isNumber: isNumber(at: index, in: workspace.text)))
            addReadings(to: workspace.words.count - 1, isBeingTyped: isBeingTyped, &workspace)
        }
    }

    private func isNumber(at index: Int, in text: FoldedWords) -> Bool {
        func beginsWithDigit(_ word: FoldedWords.Word) -> Bool {
            let first = text.bytes[word.bytes.lowerBound]
            return first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
        }
        let word = text.words[index]
        if beginsWithDigit(word) { return word.bytes.count <= HouseNumber.maximumLength }
        let letters = text.text(word).count { $0 & 0xc0 != 0x80 }
        return letters == 1 && index > 0 && beginsWithDigit(text.words[index - 1])
    }

    /// Finds the words of the dictionary that a word of the query is, abbreviates or begins.
    private func addReadings(to index: Int, isBeingTyped: Bool, _ workspace: inout SearchWorkspace) {
        var word = workspace.words[index]
        let bytes = workspace.text.bytes[word.bytes]
        var readings: [QueryWord.Reading] = []
        if let exact = dictionary.find(bytes) { readings.append(.init(words: exact..<exact + 1, quality: .exact)) }
        synonyms.forEach(of: bytes) { other in
            guard let found = dictionary.find(other) else { return }
            readings.append(.init(words: found..<found + 1, quality: .synonym))
        }
        if word.isPrefix {
            let range = dictionary.range(prefix: bytes)
            if !range.isEmpty { readings.append(.init(words: range, quality: isBeingTyped ? .prefix : .beginning)) }
        }
        word.readings = readings
        weigh(&word)
        workspace.words[index] = word
    }

    /// Adds the words of the dictionary that any word of the query may begin: "alex 46 hels".
    func addBeginnings(_ workspace: inout SearchWorkspace) {
        for index in workspace.words.indices where !workspace.words[index].isNumber {
            var word = workspace.words[index]
            guard !word.isPrefix, word.bytes.count >= Self.shortestBeginning else { continue }
            let range = dictionary.range(prefix: workspace.text.bytes[word.bytes])
            guard !range.isEmpty else { continue }
            word.readings.append(.init(words: range, quality: .beginning))
            weigh(&word)
            workspace.words[index] = word
        }
    }

    private static var shortestBeginning: Int { 3 }

    /// Adds the words of the dictionary that a word of the query becomes when up to `edits` typing errors are taken back.
    ///
    /// Only for words of so many `letters`, and not for numbers: they mean what they say.
    func addCorrections(edits: Int, to letters: ClosedRange<Int>, _ workspace: inout SearchWorkspace) {
        for index in workspace.words.indices where !workspace.words[index].isNumber {
            var word = workspace.words[index], scalars: [UInt32] = []
            let bytes = workspace.text.bytes[word.bytes], isPrefix = word.isPrefix
            var decoder = ScalarDecoder(end: bytes.count)
            while let scalar = decoder.next(in: bytes.span) { scalars.append(scalar) }
            guard letters.contains(scalars.count) else { continue }
            var readings = word.readings.filter { $0.quality.edits == 0 }
            workspace.walk.run(scalars, isPrefix: isPrefix, limit: edits, in: dictionary) { range, edits in
                readings.append(.init(words: range, quality: .corrected(isPrefix: isPrefix, edits: edits)))
            }
            word.readings = readings
            weigh(&word)
            workspace.words[index] = word
        }
    }

    /// Counts what a word's readings would have to be looked at, and whether they occur in context.
    private func weigh(_ word: inout QueryWord) {
        word.cost = 0
        word.isContextual = word.isNumber
        for reading in word.readings {
            word.cost += postings.cost(reading.words)
            for position in reading.words where !word.isContextual {
                word.isContextual = !postings.uses(position).isDisjoint(with: [.street, .locality])
            }
        }
    }
}
