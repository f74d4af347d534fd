import Atlas

/// The words of each place's names, of each locality and of each kind, which a query compares with its own.
///
/// ```
/// search.namesAt   UInt32 by place that has a name, and one more; ascending. Places beyond have none
/// search.names     UInt32: NameWord
/// search.townsAt   UInt32 by locality, and one more; ascending
/// search.towns     UInt32: word
/// search.kindsAt   UInt32 by kind, and one more; ascending
/// search.kinds     UInt32: word
/// ```
struct NameTable: Sendable {
    static var nameStartsID: SectionID { "search.namesAt" }
    static var namesID: SectionID { "search.names" }
    static var townStartsID: SectionID { "search.townsAt" }
    static var townsID: SectionID { "search.towns" }
    static var kindStartsID: SectionID { "search.kindsAt" }
    static var kindsID: SectionID { "search.kinds" }

    private let nameStarts: Packed<UInt32>
    private let names: Packed<UInt32>
    private let townStarts: Packed<UInt32>
    private let towns: Packed<UInt32>
    private let kindStarts: Packed<UInt32>
    private let kinds: Packed<UInt32>

    init(_ atlas: AtlasView, _ places: PlaceTable) throws(AtlasError) {
        nameStarts = try atlas.packed(Self.nameStartsID, of: UInt32.self)
        names = try atlas.packed(Self.namesID, of: UInt32.self)
        townStarts = try atlas.packed(Self.townStartsID, of: UInt32.self)
        towns = try atlas.packed(Self.townsID, of: UInt32.self)
        kindStarts = try atlas.packed(Self.kindStartsID, of: UInt32.self)
        kinds = try atlas.packed(Self.kindsID, of: UInt32.self)
        guard nameStarts.count >= 1, nameStarts.count <= places.count + 1 else {
            throw .invalid(Self.nameStartsID, index: Int64(nameStarts.count), rule: "more names than places")
        }
        guard townStarts.count == places.localityCount + 1 else {
            throw .invalid(Self.townStartsID, index: Int64(townStarts.count), rule: "not one entry for each locality")
        }
        guard kindStarts.count == places.kindCount + 1 else {
            throw .invalid(Self.kindStartsID, index: Int64(kindStarts.count), rule: "not one entry for each kind")
        }
    }

    /// Returns the positions of the words of a place's names, for `nameWord(at:)`.
    func nameRange(_ place: PlaceID) -> Range<Int> {
        guard place.index < nameStarts.count - 1 else { return 0..<0 }
        return Int(nameStarts[place.index])..<Int(nameStarts[place.index + 1])
    }
    func nameWord(at position: Int) -> NameWord { NameWord(rawValue: names[position]) }

    /// Returns where the name after the name at `position` begins; `end` if there is none.
    func nextName(after position: Int, end: Int) -> Int {
        var next = min(position + 1, end)
        while next < end, !nameWord(at: next).beginsName { next += 1 }
        return next
    }

    /// Whether a place has a name with this number, counted from 0.
    func has(name: Int, _ place: PlaceID) -> Bool {
        let range = nameRange(place)
        var position = range.lowerBound
        for _ in 0..<name { position = nextName(after: position, end: range.upperBound) }
        return position < range.upperBound
    }

    /// The number of places that may have a name: their numbers are below it.
    var placeCount: Int { nameStarts.count - 1 }

    func townRange(_ locality: Int) -> Range<Int> { Int(townStarts[locality])..<Int(townStarts[locality + 1]) }
    func townWord(at position: Int) -> Int { Int(towns[position]) }

    func kindRange(_ kind: Int) -> Range<Int> { Int(kindStarts[kind])..<Int(kindStarts[kind + 1]) }
    func kindWord(at position: Int) -> Int { Int(kinds[position]) }

    /// Verifies that all lists span their sections in order and name words below `wordCount`.
    func check(wordCount: Int) throws(AtlasError) {
        try Self.check(nameStarts, Self.nameStartsID, names, Self.namesID) { NameWord(rawValue: $0).word < wordCount }
        try Self.check(townStarts, Self.townStartsID, towns, Self.townsID) { $0 < wordCount }
        try Self.check(kindStarts, Self.kindStartsID, kinds, Self.kindsID) { $0 < wordCount }
        for place in 0..<(nameStarts.count - 1) {
            let range = nameRange(PlaceID(place))
            guard range.isEmpty || nameWord(at: range.lowerBound).beginsName else {
                throw .invalid(Self.namesID, index: Int64(range.lowerBound), rule: "a name without a beginning")
            }
        }
    }

    private static func check(
        _ starts: Packed<UInt32>, _ startsID: SectionID, _ words: Packed<UInt32>, _ wordsID: SectionID,
        isWord: (UInt32) -> Bool
    ) throws(AtlasError) {
        try starts.checkStarts(startsID, spanning: words.count)
        for index in words.indices where !isWord(words[index]) {
            throw .invalid(wordsID, index: Int64(index), rule: "no such word")
        }
    }
}

/// One word of a name of a place.
package struct NameWord: Equatable, Sendable {
    /// The precision with which a name identifies its place.
    package enum Standing: UInt8, Sendable {
        /// `name`.
        case primary
        /// The name in another language, a short, old or official one, a reference number.
        case alternate
        /// Not a name: the brand, the operator, the cuisine.
        case keyword
        /// An offer, such as vegan food; a beginning of a few letters does not match it.
        case offer
    }

    /// Bits 0–23 the word, 24–25 the standing of its name, 31 set on the first word of each name.
    package let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    package init(word: Int, standing: Standing, beginsName: Bool) {
        rawValue = UInt32(word) | UInt32(standing.rawValue) << 24 | (beginsName ? 1 << 31 : 0)
    }

    var word: Int { Int(rawValue & 0xff_ffff) }
    var standing: Standing { Standing(rawValue: UInt8(rawValue >> 24 & 3)) ?? .keyword }
    var beginsName: Bool { rawValue >> 31 != 0 }
}
