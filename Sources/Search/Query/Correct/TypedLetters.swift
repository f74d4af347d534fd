/// The typed text, letter by letter: folded words separated by spaces, for comparison with whole names.
struct TypedLetters {
    /// The letters; a space follows the last word if the word is complete.
    private(set) var scalars: [UInt32]
    let text: FoldedWords

    /// Folds the part of `typed` that a query reads.
    init(_ typed: Span<UInt8>, _ folding: Folding) {
        var text = FoldedWords()
        text.read(typed, with: folding, limit: SearchRequest.maximumLength)
        self.text = text
        scalars = ScalarDecoder.scalars(of: text.joined(text.words[...])[...])
        if !text.words.isEmpty, !text.endsInsideWord { scalars.append(0x20) }
    }

    /// Whether the last word is complete.
    var isComplete: Bool { scalars.last == 0x20 }

    /// The letters without the space after a complete word.
    var letters: ArraySlice<UInt32> { isComplete ? scalars.dropLast() : scalars[...] }

    /// Whether `name` begins with the letters; the name may end where a complete word ends.
    func begin(_ name: [UInt32]) -> Bool {
        name.starts(with: scalars) || isComplete && name.elementsEqual(letters)
    }

    /// Whether the text ends in a word of the index that is long enough not to be there by chance.
    func endsInWord(of dictionary: WordDictionary) -> Bool {
        guard let last = text.words.last.map({ text.text($0) }) else { return false }
        return Self.letterCount(last) > Self.fewLetters && dictionary.find(last) != nil
    }

    private static var fewLetters: Int { 2 }

    /// Returns the names with the same beginning, by as few letters as give few enough names.
    func likeNames(in order: NameOrder, _ dictionary: WordDictionary) -> Range<Int> {
        guard text.words.reduce(0, { $0 + Self.letterCount(text.text($1)) }) >= Self.fewestLetters else { return 0..<0 }
        var beginning: [UInt32] = []
        for word in text.words {
            let bytes = text.text(word)
            for end in bytes.indices where end + 1 == bytes.endIndex || bytes[end + 1] & 0xc0 != 0x80 {
                let names = order.range(beginning, then: dictionary.range(prefix: bytes[...end]))
                if names.count <= Self.mostNames { return names }
            }
            guard let whole = dictionary.find(bytes) else { break }
            beginning.append(UInt32(whole))
        }
        return 0..<0
    }

    /// The query compares at most this many names. With fewer letters it compares none, because few letters say too
    /// little.
    private static var mostNames: Int { 512 }
    private static var fewestLetters: Int { 4 }

    private static func letterCount(_ text: ArraySlice<UInt8>) -> Int { text.count { $0 & 0xc0 != 0x80 } }
}
