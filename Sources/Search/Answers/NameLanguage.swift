package import Atlas

/// A language for the names in an atlas. An answer looks it up once.
package struct NameLanguage: Sendable {
    /// The atlas's indices of the keys, such as `name:pt-BR` and then `name:pt`, the preferred key first; empty for the
    /// local name.
    let keys: [Int]
    /// The column for the names of kinds.
    let kinds: Int

    /// Finds the keys for a language tag (BCP 47), in any case, and for its shorter forms: subtags drop from the end
    /// (RFC 4647, 3.4).
    init(_ tag: String?, in places: PlaceTable) {
        self.init(tag.map { [$0] } ?? [], in: places)
    }

    /// Finds the keys for several tags, the preferred tag first.
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
    /// Returns the name of a place in a language; `nil` if the map has none.
    func name(_ place: PlaceID, in language: NameLanguage) -> StringID? {
        for key in language.keys {
            if let name = detail(place, key: key) { return name }
        }
        return nil
    }
}
