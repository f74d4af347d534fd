import Atlas

/// Collects the details of places: their tags, by the number of the key.
struct DetailColumns {
    /// The numbers of keys by their index in the extract's strings.
    private var numbers: [UInt32: UInt16] = [:]
    /// Keys by number.
    private var keys: [UInt32] = []

    /// Adds the details of the next place.
    mutating func add(
        _ draft: PlaceDraft, _ context: PlaceContext, _ columns: inout PlaceColumns, _ strings: inout ExtractStrings,
        _ text: inout StringInterner
    ) {
        for pair in context.pairs(draft.tags) where isKept(pair.key, draft, context) {
            guard let number = number(of: pair.key) else { continue }
            columns.detailKeys.append(number)
            columns.details.append(strings.id(pair.value, &text))
        }
        columns.detailStarts.append(UInt32(columns.details.count))
    }

    /// Adds the table of keys.
    func finish(_ columns: inout PlaceColumns, _ strings: inout ExtractStrings, _ text: inout StringInterner) {
        columns.keys = keys.map { strings.id($0, &text) }
    }

    /// Whether a tag is kept. A street keeps only names: surface, access and the like differ from way to way.
    private func isKept(_ key: UInt32, _ draft: PlaceDraft, _ context: PlaceContext) -> Bool {
        guard context.keys.isDetail(key) else { return false }
        guard draft.type == .street else { return true }
        return context.keys.naming(key) == .alternate || context.keys.field(key) == .wikidata
    }

    /// Returns the number of a key; beyond 65 000 different keys, details are left out.
    private mutating func number(of key: UInt32) -> UInt16? {
        if let known = numbers[key] { return known }
        guard keys.count < 65_000 else { return nil }
        let number = UInt16(keys.count)
        numbers[key] = number
        keys.append(key)
        return number
    }
}
