import Foundation
import Search

/// What countries are called in many languages: by the Unicode Common Locale Data Repository, which Foundation carries.
enum CountryNames {
    /// Whether a name is that of another country than the one with a code in small letters; `nil` where either is
    /// unknown. A territory may go by the name of the country that it belongs to.
    static func isOther(_ name: String, than code: [UInt8]) -> Bool? {
        let code = String(decoding: code, as: UTF8.self)
        guard !code.isEmpty, let codes = known[folded(name)] else { return nil }
        return !codes.contains(code) && owners[code].map { !codes.contains($0) } ?? true
    }

    /// The languages that most people write countries in.
    private static let languages = [
        "en", "ar", "bn", "cs", "da", "de", "el", "es", "fa", "fi", "fr", "he", "hi", "hu", "id", "it", "ja", "ko",
        "nb",
        "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk", "ur", "vi", "zh", "zh-Hant",
    ]

    /// Names that people use besides.
    private static let others = [
        "us": ["USA", "United States of America", "America"],
        "gb": ["Great Britain", "Britain", "England", "Scotland", "Wales", "Northern Ireland"],
        "nl": ["Holland", "The Netherlands"], "cz": ["Czech Republic"], "tr": ["Turkey"], "ci": ["Ivory Coast"],
        "mk": ["Macedonia"], "kr": ["Korea"], "ae": ["UAE"],
    ]

    /// Territories with a code of their own (ISO 3166-1), by the country that they belong to or count to for many.
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

    /// By folded name the codes, in small letters, of the countries that are called so.
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

    /// The letters of a name without case and accents.
    private static func folded(_ name: String) -> String {
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]
        return name.folding(options: options, locale: nil).filter(\.isLetter)
    }
}
