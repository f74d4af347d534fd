/// Words with the same meaning in names of streets and places, mostly abbreviations (`StreetWords`).
package struct Synonyms: Sendable {
    /// A word of a group.
    private struct Entry {
        let word: [UInt8]
        let group: Int
    }

    private let groups: [[[UInt8]]]
    /// All words of all groups, ascending, then by group.
    private let entries: [Entry]
    private let endings: [[[UInt8]]]

    /// The standard table; the program reads it once.
    package static let standard = Synonyms()

    private init() {
        groups = StreetWords.groups.map(Self.words)
        endings = StreetWords.endings.map(Self.words)
        var entries: [Entry] = []
        for (index, group) in groups.enumerated() {
            for word in group { entries.append(Entry(word: word, group: index)) }
        }
        entries.sort {
            $0.word == $1.word ? $0.group < $1.group : $0.word.lexicographicallyPrecedes($1.word)
        }
        self.entries = entries
    }

    /// All words, for tests.
    package var words: [[UInt8]] { groups.flatMap { $0 } + endings.flatMap { $0 } }

    /// Calls `visit` with each word of the table and the words that it may stand for, in byte order.
    func forEachWord(_ visit: (_ word: [UInt8], _ others: [[UInt8]]) -> Void) {
        var first = 0
        while first < entries.count {
            let word = entries[first].word
            var others: [[UInt8]] = [], next = first
            while next < entries.count, entries[next].word == word {
                for other in groups[entries[next].group] where other != word && !others.contains(other) {
                    others.append(other)
                }
                next += 1
            }
            visit(word, others)
            first = next
        }
    }

    /// Returns the full forms of `word`, the most likely first; the word itself if it is not an abbreviation.
    ///
    /// Two spellings of a street's name are the same name if their full forms are.
    package func fullForms(of word: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var forms: [ArraySlice<UInt8>] = []
        func add(_ form: ArraySlice<UInt8>) {
            if !forms.contains(where: { $0.elementsEqual(form) }) { forms.append(form) }
        }
        var index = lowerBound(word)
        while index < entries.count, entries[index].word.elementsEqual(word) {
            add(groups[entries[index].group][0][...])
            index += 1
        }
        forEachCompletion(of: word, ofLong: true, ofShort: false) { add($0) }
        // A word of a letter or two may be complete.
        if forms.isEmpty { add(word) }
        forEachCompletion(of: word, ofLong: false, ofShort: true) { add($0) }
        return forms
    }

    /// Whether the table has the word.
    package func contains(_ word: ArraySlice<UInt8>) -> Bool {
        let index = lowerBound(word)
        return index < entries.count && entries[index].word.elementsEqual(word)
    }

    private func lowerBound(_ word: ArraySlice<UInt8>) -> Int {
        var low = 0, high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].word.lexicographicallyPrecedes(word) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the minimum number of letters before a shortened ending: with fewer letters it is another word. Short
    /// endings need more letters.
    private static func shortestStem(_ ending: [UInt8]) -> Int { ending.count > 2 ? 3 : 4 }

    /// Calls `visit` with the word with its ending written out, in each language that has the ending: first with
    /// endings of three letters or more, then with shorter ones.
    func forEachCompletion(
        of word: ArraySlice<UInt8>, ofLong: Bool = true, ofShort: Bool, _ visit: (ArraySlice<UInt8>) -> Void
    ) {
        for ending in endings where ending[0].count > 2 ? ofLong : ofShort {
            let stem = word.count - ending[0].count
            guard stem >= Self.shortestStem(ending[0]), word.last == ending[0].last,
                word.suffix(ending[0].count).elementsEqual(ending[0])
            else { continue }
            for full in ending[1...] { visit((word.prefix(stem) + full)[...]) }
        }
    }

    private static func words(_ group: StaticString) -> [[UInt8]] {
        // The literal's own bytes.
        group.withUTF8Buffer { unsafe [UInt8]($0) }.split(separator: UInt8(ascii: " ")).map { [UInt8]($0) }
    }
}

/// The synonyms of one index, by the word that a user types, as positions in its dictionary.
struct SynonymIndex: Sendable {
    /// Words that a user may type, ascending: `bytes[starts[i]..<starts[i + 1]]`.
    private var bytes: [UInt8] = []
    private var starts: [Int] = [0]
    /// The other words of word i: `others[firsts[i]..<firsts[i + 1]]`.
    private var others: [Int] = []
    private var firsts: [Int] = [0]

    init(_ synonyms: Synonyms, in dictionary: WordDictionary) {
        synonyms.forEachWord { word, others in
            let known = others.compactMap { dictionary.find($0[...]) }
            guard !known.isEmpty else { return }
            bytes += word
            starts.append(bytes.count)
            self.others += known
            firsts.append(self.others.count)
        }
    }

    /// Calls `visit` with the position of each other word of the dictionary that `word` may stand for.
    func forEach(of word: ArraySlice<UInt8>, _ visit: (Int) -> Void) {
        guard let index = index(of: word) else { return }
        for position in firsts[index]..<firsts[index + 1] { visit(others[position]) }
    }

    /// Whether `word` may stand for some word of the dictionary.
    func contains(_ word: ArraySlice<UInt8>) -> Bool { index(of: word) != nil }

    private func index(of word: ArraySlice<UInt8>) -> Int? {
        var low = 0, high = starts.count - 1
        while low < high {
            let middle = (low + high) / 2
            if bytes[starts[middle]..<starts[middle + 1]].lexicographicallyPrecedes(word) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low + 1 < starts.count && bytes[starts[low]..<starts[low + 1]].elementsEqual(word) ? low : nil
    }
}
