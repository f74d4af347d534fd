import Atlas

/// For each word, the places that have it in a name or as the name of their kind, the most important first.
///
/// ```
/// search.listsAt  UInt32 by word, and one more: where its list begins in search.lists; ascending
/// search.lists    UInt8: for each place the step from the place before it, LEB128; the first from −1; never zero
/// search.uses     UInt8 by word: WordUses
/// ```
/// Places are numbered by importance: ascending lists are in order of importance, and steps between entries are small.
struct Postings: Sendable {
    static var startsID: SectionID { "search.listsAt" }
    static var listsID: SectionID { "search.lists" }
    static var usesID: SectionID { "search.uses" }

    private let starts: Packed<UInt32>
    private let lists: Packed<UInt8>
    private let uses: Packed<UInt8>

    init(_ atlas: AtlasView, wordCount: Int) throws(AtlasError) {
        starts = try atlas.packed(Self.startsID, of: UInt32.self)
        lists = try atlas.packed(Self.listsID, of: UInt8.self)
        uses = try atlas.packed(Self.usesID, of: UInt8.self)
        guard starts.count == wordCount + 1 else {
            throw .invalid(Self.startsID, index: Int64(starts.count), rule: "not one list for each word")
        }
        guard uses.count == wordCount else {
            throw .invalid(Self.usesID, index: Int64(uses.count), rule: "not one entry for each word")
        }
    }

    /// Adds the sections: `lists` by word, each ascending.
    static func add(_ lists: [[PlaceID]], uses: [WordUses], to writer: inout AtlasWriter) {
        var starts: [UInt32] = [0], bytes: [UInt8] = []
        for list in lists {
            var next: UInt32 = 0
            for place in list {
                bytes.append(varint: place.rawValue - next + 1)
                next = place.rawValue + 1
            }
            starts.append(UInt32(bytes.count))
        }
        writer.add(startsID, starts)
        writer.add(listsID, bytes)
        writer.add(usesID, uses.map { $0.rawValue })
    }

    /// Returns an upper bound of how many places the words of `range` have together.
    func cost(_ range: Range<Int>) -> Int { Int(starts[range.upperBound] - starts[range.lowerBound]) }

    func uses(_ word: Int) -> WordUses { WordUses(rawValue: uses[word]) }

    /// Calls `visit` with the places of `word` below `end`, the most important first. Returns whether the list has no
    /// others.
    func forEach(_ word: Int, before end: UInt32, _ visit: (PlaceID) -> Void) -> Bool {
        var offset = Int(starts[word]), next: UInt32 = 0
        let listEnd = Int(starts[word + 1])
        while offset < listEnd {
            let place = next &+ lists.varint(&offset) &- 1
            guard place < end else { return false }
            visit(PlaceID(rawValue: place))
            next = place &+ 1
        }
        return true
    }

    /// Verifies that lists cover their section, end where they should, ascend and name places below `placeCount`.
    func check(placeCount: Int) throws(AtlasError) {
        try starts.checkStarts(Self.startsID, spanning: lists.count)
        for word in 0..<(starts.count - 1) {
            var offset = Int(starts[word]), next: Int64 = 0
            let end = Int(starts[word + 1])
            while offset < end {
                let step = lists.varint(&offset)
                next += Int64(step)
                guard step > 0, next <= Int64(placeCount), offset <= end else {
                    throw .invalid(Self.listsID, index: Int64(offset), rule: "not an ascending list of places")
                }
            }
        }
    }
}

/// The uses of a word apart from the names of the places in its list.
package struct WordUses: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// In the name of a street: the word also matches places and addresses on it.
    package static var street: WordUses { WordUses(rawValue: 1) }
    /// In the name of a suburb, city, postcode, region or country: the word matches the places in it.
    package static var locality: WordUses { WordUses(rawValue: 2) }
    /// The name of a kind of place.
    package static var kind: WordUses { WordUses(rawValue: 4) }
}
