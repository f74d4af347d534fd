import GeoCore
import Search

/// The candidate countries of an extract's places, with their texts and tags added to the extract's own.
struct KnownCountries: Sendable {
    struct Country: Sendable {
        /// ISO 3166-1 alpha-2, in capitals; `nil` for a territory without a code.
        let code: String?
        /// An index into the extract's strings.
        let name: UInt32
        /// Its code, and its names in other languages.
        let tags: TagRange
        /// All its names in the table, as such indices; none without the table.
        let names: Set<UInt32>
    }

    /// The key and value of `place=country`.
    private(set) var key = PlaceFacts.none
    private(set) var value = PlaceFacts.none
    private(set) var all: [Country] = []
    /// The country of all places, if the user gave one.
    private(set) var only: Int?
    private var byCode: [String: Int] = [:]
    /// By number in the table.
    private var byNumber: [Int: Int] = [:]

    /// Adds to `data` the texts of the countries near it and of those that its tags name, and the codes of countries
    /// that the table knows by name. With `only`, a code in capitals, adds only that country.
    init(_ table: CountryTable?, near numbers: [Int], only code: String?, addingTo data: inout OSMData) {
        var wanted: [(code: String?, number: Int?)] = []
        if let code {
            wanted = [(code, table?.index(ofCode: code))]
        } else {
            wanted = numbers.map { (table?.countries[$0].code, $0) }
            for code in Self.codes(in: data) where !wanted.contains(where: { $0.code == code }) {
                wanted.append((code, table?.index(ofCode: code)))
            }
        }
        guard !wanted.isEmpty else { return }
        let entries = wanted.map { code, number in
            Entry(
                code: code, number: number,
                names: number.flatMap { table?.countries[$0].names } ?? [(language: "", name: code ?? "")])
        }
        var texts = TextAdding(
            data.tags.strings,
            sought: entries.reduce(into: Set(Self.kindTexts + [Self.codeKey])) { $0.formUnion($1.texts) }
                .union(table?.countries.compactMap(\.code) ?? []))
        key = texts.index(of: Self.kindTexts[0])
        value = texts.index(of: Self.kindTexts[1])
        for entry in entries { add(entry, &texts, to: &data) }
        if code != nil { only = 0 }
        addCodes(table, &texts, to: &data)
        data.tags.strings = texts.strings
    }

    private static let kindTexts = ["place", "country"]
    private static let codeKey = "ISO3166-1:alpha2"

    /// A country to add.
    private struct Entry {
        let code: String?
        let number: Int?
        let names: [(language: String, name: String)]

        var tags: [(key: String, value: String)] {
            (code.map { [(codeKey, $0)] } ?? [])
                + names.lazy.filter { !$0.language.isEmpty }.map { ("name:" + $0.language, $0.name) }
        }

        var texts: [String] { tags.flatMap { [$0.key, $0.value] } + names.map(\.name) }
    }

    private mutating func add(_ entry: Entry, _ texts: inout TextAdding, to data: inout OSMData) {
        let pairs = entry.tags.map { tag in
            TagTable.Pair(key: texts.index(of: tag.key), value: texts.index(of: tag.value))
        }
        let tags = TagRange(start: UInt32(data.tags.pairs.count), count: UInt32(pairs.count))
        data.tags.pairs += pairs
        if let code = entry.code, byCode[code] == nil { byCode[code] = all.count }
        if let number = entry.number { byNumber[number] = all.count }
        let names = entry.number == nil ? [] : Set(entry.names.map { texts.index(of: $0.name) })
        all.append(
            Country(code: entry.code, name: texts.index(of: entry.names[0].name), tags: tags, names: names))
    }

    func index(ofCode code: String) -> Int? { byCode[code] }
    func index(ofNumber number: Int) -> Int? { byNumber[number] }

    /// Returns the country codes that objects' tags contain.
    private static func codes(in data: OSMData) -> [String] {
        let keys = Set(
            data.tags.strings.indices.filter {
                ["addr:country", "is_in:country_code", "ISO3166-1:alpha2", "ISO3166-1"].contains(data.tags.strings[$0])
            }.map { UInt32($0) })
        guard !keys.isEmpty else { return [] }
        var values: Set<UInt32> = []
        for pair in data.tags.pairs where keys.contains(pair.key) { values.insert(pair.value) }
        return Set(values.compactMap { CountryCodes.code(data.tags.strings[Int($0)]) }).sorted()
    }

    /// Gives countries of the extract without a code the table's code for their name.
    private func addCodes(_ table: CountryTable?, _ texts: inout TextAdding, to data: inout OSMData) {
        guard let table else { return }
        let codes = Self.codesByName(table), codeKey = texts.index(of: Self.codeKey)
        for relation in data.relations.tags.indices {
            let tags = data.tags(ofRelation: relation)
            guard tags["boundary"] == "administrative", tags["admin_level"] == "2" || tags["place"] == "country",
                let code = Self.missingCode(tags, codes)
            else { continue }
            data.relations.tags[relation] = data.tags.adding(
                TagTable.Pair(key: codeKey, value: texts.index(of: code)), to: data.relations.tags[relation])
        }
        for position in data.nodes.tagged(Self.kindTexts[0], Self.kindTexts[1], data.tags) {
            guard let code = Self.missingCode(data.tags(ofTagged: position), codes) else { continue }
            data.nodes.tags[position] = data.tags.adding(
                TagTable.Pair(key: codeKey, value: texts.index(of: code)), to: data.nodes.tags[position])
        }
    }

    /// Returns the country codes by name in any language. Leaves out names of two countries, such as that of a
    /// territory without a code.
    private static func codesByName(_ table: CountryTable) -> [String: String] {
        var owners: [String: Int] = [:], shared: Set<String> = []
        for (number, country) in table.countries.enumerated() {
            for (_, name) in country.names {
                if let other = owners.updateValue(number, forKey: name), other != number { shared.insert(name) }
            }
        }
        return owners.filter { !shared.contains($0.key) }.compactMapValues { table.countries[$0].code }
    }

    private static func missingCode(_ tags: Tags, _ codes: [String: String]) -> String? {
        let own = [codeKey, "ISO3166-1", "country_code"].lazy.compactMap { tags[$0] }.first
        guard own == nil else { return nil }
        return ["name", "name:en", "int_name"].lazy.compactMap { tags[$0].flatMap { codes[$0] } }.first
    }
}

/// The strings of an extract, with added strings that are never duplicates.
private struct TextAdding {
    private(set) var strings: [String]
    private var indices: [String: UInt32] = [:]

    /// Finds the `sought` strings among `strings`; only these may be looked up.
    init(_ strings: [String], sought: Set<String>) {
        self.strings = strings
        for (index, text) in strings.enumerated() where sought.contains(text) && indices[text] == nil {
            indices[text] = UInt32(index)
        }
    }

    mutating func index(of text: String) -> UInt32 {
        if let known = indices[text] { return known }
        let index = UInt32(strings.count)
        strings.append(text)
        indices[text] = index
        return index
    }
}

extension TagTable {
    /// Returns the range of a copy of some tags with one more.
    fileprivate mutating func adding(_ pair: Pair, to range: TagRange) -> TagRange {
        let start = UInt32(pairs.count)
        pairs += Array(pairs[range.indices])
        pairs.append(pair)
        return TagRange(start: start, count: range.count + 1)
    }
}
