import Atlas

/// The names of all places in dictionary order, word by word: names with the same beginning are neighbours.
///
/// `search.order`, UInt32 by name: bits 0–23 the place, 24–31 the number of the name among the place's names. Entries
/// are in the order of their words; of equal names the more important place comes first. Only the first 256 names of a
/// place are here.
struct NameOrder: Sendable {
    static var section: SectionID { "search.order" }
    static var maximumNames: Int { 256 }

    private let entries: Packed<UInt32>
    private let names: NameTable

    init(_ atlas: AtlasView, _ names: NameTable) throws(AtlasError) {
        entries = try atlas.packed(Self.section, of: UInt32.self)
        self.names = names
    }

    static func entry(_ place: PlaceID, name: Int) -> UInt32 { place.rawValue | UInt32(name) << 24 }

    func place(at index: Int) -> PlaceID { place(entries[index]) }

    /// Returns the names that begin with `words` and continue with a word of `last`.
    func range(_ words: [UInt32], then last: Range<Int>) -> Range<Int> {
        guard !last.isEmpty else { return 0..<0 }
        let first = entries.partitionPoint { precedes($0, words, last.lowerBound) }
        return first..<max(first, entries.partitionPoint { precedes($0, words, last.upperBound) })
    }

    /// Whether the name of an entry comes before all names that begin with `words` and `next`.
    private func precedes(_ entry: UInt32, _ words: [UInt32], _ next: Int) -> Bool {
        let range = names.nameRange(place(entry)), end = range.upperBound
        var position = range.lowerBound
        for _ in 0..<(entry >> 24) { position = names.nextName(after: position, end: end) }
        for index in 0...words.count {
            guard position < end, index == 0 || !names.nameWord(at: position).beginsName else { return true }
            let word = names.nameWord(at: position).word, wanted = index < words.count ? Int(words[index]) : next
            if word != wanted { return word < wanted }
            position += 1
        }
        return false
    }

    private func place(_ entry: UInt32) -> PlaceID { PlaceID(rawValue: entry & 0xff_ffff) }

    /// Verifies that entries are names of places. Nothing checks the order: a wrong order finds less and does no harm.
    func check(placeCount: Int) throws(AtlasError) {
        for index in entries.indices {
            let entry = entries[index]
            guard place(entry).index < placeCount, names.has(name: Int(entry >> 24), place(entry)) else {
                throw .invalid(Self.section, index: Int64(index), rule: "not a name of a place")
            }
        }
    }
}
