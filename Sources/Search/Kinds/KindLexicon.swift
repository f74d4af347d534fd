/// The names of kinds of places, and the words that people type for them, in the page's languages.
///
/// It compares bytes, so that server and browser get the same results.
package struct KindLexicon: Sendable {
    /// The languages of the names, in the order of the columns of `KindTable`.
    package static var languages: [StaticString] { ["en", "fi", "de", "ar"] }

    /// A line of `KindTable`.
    private struct Row {
        let values: [[UInt8]]
        let names: [[UInt8]]
    }

    /// A line of `KindWords`.
    struct Words {
        let values: [[UInt8]]
        /// English phrases appear in the plural, too.
        let phrases: [[UInt8]]
    }

    /// The standard table; the program reads it once.
    package static let standard = KindLexicon()

    private let rows: [Row]
    let words: [Words]
    /// Each value of `rows` with its row, ascending.
    private let order: [(value: [UInt8], row: Int)]

    private init() {
        var rows: [Row] = [], order: [(value: [UInt8], row: Int)] = []
        for part in KindTable.parts {
            for line in Self.lines(of: part) {
                for value in line[0] { order.append((value, rows.count)) }
                rows.append(Row(values: line[0], names: line[1...].map { $0[0] }))
            }
        }
        order.sort { $0.value.lexicographicallyPrecedes($1.value) }
        self.rows = rows
        self.order = order
        words = Self.lines(of: KindWords.lines).map { line in
            Words(
                values: line[0],
                phrases: line[1].flatMap { [$0, Self.plural(of: $0)] } + line[2...].flatMap { $0 })
        }
    }

    /// Returns the columns of each line, each split at its commas.
    private static func lines(of text: StaticString) -> [[[[UInt8]]]] {
        // The literal's own bytes.
        let bytes = text.withUTF8Buffer { unsafe [UInt8]($0) }
        return bytes.split(separator: UInt8(ascii: "\n")).map { line in
            line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map { column in
                column.split(separator: UInt8(ascii: ",")).map { [UInt8]($0) }
            }
        }
    }

    /// Returns the row that names a kind: by its key and value, by its value, or by its key; `nil` for an unknown key.
    package func row(key: [UInt8], value: [UInt8]) -> Int? {
        let sign = [UInt8(ascii: "=")], any = [UInt8(ascii: "*")]
        return find(key + sign + value) ?? find(value) ?? find(key + sign + any)
    }

    private func find(_ value: [UInt8]) -> Int? {
        var low = 0, high = order.count
        while low < high {
            let middle = (low + high) / 2
            if order[middle].value.lexicographicallyPrecedes(value) { low = middle + 1 } else { high = middle }
        }
        return low < order.count && order[low].value == value ? order[low].row : nil
    }

    /// Returns the name of a row in one of the languages.
    package func name(_ row: Int, in language: Int) -> [UInt8] { rows[row].names[language] }

    /// Returns the first value of a row, without a key.
    func value(_ row: Int) -> [UInt8] {
        let value = rows[row].values[0]
        return value.lastIndex(of: UInt8(ascii: "=")).map { [UInt8](value[($0 + 1)...]) } ?? value
    }

    /// Returns the column of the first known language of some tags (BCP 47); the English column if none is known.
    static func language(_ tags: [String]) -> Int {
        for tag in tags {
            for (index, language) in languages.enumerated() {
                let code = language.withUTF8Buffer { unsafe [UInt8]($0) }  // The literal's own bytes.
                let first = tag.utf8.prefix { $0 != UInt8(ascii: "-") }
                if first.map({ $0 | 0x20 }) == code { return index }
            }
        }
        return 0
    }

    /// Returns the words that people type for a kind: its value, the words of `KindWords`, and its names without words
    /// that many kinds share.
    package func searchWords(key: [UInt8], value: [UInt8]) -> [[UInt8]] {
        var found = [value, Self.plural(of: value)]
        for line in words where line.values.contains(value) { found += line.phrases }
        guard !Self.isWay(key), let row = find(key + [UInt8(ascii: "=")] + value) ?? find(value) else { return found }
        for name in rows[row].names {
            found += name.split(separator: 0x20).map { [UInt8]($0) }.filter { !Self.isCommon($0) }
        }
        return found
    }

    /// Streets match by their names: "street" is not a kind of place.
    private static func isWay(_ key: [UInt8]) -> Bool { key == [UInt8]("highway".utf8) }

    /// Returns the plural of an English noun, by the rules of spelling.
    static func plural(of noun: [UInt8]) -> [UInt8] {
        let last = noun.last ?? 0, before = noun.dropLast().last ?? 0
        let isHiss = "sxz".utf8.contains(last) || last == UInt8(ascii: "h") && "sc".utf8.contains(before)
        if isHiss { return noun + [UInt8]("es".utf8) }
        if last == UInt8(ascii: "y"), noun.count > 1, !"aeiou".utf8.contains(before) {
            return noun.dropLast() + [UInt8]("ies".utf8)
        }
        return noun + [UInt8(ascii: "s")]
    }

    /// Whether a word of a kind's name carries no meaning alone.
    private static func isCommon(_ word: [UInt8]) -> Bool {
        let word = word.map(small)
        // The literal's own bytes.
        return commonWords.contains { $0.withUTF8Buffer { unsafe word.elementsEqual($0.lazy.map(small)) } }
    }

    private static func small(_ byte: UInt8) -> UInt8 { (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }

    private static var commonWords: [StaticString] {
        [
            "shop", "store", "office", "place", "point", "area", "centre", "service", "services", "company", "home",
            "house", "site", "supplies", "goods", "building", "station", "street", "school", "of", "or", "the", "to",
            "being", "built", "line", "route", "hall", "room", "party", "row", "general", "public", "main", "small",
            "tavaran", "kauppa", "osa", "tai", "alue", "piste", "und", "im", "oder", "zum", "Haus", "Platz", "Bau",
            "متجر", "محل", "مكتب", "مركز", "مكان", "منطقة", "نقطة", "موقع", "مبنى", "بيت", "مدينة", "محطة", "دار",
            "لوازم",
            "مدرسة", "صالة", "قاعة", "خط", "مسار", "طريق", "شارع", "على", "في", "غير", "أو", "عام", "عامة", "أرض",
        ]
    }
}
