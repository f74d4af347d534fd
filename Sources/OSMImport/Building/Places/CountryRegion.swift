import Search

/// The country of a place and its subdivision, by their ISO 3166 codes.
package struct CountryRegion: Hashable, Sendable {
    /// ISO 3166-1 alpha-2, in capitals.
    package let country: String
    /// ISO 3166-2 with the country's code, such as `DE-BY`; `nil` if unknown.
    package let subdivision: String?

    package init(country: String, subdivision: String? = nil) {
        self.country = country
        self.subdivision = subdivision
    }

    /// Reads the codes of a locality's areas and settlements; returns `nil` if none has the country's.
    init?(_ names: LocalityFinder.Names, _ drafts: PlaceDrafts, _ context: PlaceContext) {
        let state = Self.subdivision(names[.state], drafts, context)
        let country = names[.country].draft.flatMap { CountryTags.code(of: drafts.all[$0], context) }
        guard let country = country ?? state.map({ String($0.prefix(2)) }) else { return nil }
        self.init(country: country, subdivision: state.flatMap { $0.hasPrefix(country + "-") ? $0 : nil })
    }

    /// Returns the code on a state's boundary, or of the state or province with such a name or code.
    private static func subdivision(
        _ state: LocalityFinder.Part, _ drafts: PlaceDrafts, _ context: PlaceContext
    ) -> String? {
        if let draft = state.draft, let code = CountryTags.subdivision(of: drafts.all[draft], context) { return code }
        let text = context.text(state.name)
        guard let country = RegionNames.countries(of: text).last else { return nil }
        return country + "-" + (text.utf8.count == 2 ? text : RegionNames.other(for: text) ?? text)
    }
}

/// The tags with ISO 3166 codes.
enum CountryTags {
    /// Keys whose value is a country's two-letter code, on a country or on anything in it
    /// (wiki.openstreetmap.org/wiki/Key:ISO3166-1, wiki.openstreetmap.org/wiki/Key:is_in:country_code).
    private static let codes: Set<String> = ["ISO3166-1:alpha2", "ISO3166-1", "country_code"]

    /// Returns the code of a country, in capitals.
    static func code(of draft: PlaceDraft, _ context: PlaceContext) -> String? {
        for pair in context.pairs(draft.tags) where codes.contains(context.text(pair.key)) {
            if let code = CountryCodes.code(context.text(pair.value)) { return code }
        }
        return nil
    }

    /// Returns the code of a state or province with its country's.
    static func subdivision(of draft: PlaceDraft, _ context: PlaceContext) -> String? {
        for pair in context.pairs(draft.tags) where context.text(pair.key) == "ISO3166-2" {
            let code = context.text(pair.value).uppercased()
            if code.utf8.count > 3, code.dropFirst(2).first == "-",
                let country = CountryCodes.code(String(code.prefix(2)))
            {
                return country + code.dropFirst(2)
            }
        }
        return nil
    }
}
