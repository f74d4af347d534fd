import Atlas

/// A query with different gaps between its words: "park lane" for "parklane", "par klane" and "parkxlane".
struct Spelling {
    let reading: QueryReading
    /// The score of its best answer.
    let score: Int

    /// The penalty for a word split in two.
    static var splitPenalty: Int { 150 }
    /// The penalty for a letter left out.
    fileprivate static var dropPenalty: Int { 150 }
}

extension SearchQuery {
    /// Returns the best respelling with other gaps; `nil` if none has an answer that matches all its words.
    func bestSpelling(_ workspace: inout SearchWorkspace) -> Spelling? {
        var best: Spelling?
        for spelling in Respelling(reading, engine.dictionary).spellings {
            var query = SearchQuery(request, isBeingTyped: isBeingTyped, countries, engine)
            query.read(spelling.span, &workspace)
            query.rank(.forAllWords, keeping: 1, &workspace)
            guard let hit = query.ranking.hits.first, !hit.isPartial else { continue }
            // A split of one word in two is less likely, especially one without a letter.
            let isSplit = spelling.count { $0 == 0x20 } >= reading.words.count
            let isShorter = spelling.count { $0 != 0x20 } < reading.words.reduce(0) { $0 + $1.bytes.count }
            let score = hit.score - (isSplit ? Spelling.splitPenalty : 0) - (isShorter ? Spelling.dropPenalty : 0)
            if score > best?.score ?? .min { best = Spelling(reading: query.reading, score: score) }
        }
        return best
    }
}

/// Changes the gaps of a text so that its words are in the dictionary.
private struct Respelling {
    private let text: FoldedWords
    private let words: [QueryWord]
    private let dictionary: WordDictionary

    init(_ reading: QueryReading, _ dictionary: WordDictionary) {
        (text, words) = (reading.text, reading.words)
        self.dictionary = dictionary
    }

    /// The maximum number of respellings that a query tries; those with the longest words come first.
    private static var maximumSpellings: Int { 6 }
    /// The dictionary has shorter words between almost any two letters.
    private static var shortestPart: Int { 3 }
    /// A query does not split words shorter than this.
    private static var shortestSplit: Int { 4 }

    /// The respellings whose new words are all in the dictionary.
    var spellings: [[UInt8]] {
        var found: [(shortest: Int, spelling: [UInt8])] = []
        let grows = words.last?.isPrefix ?? false
        for index in words.indices {
            let isLast = index == words.count - 1
            // A number with other gaps is another number.
            guard !words[index].isNumber, !words[index].isUnit else { continue }
            let word = [UInt8](text.bytes[words[index].bytes])
            splits(of: word, isLast && grows, mayDrop: true) { parts, shortest in
                found.append((shortest, spell(replacing: index...index, by: parts)))
            }
            guard !isLast, !words[index + 1].isNumber else { continue }
            let joined = word + text.bytes[words[index + 1].bytes], isEnd = index + 2 == words.count && grows
            if isKnown(joined[...], isEnd) {
                found.append((joined.count, spell(replacing: index...index + 1, by: [joined[...]])))
            }
            splits(of: joined, isEnd, mayDrop: false) { parts, shortest in
                guard parts[0].count != word.count else { return }
                found.append((shortest, spell(replacing: index...index + 1, by: parts)))
            }
        }
        // Long words carry more information than short ones; equal lengths stay in the order of the query.
        var order = Array(found.indices)
        order.sort { found[$0].shortest != found[$1].shortest ? found[$0].shortest > found[$1].shortest : $0 < $1 }
        return order.prefix(Self.maximumSpellings).map { found[$0].spelling }
    }

    /// Calls `visit` with the ways to split `word` in two known words; with `mayDrop`, also without the letter between
    /// them.
    private func splits(
        of word: [UInt8], _ isPrefix: Bool, mayDrop: Bool, _ visit: ([ArraySlice<UInt8>], Int) -> Void
    ) {
        // A short word is hardly two words, and neither is a known word.
        guard word.count >= Self.shortestSplit, dictionary.find(word[...]) == nil else { return }
        for cut in stride(from: 1, to: word.count, by: 1) where word[cut] & 0xc0 != 0x80 {
            guard dictionary.find(word[..<cut]) != nil else { continue }
            if isKnown(word[cut...], isPrefix) { visit([word[..<cut], word[cut...]], min(cut, word.count - cut)) }
            let rest = word[(cut + 1)...]
            // A beginning may be short: the user will continue it.
            guard mayDrop, cut >= Self.shortestPart, word[cut] < 0x80,
                rest.count >= (isPrefix ? 1 : Self.shortestPart) || Wordings.isFiller(rest), isKnown(rest, isPrefix)
            else { continue }
            visit([word[..<cut], rest], min(cut, rest.count))
        }
    }

    private func isKnown(_ word: ArraySlice<UInt8>, _ isPrefix: Bool) -> Bool {
        isPrefix ? !dictionary.range(prefix: word).isEmpty : dictionary.find(word) != nil
    }

    private func spell(replacing replaced: ClosedRange<Int>, by parts: [ArraySlice<UInt8>]) -> [UInt8] {
        var spelling: [UInt8] = []
        func append(_ word: ArraySlice<UInt8>) {
            if !spelling.isEmpty { spelling.append(0x20) }
            spelling.append(contentsOf: word)
        }
        for index in words.indices {
            // Words after the first comma stay after it.
            if words[index].isBehindComma, index == 0 || !words[index - 1].isBehindComma {
                spelling.append(UInt8(ascii: ","))
            }
            if index == replaced.lowerBound { for part in parts { append(part) } }
            if !replaced.contains(index) { append(text.bytes[words[index].bytes]) }
        }
        return spelling
    }
}
