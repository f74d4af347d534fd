package import Atlas

/// A language of names in an atlas. An answer looks it up once.
package struct NameLanguage: Sendable {
    /// The atlas's numbers of the keys `name:pt-BR` and `name:pt`, the better first; none for the local name.
    let keys: [Int]
    /// The column of the names of kinds.
    let kinds: Int

    /// Finds the keys for a tag (BCP 47), in any case, and for what remains of it as subtags are dropped from its end
    /// (RFC 4647, 3.4).
    init(_ tag: String?, in places: PlaceTable) {
        self.init(tag.map { [$0] } ?? [], in: places)
    }

    /// Finds the keys for several tags, the preferred first.
    package init(_ tags: [String], in places: PlaceTable) {
        var keys: [Int] = []
        for tag in tags {
            var key = [UInt8]("name:".utf8)
            let prefix = key.count
            for byte in tag.utf8.prefix(Self.maximumLength) { key.append(byte) }
            while key.count > prefix {
                keys += places.keyIndices(key.span)
                let end = key.lastIndex(of: UInt8(ascii: "-")) ?? prefix
                key.removeSubrange(end...)
            }
        }
        self.keys = keys
        kinds = KindLexicon.language(tags)
    }

    /// Programs need not understand longer tags (RFC 5646, 4.4.1).
    private static var maximumLength: Int { 35 }
}

extension PlaceTable {
    /// The name of a place in a language; `nil` when the map has none.
    func name(_ place: PlaceID, in language: NameLanguage) -> StringID? {
        for key in language.keys {
            if let name = detail(place, key: key) { return name }
        }
        return nil
    }
}
