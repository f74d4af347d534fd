/// Postcodes as people write them: with a gap, with a hyphen, and with neither.
enum PostcodeSpelling {
    /// Returns other spellings of a postcode for search: "3512AE" for "3512 AE" and the other way round, "77400" for
    /// "77-400". None for other texts.
    static func others(of postcode: String) -> [String] {
        let parts = postcode.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
        let whole = parts.joined()
        guard (4...10).contains(whole.utf8.count), whole.contains(where: \.isNumber) else { return [] }
        if parts.count > 1 { return parts.count <= 3 ? [whole] : [] }
        return gap(in: whole).map { ["\(whole.prefix($0)) \(whole.dropFirst($0))"] } ?? []
    }

    /// Returns after how many characters people write a gap. Only countries with letters in their postcodes do so in
    /// one place.
    private static func gap(in postcode: String) -> Int? {
        let shape = String(postcode.map { $0.isNumber ? "0" as Character : "A" })
        switch shape {
        // The Netherlands; Canada.
        case "0000AA": return 4
        case "A0A0A0": return 3
        default: break
        }
        // The United Kingdom (gov.uk, Bulk Data Transfer appendix C).
        return shape.hasSuffix("0AA") && shape.first == "A" && (5...7).contains(shape.count)
            ? shape.count - 3 : nil
    }
}
