import Atlas

/// Finds the kinds of places that people search for and that have no places in an atlas.
struct AbsentKinds: Sendable {
    /// A phrase that people type, and its line in the lexicon.
    private typealias Phrase = (words: [UInt8], line: Int)

    /// The lexicon's phrases, the same for every atlas.
    private struct Phrases: Sendable {
        /// Phrases of small Latin letters without accents, ascending: no folding changes them.
        var plain: [Phrase] = []
        /// All other phrases, unfolded.
        var others: [Phrase] = []
        /// By line, its row of the lexicon.
        var rows: [Int?] = []

        static let standard = Phrases(KindLexicon.standard)

        private init(_ lexicon: KindLexicon) {
            for (index, line) in lexicon.words.enumerated() {
                let row = line.values.lazy.compactMap { lexicon.row(key: [], value: $0) }.first
                rows.append(row)
                var typed = line.phrases
                for value in line.values { typed += [value, KindLexicon.plural(of: value)] }
                if let row {
                    for language in KindLexicon.languages.indices { typed.append(lexicon.name(row, in: language)) }
                }
                for words in typed {
                    if words.allSatisfy({ $0 == 0x20 || (0x61...0x7a).contains($0 | 0x20) }) {
                        plain.append((words.map { $0 | 0x20 }, index))
                    } else {
                        others.append((words, index))
                    }
                }
            }
            plain.sort(by: AbsentKinds.isBefore)
        }
    }

    private let phrases = Phrases.standard
    /// The other phrases, folded, ascending.
    private let folded: [Phrase]
    /// By line, whether the atlas has one of its kinds.
    private let isPresent: [Bool]

    /// Takes the `values` of the kinds that the atlas has.
    init(besides values: [[UInt8]], _ folding: Folding) {
        let values = values.sorted { $0.lexicographicallyPrecedes($1) }
        isPresent = KindLexicon.standard.words.map { line in
            line.values.contains { value in
                let index = Self.firstIndex(in: values) { $0.lexicographicallyPrecedes(value) }
                return index < values.count && values[index] == value
            }
        }
        var text = FoldedWords()
        folded = phrases.others.map { phrase in
            text.read(phrase.words.span, with: folding)
            return (Self.joined(text) { _ in true }, phrase.line)
        }
        .sorted(by: Self.isBefore)
    }

    /// Returns the kind that the whole query names and that the atlas lacks, as a row of the lexicon.
    ///
    /// The query may also contain words such as "nearest", "near" and "me", and words that `isBeside` accepts.
    func row(namedBy text: FoldedWords, besides isBeside: (ArraySlice<UInt8>) -> Bool) -> Int? {
        let words = Self.joined(text) {
            !Wordings.isFiller($0) && !Wordings.isNear($0) && !Wordings.isHere($0) && !isBeside($0)
        }
        var named: Int?
        for line in [phrases.plain, folded].lazy.flatMap({ Self.lines(in: $0, of: words) }) {
            // If several kinds share a word, one present kind is enough.
            guard !isPresent[line], let row = phrases.rows[line] else { return nil }
            named = min(named ?? row, row)
        }
        return named
    }

    private static func lines(in phrases: [Phrase], of words: [UInt8]) -> [Int] {
        let first = firstIndex(in: phrases) { $0.words.lexicographicallyPrecedes(words) }
        return phrases[first...].prefix { $0.words == words }.map { $0.line }
    }

    /// Returns the first element that is not `isBefore`, in an array in which such elements come first.
    private static func firstIndex<Element>(in array: [Element], where isBefore: (Element) -> Bool) -> Int {
        var low = 0, high = array.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(array[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func isBefore(_ one: Phrase, _ two: Phrase) -> Bool {
        one.words == two.words ? one.line < two.line : one.words.lexicographicallyPrecedes(two.words)
    }

    private static func joined(_ text: FoldedWords, _ isWanted: (ArraySlice<UInt8>) -> Bool) -> [UInt8] {
        var joined: [UInt8] = []
        for word in text.words where isWanted(text.text(word)) {
            if !joined.isEmpty { joined.append(0x20) }
            joined.append(contentsOf: text.text(word))
        }
        return joined
    }
}
