/// Words that mean the same in names of streets and places, mostly abbreviations. Folded; the first of a group is its
/// full form.
package struct Synonyms: Sendable {
    /// Groups of interchangeable words. A word may be in several groups ("St Thomas Street").
    private static var groups: [StaticString] {
        [
            "street st str", "saint st", "avenue ave av", "road rd", "drive dr", "lane ln", "court ct", "place pl",
            "boulevard blvd boul bd", "square sq", "highway hwy", "parkway pkwy", "circle cir", "terrace ter terr",
            "trail trl", "turnpike tpke", "expressway expy", "mount mt", "mountain mtn", "fort ft", "heights hts",
            "north n", "south s", "east e", "west w", "northeast ne", "northwest nw", "southeast se", "southwest sw",
            "route rte rt", "alley aly", "center centre ctr", "building bldg", "university univ", "and und ja et och",
            "strasse str", "platz pl", "sankt st", "doktor dr", "chemin ch", "sainte ste", "avenida avda",
            "calle c", "rua r", "first 1st", "second 2nd", "third 3rd", "fourth 4th", "fifth 5th", "sixth 6th",
            "seventh 7th", "eighth 8th", "ninth 9th", "tenth 10th", "eleventh 11th", "twelfth 12th", "premier 1er",
            "katu k", "tie t", "kuja kj", "puistotie pt", "gatan g gt", "vagen v", "rue r", "allee all", "impasse imp",
            "faubourg fg fbg", "via v", "piazza pza", "corso cso", "viale vle", "plaza pza", "улица ул",
            "проспект пр просп", "переулок пер", "площадь пл", "λεωφοροσ λεωφ", "οδοσ οδ", "شارع ش",
        ]
    }

    /// Endings of compound street names: "hauptstr" is "hauptstrasse".
    private static var endings: [(short: StaticString, full: StaticString)] { [("str", "strasse"), ("pl", "platz")] }

    private let groups: [[[UInt8]]]
    private let endings: [(short: [UInt8], full: [UInt8])]

    package init() {
        groups = Self.groups.map { group in Self.bytes(group).split(separator: UInt8(ascii: " ")).map { [UInt8]($0) } }
        endings = Self.endings.map { (Self.bytes($0.short), Self.bytes($0.full)) }
    }

    /// Calls `visit` with each other word that `word` may stand for.
    func forEach(of word: ArraySlice<UInt8>, _ visit: (ArraySlice<UInt8>) -> Void) {
        for group in groups where group.contains(where: { $0.elementsEqual(word) }) {
            for other in group where !other.elementsEqual(word) { visit(other[...]) }
        }
        if let full = completed(word) { visit(full) }
    }

    /// Returns the full form of `word`, the same for all words of a group, so that two spellings of a street's name
    /// compare equal.
    package func canonical(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        for group in groups where group.contains(where: { $0.elementsEqual(word) }) { return group[0][...] }
        return completed(word) ?? word
    }

    /// The word with its shortened ending written out; `nil` when it has none.
    private func completed(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard word.count >= 6 else { return nil }
        for ending in endings where word.suffix(ending.short.count).elementsEqual(ending.short) {
            return (word.dropLast(ending.short.count) + ending.full)[...]
        }
        return nil
    }

    private static func bytes(_ text: StaticString) -> [UInt8] {
        text.withUTF8Buffer { unsafe [UInt8]($0) }  // The literal's own bytes.
    }
}
