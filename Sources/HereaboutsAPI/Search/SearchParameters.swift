import GeoCore

extension Parameter where Value == LocalTime {
    static let localTime = Parameter(
        "time",
        "The local time for which to say what is open, without a zone, such as `2026-11-23T18:05`; now unless given.",
        schema: .text(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?$"),
        read: { (text) throws(ParameterFault) in
            guard let time = LocalTime(text) else {
                throw ParameterFault("is not a date and time without a zone such as 2026-11-23T18:05")
            }
            return time
        },
        print: { $0.text })
}

extension Parameter where Value == String {
    static let query = text("q", "The text to search for.", maximumLength: 256)
}

extension Parameter where Value == [String] {
    static let countries = Parameter(
        "countries",
        "The countries to look in: ISO 3166-1 codes of two letters, with commas between; everywhere unless given.",
        schema: .text(pattern: "^[A-Za-z]{2}(,[A-Za-z]{2})*$"),
        read: { (text) throws(ParameterFault) in
            let codes = text.lowercased().split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let areCodes = codes.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy { (0x61...0x7a).contains($0) } }
            guard areCodes, codes.count <= 300 else {
                throw ParameterFault("is not a list of two-letter codes such as fi,se")
            }
            return codes
        },
        print: { $0.joined(separator: ",") })
}

extension FieldVisitor {
    /// Whether to look in the guide too.
    mutating func optionalGuide(_ guide: inout Bool) throws(ErrorBody) {
        try truth("guide", "Whether to search the guide too, in what you may see of it.", &guide, standard: false)
    }

    /// The countries to look in, everywhere when empty.
    mutating func optionalCountries(_ countries: inout [String]) throws(ErrorBody) {
        var given = countries.isEmpty ? nil : countries
        try optional(.countries, &given)
        countries = given ?? []
    }
}
