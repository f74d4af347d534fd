extension SearchEngine {
    /// Other ways to set the gaps between words that are looked at; the ones with the longest words first.
    private static var maximumSpellings: Int { 6 }
    /// Words shorter than this are found between any two letters.
    private static var shortestPart: Int { 3 }
    /// Words shorter than this are not cut.
    private static var shortestSplit: Int { 4 }

    static var splitPenalty: Int { 150 }
    private static var dropPenalty: Int { 150 }

    /// A query with the gaps between its words set differently, and the score of its best answer.
    struct Spelling {
        let text: [UInt8]
        let score: Int
    }

    /// The best way to set the gaps between words differently: "park lane" for "parklane", "par klane" and "parkxlane".
    /// `nil` when none has an answer to all its words. Leaves words and hits in `workspace` as they were.
    func bestSpelling(_ request: SearchRequest, isBeingTyped: Bool, _ workspace: inout SearchWorkspace) -> Spelling? {
        let words = workspace.words, text = workspace.text, ranking = workspace.ranking
        var best: Spelling?
        for spelling in spellings(of: text, words, grows: words.last?.isPrefix ?? false) {
            read(spelling.span, isBeingTyped: isBeingTyped, &workspace)
            rankCandidates(.forAllWords, scoring(request, workspace), keeping: 1, &workspace)
            guard let hit = workspace.ranking.hits.first, !hit.isPartial else { continue }
            // What was one word and becomes two, the more so without a letter, is the less likely meaning.
            let isSplit = spelling.count { $0 == 0x20 } >= words.count
            let isShorter = spelling.count { $0 != 0x20 } < words.reduce(0) { $0 + $1.bytes.count }
            let score = hit.score - (isSplit ? Self.splitPenalty : 0) - (isShorter ? Self.dropPenalty : 0)
            if score > best?.score ?? .min { best = Spelling(text: spelling, score: score) }
        }
        workspace.words = words
        workspace.text = text
        workspace.ranking = ranking
        return best
    }

    /// Answers a spelling of what was asked.
    func rank(
        _ spelling: Spelling, _ request: SearchRequest, isBeingTyped: Bool, keeping kept: Int,
        _ workspace: inout SearchWorkspace
    ) {
        read(spelling.text.span, isBeingTyped: isBeingTyped, &workspace)
        rankCandidates(.forAllWords, scoring(request, workspace), keeping: kept, &workspace)
    }

    /// A query with gaps before the capitals that stand behind small letters, and none behind such a capital: "Over
    /// Hill" for "OverHill" and "OverH ill". `nil` when it has none. Capitals are A ... Z; what is beyond ASCII counts
    /// as small.
    static func parted(_ text: String) -> String? {
        var parted: [UInt8] = [], last = UInt8(ascii: " "), isParted = false, isBehindCapital = false
        for byte in text.utf8.prefix(SearchRequest.maximumLength) {
            let isBehindSmall = last >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last)
            let isCapital = isBehindSmall && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if isCapital { parted.append(0x20) }
            if !(isBehindCapital && byte == 0x20) { parted.append(byte) }
            (last, isBehindCapital, isParted) = (byte, isCapital, isParted || isCapital)
        }
        return isParted ? String(decoding: parted, as: UTF8.self) : nil
    }

    /// Spellings whose new words are all in the dictionary.
    private func spellings(of text: FoldedWords, _ words: [QueryWord], grows: Bool) -> [[UInt8]] {
        var found: [(shortest: Int, spelling: [UInt8])] = []
        for index in words.indices {
            let isLast = index == words.count - 1
            // A number with its gaps elsewhere is another number.
            guard !words[index].isNumber, !words[index].isUnit else { continue }
            let word = [UInt8](text.bytes[words[index].bytes])
            splits(of: word, isLast && grows, mayDrop: true) { parts, shortest in
                found.append((shortest, spell(text, words, replacing: index...index, by: parts)))
            }
            guard !isLast, !words[index + 1].isNumber else { continue }
            let joined = word + text.bytes[words[index + 1].bytes], isEnd = index + 2 == words.count && grows
            if isKnown(joined[...], isEnd) {
                found.append((joined.count, spell(text, words, replacing: index...index + 1, by: [joined[...]])))
            }
            splits(of: joined, isEnd, mayDrop: false) { parts, shortest in
                guard parts[0].count != word.count else { return }
                found.append((shortest, spell(text, words, replacing: index...index + 1, by: parts)))
            }
        }
        // Long words mean more than short ones; equal ones stay in the order of the query.
        var order = Array(found.indices)
        order.sort { found[$0].shortest != found[$1].shortest ? found[$0].shortest > found[$1].shortest : $0 < $1 }
        return order.prefix(Self.maximumSpellings).map { found[$0].spelling }
    }

    /// Calls `visit` with the ways to cut `word` into two known words, also, with `mayDrop`, by leaving out the letter
    /// between.
    private func splits(
        of word: [UInt8], _ isPrefix: Bool, mayDrop: Bool, _ visit: ([ArraySlice<UInt8>], Int) -> Void
    ) {
        // A short word is hardly two, nor one that is known as it is.
        guard word.count >= Self.shortestSplit, dictionary.find(word[...]) == nil else { return }
        for cut in stride(from: 1, to: word.count, by: 1) where word[cut] & 0xc0 != 0x80 {
            guard dictionary.find(word[..<cut]) != nil else { continue }
            if isKnown(word[cut...], isPrefix) { visit([word[..<cut], word[cut...]], min(cut, word.count - cut)) }
            let rest = word[(cut + 1)...]
            // A beginning may be short: more of it will be typed.
            guard mayDrop, cut >= Self.shortestPart, word[cut] < 0x80,
                rest.count >= (isPrefix ? 1 : Self.shortestPart) || Wordings.isFiller(rest), isKnown(rest, isPrefix)
            else { continue }
            visit([word[..<cut], rest], min(cut, rest.count))
        }
    }

    private func isKnown(_ word: ArraySlice<UInt8>, _ isPrefix: Bool) -> Bool {
        isPrefix ? !dictionary.range(prefix: word).isEmpty : dictionary.find(word) != nil
    }

    private func spell(
        _ text: FoldedWords, _ words: [QueryWord], replacing replaced: ClosedRange<Int>, by parts: [ArraySlice<UInt8>]
    ) -> [UInt8] {
        var spelling: [UInt8] = []
        func append(_ word: ArraySlice<UInt8>) {
            if !spelling.isEmpty { spelling.append(0x20) }
            spelling.append(contentsOf: word)
        }
        for index in words.indices {
            // What stood behind the first comma still does.
            if words[index].isBehindComma, index == 0 || !words[index - 1].isBehindComma {
                spelling.append(UInt8(ascii: ","))
            }
            if index == replaced.lowerBound { for part in parts { append(part) } }
            if !replaced.contains(index) { append(text.bytes[words[index].bytes]) }
        }
        return spelling
    }
}
