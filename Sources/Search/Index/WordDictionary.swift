package import Atlas

/// All distinct words of the index, folded, in ascending order of their bytes: word i is position i.
///
/// ```
/// search.wordsAt  UInt32 by word, and one more: where it begins in search.words; ascending
/// search.words    UInt8: the words' UTF-8, one after the other
/// search.shared   UInt8 by word: how many bytes at its beginning it shares with the word before it; 0 for the first
/// ```
/// A prefix is a range of positions, so the sorted list is a trie whose nodes are ranges. `search.shared` says where a
/// branch of it ends.
package struct WordDictionary: Sendable {
    static var startsID: SectionID { "search.wordsAt" }
    static var bytesID: SectionID { "search.words" }
    static var sharedID: SectionID { "search.shared" }
    /// A word's number has 24 bits (`NameWord`).
    static var maximumCount: Int { 1 << 24 }

    private let starts: Packed<UInt32>
    private let bytes: Packed<UInt8>
    private let shared: Packed<UInt8>
    let count: Int

    package init(_ atlas: AtlasView) throws(AtlasError) {
        starts = try atlas.packed(Self.startsID, of: UInt32.self)
        bytes = try atlas.packed(Self.bytesID, of: UInt8.self)
        guard starts.count >= 1, starts.count <= Self.maximumCount else {
            throw .invalid(Self.startsID, index: Int64(starts.count), rule: "not a possible number of words")
        }
        count = starts.count - 1
        shared = try atlas.packed(Self.sharedID, of: UInt8.self)
        guard shared.count == count else {
            throw .invalid(Self.sharedID, index: Int64(shared.count), rule: "not one entry for each word")
        }
        // The engine looks up synonyms here before it checks the sections.
        try starts.checkStarts(Self.startsID, spanning: bytes.count)
    }

    /// Adds the sections for `words`, distinct and ascending.
    package static func add(_ words: [[UInt8]], to writer: inout AtlasWriter) {
        precondition(words.count < maximumCount, "words are numbered in 24 bits")
        var starts: [UInt32] = [0], bytes: [UInt8] = [], shared: [UInt8] = [], previous: [UInt8] = []
        for word in words {
            bytes.append(contentsOf: word)
            starts.append(UInt32(bytes.count))
            shared.append(sharedLength(previous, word))
            previous = word
        }
        writer.add(startsID, starts)
        writer.add(bytesID, bytes)
        writer.add(sharedID, shared)
    }

    /// Returns how many bytes the beginnings of two words share. Words have at most `FoldedWords.maximumWordLength`
    /// bytes.
    private static func sharedLength(_ a: [UInt8], _ b: [UInt8]) -> UInt8 {
        UInt8(truncatingIfNeeded: zip(a, b).prefix { $0 == $1 }.count)
    }

    func length(_ word: Int) -> Int { Int(starts[word + 1] - starts[word]) }

    /// Returns how many bytes at its beginning `word` shares with the word before it.
    func sharedLength(_ word: Int) -> Int { Int(shared[word]) }

    /// Returns the first word after `word` that does not share its first `length` bytes; `length` is at least 1.
    func end(ofBranchAt word: Int, length: Int) -> Int {
        shared.firstIndex(from: word + 1, below: UInt8(truncatingIfNeeded: length))
    }

    /// Returns the range of the bytes of `word`, for `byte(at:)`.
    func range(of word: Int) -> Range<Int> { Int(starts[word])..<Int(starts[word + 1]) }
    func byte(at position: Int) -> UInt8 { bytes[position] }

    /// Appends the word's bytes to `output`.
    func append(_ word: Int, to output: inout [UInt8]) {
        for position in Int(starts[word])..<Int(starts[word + 1]) { output.append(bytes[position]) }
    }

    /// The word's bytes.
    func text(_ word: Int) -> [UInt8] {
        var text: [UInt8] = []
        append(word, to: &text)
        return text
    }

    /// Returns the position of the word that equals `text`.
    func find(_ text: ArraySlice<UInt8>) -> Int? {
        let first = lowerBound(text)
        return first < count && length(first) == text.count && hasPrefix(first, text) ? first : nil
    }

    /// Returns the positions of the words that begin with `prefix`.
    func range(prefix: ArraySlice<UInt8>) -> Range<Int> {
        let first = lowerBound(prefix)
        guard first < count, hasPrefix(first, prefix) else { return first..<first }
        return first..<(prefix.isEmpty ? count : end(ofBranchAt: first, length: prefix.count))
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

    /// Verifies that words ascend, are UTF-8, and are neither empty nor too long.
    func check() throws(AtlasError) {
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
            guard shared[word] == Self.sharedLength(previous, current) else {
                throw .invalid(Self.sharedID, index: Int64(word), rule: "not what two words have in common")
            }
            swap(&previous, &current)
        }
    }
}
