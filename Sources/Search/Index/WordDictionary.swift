package import Atlas

/// All distinct words of the index, folded, in ascending order of their bytes: word i is position i.
///
/// ```
/// search.wordsAt  UInt32 by word, and one more: where it begins in search.words; ascending
/// search.words    UInt8: the words' UTF-8, one after the other
/// ```
/// A prefix is a range of positions, so the sorted list is a trie whose nodes are ranges: `FuzzyWalk` goes down it with
/// binary searches.
package struct WordDictionary: Sendable {
    static var startsID: SectionID { "search.wordsAt" }
    static var bytesID: SectionID { "search.words" }
    /// Words are numbered in 24 bits (`NameWord`).
    static var maximumCount: Int { 1 << 24 }

    private let starts: Packed<UInt32>
    private let bytes: Packed<UInt8>
    let count: Int

    package init(_ atlas: AtlasView) throws(AtlasError) {
        starts = try atlas.packed(Self.startsID, of: UInt32.self)
        bytes = try atlas.packed(Self.bytesID, of: UInt8.self)
        guard starts.count >= 1, starts.count <= Self.maximumCount else {
            throw .invalid(Self.startsID, index: Int64(starts.count), rule: "not a possible number of words")
        }
        count = starts.count - 1
    }

    /// Adds the sections for `words`, distinct and ascending.
    package static func add(_ words: [[UInt8]], to writer: inout AtlasWriter) {
        precondition(words.count < maximumCount, "words are numbered in 24 bits")
        var starts: [UInt32] = [0], bytes: [UInt8] = []
        for word in words {
            bytes.append(contentsOf: word)
            starts.append(UInt32(bytes.count))
        }
        writer.add(startsID, starts)
        writer.add(bytesID, bytes)
    }

    func length(_ word: Int) -> Int { Int(starts[word + 1] - starts[word]) }

    /// The byte of `word` at `offset`, or `nil` at its end.
    func byte(_ word: Int, _ offset: Int) -> UInt8? {
        let position = Int(starts[word]) + offset
        return position < Int(starts[word + 1]) ? bytes[position] : nil
    }

    /// Appends the word's bytes to `output`.
    func append(_ word: Int, to output: inout [UInt8]) {
        for position in Int(starts[word])..<Int(starts[word + 1]) { output.append(bytes[position]) }
    }

    /// The position of the word that is exactly `text`.
    func find(_ text: ArraySlice<UInt8>) -> Int? {
        let first = lowerBound(text)
        return first < count && length(first) == text.count && hasPrefix(first, text) ? first : nil
    }

    /// The positions of the words that begin with `prefix`.
    func range(prefix: ArraySlice<UInt8>) -> Range<Int> {
        let first = lowerBound(prefix)
        return first..<end(ofPrefix: prefix, from: first)
    }

    /// Where the words that begin with `prefix` end, when they begin at `first`; `first` itself when there are none.
    ///
    /// Looks near `first` before it looks far: most prefixes have few words.
    func end(ofPrefix prefix: ArraySlice<UInt8>, from first: Int) -> Int {
        guard first < count, hasPrefix(first, prefix) else { return first }
        var low = first, step = 1
        while low + step < count, hasPrefix(low + step, prefix) {
            low += step
            step *= 2
        }
        var high = min(count, low + step)
        low += 1
        while low < high {
            let middle = low + (high - low) / 2
            if hasPrefix(middle, prefix) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func lowerBound(_ text: ArraySlice<UInt8>) -> Int {
        var low = 0, high = count
        while low < high {
            let middle = low + (high - low) / 2
            if precedes(middle, text) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func precedes(_ word: Int, _ text: ArraySlice<UInt8>) -> Bool {
        var position = Int(starts[word])
        let end = Int(starts[word + 1])
        for byte in text {
            guard position < end else { return true }
            if bytes[position] != byte { return bytes[position] < byte }
            position += 1
        }
        return false
    }

    private func hasPrefix(_ word: Int, _ prefix: ArraySlice<UInt8>) -> Bool {
        var position = Int(starts[word])
        let end = Int(starts[word + 1])
        for byte in prefix {
            guard position < end, bytes[position] == byte else { return false }
            position += 1
        }
        return true
    }

    /// Verifies that words ascend, are not empty nor overlong, and are UTF-8.
    func check() throws(AtlasError) {
        try starts.checkStarts(Self.startsID, spanning: bytes.count)
        for word in 0..<count {
            guard starts[word] < starts[word + 1],
                starts[word + 1] - starts[word] <= UInt32(FoldedWords.maximumWordLength)
            else { throw .invalid(Self.startsID, index: Int64(word), rule: "an empty or overlong word") }
        }
        var previous: [UInt8] = [], current: [UInt8] = []
        for word in 0..<count {
            current.removeAll(keepingCapacity: true)
            append(word, to: &current)
            guard previous.lexicographicallyPrecedes(current) else {
                throw .invalid(Self.bytesID, index: Int64(word), rule: "words do not ascend")
            }
            let isText = unsafe current.withUnsafeBufferPointer { unsafe String(validating: $0, as: UTF8.self) != nil }
            guard isText else { throw .invalid(Self.bytesID, index: Int64(word), rule: "not UTF-8") }
            swap(&previous, &current)
        }
    }
}
