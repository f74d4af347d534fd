package import GeoCore

/// A question to the index.
package struct SearchRequest: Sendable {
    /// What was typed. Only its first 256 bytes and eight words are looked at.
    package var text: String
    /// Where the user is, or what the map shows: near places come first.
    package var near: Coordinate?
    /// How many answers are wanted, 1 ... 50; other numbers are taken as the nearer end.
    package let limit: Int
    /// The language for names, as in `name:fi`; `nil` for the local name.
    package var language: String?
    /// The countries that answers may lie in, two small letters each (ISO 3166-1); any when empty. What no country is
    /// known of may be anywhere.
    package var countries: [[UInt8]] = []
    /// Whether `near` is what the answers are to be near to, rather than where the user happens to be.
    var isNearPlace = false
    /// Whether it is a part of another query, which is not taken apart again.
    var isPart = false

    package init(text: String, near: Coordinate? = nil, limit: Int = 10, language: String? = nil) {
        self.text = text
        self.near = near
        self.limit = min(Self.mostAnswers, max(1, limit))
        self.language = language
    }

    static var mostAnswers: Int { 50 }
    /// Bytes of `text` that are looked at.
    static var maximumLength: Int { 256 }
    /// Words of `text` that are looked at: one byte of `SearchWorkspace.matches` each.
    static var maximumWords: Int { 8 }
}
