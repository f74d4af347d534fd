/// States and provinces whose addresses use a code, such as `PA` for Pennsylvania. People type either.
package enum RegionNames {
    private struct Region {
        let code: StaticString
        let name: StaticString

        init(_ code: StaticString, _ name: StaticString) {
            self.code = code
            self.name = name
        }
    }

    /// ISO 3166-2:US.
    private static var states: [Region] {
        [
            Region("AL", "Alabama"), Region("AK", "Alaska"), Region("AZ", "Arizona"), Region("AR", "Arkansas"),
            Region("CA", "California"), Region("CO", "Colorado"), Region("CT", "Connecticut"), Region("DE", "Delaware"),
            Region("DC", "District of Columbia"), Region("FL", "Florida"), Region("GA", "Georgia"),
            Region("HI", "Hawaii"), Region("ID", "Idaho"), Region("IL", "Illinois"), Region("IN", "Indiana"),
            Region("IA", "Iowa"), Region("KS", "Kansas"), Region("KY", "Kentucky"), Region("LA", "Louisiana"),
            Region("ME", "Maine"), Region("MD", "Maryland"), Region("MA", "Massachusetts"), Region("MI", "Michigan"),
            Region("MN", "Minnesota"), Region("MS", "Mississippi"), Region("MO", "Missouri"), Region("MT", "Montana"),
            Region("NE", "Nebraska"), Region("NV", "Nevada"), Region("NH", "New Hampshire"), Region("NJ", "New Jersey"),
            Region("NM", "New Mexico"), Region("NY", "New York"), Region("NC", "North Carolina"),
            Region("ND", "North Dakota"), Region("OH", "Ohio"), Region("OK", "Oklahoma"), Region("OR", "Oregon"),
            Region("PA", "Pennsylvania"), Region("PR", "Puerto Rico"), Region("RI", "Rhode Island"),
            Region("SC", "South Carolina"), Region("SD", "South Dakota"), Region("TN", "Tennessee"),
            Region("TX", "Texas"), Region("UT", "Utah"), Region("VT", "Vermont"), Region("VA", "Virginia"),
            Region("WA", "Washington"), Region("WV", "West Virginia"), Region("WI", "Wisconsin"),
            Region("WY", "Wyoming"),
        ]
    }

    /// ISO 3166-2:CA.
    private static var provinces: [Region] {
        [
            Region("AB", "Alberta"), Region("BC", "British Columbia"), Region("MB", "Manitoba"),
            Region("NB", "New Brunswick"), Region("NL", "Newfoundland and Labrador"), Region("NS", "Nova Scotia"),
            Region("NT", "Northwest Territories"), Region("NU", "Nunavut"), Region("ON", "Ontario"),
            Region("PE", "Prince Edward Island"), Region("QC", "Québec"), Region("SK", "Saskatchewan"),
            Region("YT", "Yukon"),
        ]
    }

    /// Returns the code for a name and the name for a code; `nil` for any other text.
    package static func other(for text: String) -> String? {
        for region in states + provinces {
            if equal(region.code, text) { return string(region.name) }
            if equal(region.name, text) { return string(region.code) }
        }
        return nil
    }

    /// Returns the names of the country that a state or province lies in; empty for any other text.
    package static func countries(of text: String) -> [String] {
        func isAmong(_ regions: [Region]) -> Bool {
            regions.contains { equal($0.code, text) || equal($0.name, text) }
        }
        if isAmong(states) { return ["United States", "United States of America", "USA", "US"] }
        return isAmong(provinces) ? ["Canada", "CA"] : []
    }

    // The literals' own bytes.
    private static func equal(_ literal: StaticString, _ text: String) -> Bool {
        literal.withUTF8Buffer { unsafe text.utf8.elementsEqual($0) }
    }
    private static func string(_ literal: StaticString) -> String {
        literal.withUTF8Buffer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
