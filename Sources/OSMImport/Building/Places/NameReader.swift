import Atlas
import Search

/// Reads the words of names and numbers them in order of first use. Each distinct text is read once.
struct NameReader {
    /// One name of a place.
    struct Name {
        var words: [UInt32]
        var standing: NameWord.Standing
    }

    /// Countries have names in some three hundred languages; nothing real has more names than this.
    private static let maximumNames = 1024

    private let strings: [String]
    private let folding: Folding
    private var folded = FoldedWords()
    private var table = TextTable()
    /// By string, its names as words; read on first use.
    private var known: [[[UInt32]]?]
    /// By key and value, the words of an offer.
    private var offers: [UInt64: [UInt32]] = [:]

    init(_ strings: [String], folding: Folding) {
        self.strings = strings
        self.folding = folding
        known = [[[UInt32]]?](repeating: nil, count: strings.count)
    }

    var wordCount: Int { table.count }

    /// Returns the words of a text.
    mutating func words(of text: String) -> [UInt32] {
        folded.read(text.utf8Span.span, with: folding)
        return folded.words.map { word in
            unsafe folded.text(word).withUnsafeBytes { bytes in
                // The slice's own bytes; the table copies them.
                unsafe table.id(of: bytes, hash: TextTable.hash(bytes))
            }
        }
    }

    /// Returns the words for a kind, without duplicates.
    mutating func words(ofKind texts: [String]) -> [UInt32] {
        var words: [UInt32] = []
        for text in texts { for word in self.words(of: text) where !words.contains(word) { words.append(word) } }
        return words
    }

    /// Returns the names in a value: one, or several separated by semicolons.
    mutating func names(_ string: UInt32) -> [[UInt32]] {
        guard string != PlaceFacts.none else { return [] }
        if let names = known[Int(string)] { return names }
        let names = pieces(of: strings[Int(string)]).map { words(of: $0) }.filter { !$0.isEmpty }
        known[Int(string)] = names
        return names
    }

    /// Returns additional words for a state: its code's for its name, its name's for its code, and its country's, which
    /// the extract may lack. None in a country that has other states with that name.
    mutating func otherWords(ofState string: UInt32, country: UInt32) -> [UInt32] {
        guard string != PlaceFacts.none else { return [] }
        let state = strings[Int(string)], countries = RegionNames.countries(of: state)
        guard country == PlaceFacts.none || countries.contains(strings[Int(country)]) else { return [] }
        // "United" and "America" are words of names.
        let words = [RegionNames.other(for: state)].compactMap { $0 } + countries.filter { !$0.contains(" ") }
        return words.flatMap { self.words(of: $0) }
    }

    /// Returns the words of an object's offer. Each distinct text is read once.
    private mutating func offer(_ pair: TagTable.Pair) -> [UInt32]? {
        guard let text = PlaceDetail.offer(strings[Int(pair.key)], strings[Int(pair.value)]) else { return nil }
        let key = UInt64(pair.key) << 32 | UInt64(pair.value)
        if let words = offers[key] { return words }
        let words = words(of: text)
        offers[key] = words
        return words
    }

    private func pieces(of list: String) -> [String] {
        list.utf8.contains(UInt8(ascii: ";")) ? list.split(separator: ";").map(String.init) : [list]
    }

    /// Returns all names of a place, the primary one first, without duplicates. `tags` are those of all its objects.
    ///
    /// `others` are names that no tag gives.
    mutating func names(
        of draft: PlaceDraft, tags: [TagRange], _ context: PlaceContext, alsoCalled others: [String] = []
    ) -> [Name] {
        var names: [Name] = []
        for name in self.names(draft.name) { add(name, .primary, to: &names) }
        if draft.use == .postcode {
            for name in otherSpellings(ofPostcode: draft.name) { add(name, .alternate, to: &names) }
        }
        for pair in tags.lazy.flatMap({ context.pairs($0) }) {
            switch context.keys.naming(pair.key) {
            case .none: break
            case .alternate: for name in self.names(pair.value) { add(name, .alternate, to: &names) }
            case .offer:
                // The offer of a street is not the offer of all places on it.
                if draft.type == .place, let offer = offer(pair) { add(offer, .offer, to: &names) }
            case .keyword: for name in self.names(pair.value) { add(name, .keyword, to: &names) }
            }
        }
        for name in others { add(words(of: name), .alternate, to: &names) }
        for name in names where name.standing == .primary || name.standing == .alternate {
            if let joined = joiningInitials(name.words) { add(joined, .alternate, to: &names) }
        }
        return names
    }

    /// Returns a name with its initials as one word, "usa" for "U.S.A."; `nil` if no two of them are neighbours.
    private mutating func joiningInitials(_ words: [UInt32]) -> [UInt32]? {
        var joined: [UInt32] = [], index = 0
        while index < words.count {
            let run = words[index...].prefix { isInitial($0) }
            if run.count > 1, run.count <= Self.mostInitials {
                joined += self.words(of: run.map { text($0) }.joined())
            } else {
                joined += run
            }
            index += run.count
            if index < words.count, run.isEmpty {
                joined.append(words[index])
                index += 1
            }
        }
        return joined.count < words.count ? joined : nil
    }

    private static let mostInitials = 6

    /// Whether a word is a single letter of a script that abbreviates words so.
    private func isInitial(_ word: UInt32) -> Bool {
        guard table.range(of: Int(word)).count <= 2 else { return false }
        let scalars = text(word).unicodeScalars
        guard scalars.count == 1, let letter = scalars.first else { return false }
        return letter.properties.isAlphabetic && letter.value < 0x530
    }

    private func text(_ word: UInt32) -> String {
        unsafe table.withText(Int(word)) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Returns other spellings of a postcode, as words: "3512ae" for "3512 AE", and the other way round.
    mutating func otherSpellings(ofPostcode string: UInt32) -> [[UInt32]] {
        guard string != PlaceFacts.none else { return [] }
        return PostcodeSpelling.others(of: strings[Int(string)]).map { words(of: $0) }
    }

    private func add(_ words: [UInt32], _ standing: NameWord.Standing, to names: inout [Name]) {
        guard names.count < Self.maximumNames, !names.contains(where: { $0.words == words }) else { return }
        names.append(Name(words: words, standing: standing))
    }

    /// Returns all words in ascending order of their bytes, and each number's position among them.
    func sorted() -> (words: [[UInt8]], positions: [UInt32]) {
        let words = (0..<table.count).map { word in unsafe table.withText(word) { unsafe [UInt8]($0) } }
        let order = words.indices.sorted { words[$0].lexicographicallyPrecedes(words[$1]) }
        var positions = [UInt32](repeating: 0, count: words.count)
        for (position, word) in order.enumerated() { positions[word] = UInt32(position) }
        return (order.map { words[$0] }, positions)
    }
}
