import Foundation
import Search

/// The names of countries in many languages, from the Unicode Common Locale Data Repository, which Foundation contains.
enum CountryNames {
    /// Whether a name belongs to another country than `code`, which is in lower case; `nil` where either is unknown. A
    /// territory may also have the name of the country that it belongs to.
    static func isOther(_ name: String, than code: [UInt8]) -> Bool? {
        let code = String(decoding: code, as: UTF8.self)
        guard !code.isEmpty, let codes = known[folded(name)] else { return nil }
        return !codes.contains(code) && owners[code].map { !codes.contains($0) } ?? true
    }

    /// The languages in which most people write countries.
    private static let languages = [
        "en", "ar", "bn", "cs", "da", "de", "el", "es", "fa", "fi", "fr", "he", "hi", "hu", "id", "it", "ja", "ko",
        "nb",
        "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk", "ur", "vi", "zh", "zh-Hant",
    ]

    /// Further common names.
    private static let others = [
        "us": ["USA", "United States of America", "America"],
        "gb": ["Great Britain", "Britain", "England", "Scotland", "Wales", "Northern Ireland"],
        "nl": ["Holland", "The Netherlands"], "cz": ["Czech Republic"], "tr": ["Turkey"], "ci": ["Ivory Coast"],
        "mk": ["Macedonia"], "kr": ["Korea"], "ae": ["UAE"],
    ]

    /// Territories with a code of their own (ISO 3166-1), by the country that they belong to or are often counted with.
    private static let territories = [
        "au": "cc cx hm nf", "cn": "hk mo tw", "dk": "fo gl", "fi": "ax",
        "fr": "bl gf gp mf mq nc pf pm re tf wf yt", "gb": "ai bm fk gg gi gs im io je ky ms pn sh tc vg",
        "il": "ps", "ma": "eh", "nl": "aw bq cw sx", "no": "bv sj", "nz": "ck nu tk", "rs": "xk",
        "us": "as gu mp pr um vi",
    ]

    private static let owners = Dictionary(
        uniqueKeysWithValues: territories.flatMap { owner, codes in
            codes.split(separator: " ").map { (String($0), owner) }
        })

    /// The codes, in lower case, of the countries with a name, by folded name.
    private static let known: [String: Set<String>] = {
        var known: [String: Set<String>] = [:]
        let regions = Locale.Region.isoRegions.map(\.identifier).filter { CountryCodes.code($0) == $0 }
        for language in languages {
            let locale = Locale(identifier: language)
            for region in regions {
                guard let name = locale.localizedString(forRegionCode: region) else { continue }
                known[folded(name), default: []].insert(region.lowercased())
            }
        }
        for (code, names) in others { for name in names { known[folded(name), default: []].insert(code) } }
        return known
    }()

    /// Returns the letters of a name without case and accents.
    private static func folded(_ name: String) -> String {
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]
        return name.folding(options: options, locale: nil).filter(\.isLetter)
    }
}
