package import GeoCore

/// A question to the index.
package struct SearchRequest: Sendable {
    /// What somebody typed. A query looks only at its first 256 bytes and eight words.
    package var text: String
    /// Where the user is, or what the map shows: near places come first.
    package var near: Coordinate?
    /// How many answers the user wants, 1 ... 50; other numbers count as the nearer end.
    package let limit: Int
    /// The language for names, as in `name:fi`; `nil` for the local name.
    package var language: String?
    /// The countries that answers may lie in, two small letters each (ISO 3166-1); any when empty. A place of unknown
    /// country may lie in any.
    package var countries: [[UInt8]] = []
    /// Whether the answer explains why each hit stands where it does.
    package var explains = false
    /// Whether `near` is what the answers are to be near to, rather than where the user happens to be.
    var isNearPlace = false
    /// Whether it is a part of another query, which no query takes apart again.
    var isPart = false

    package init(text: String, near: Coordinate? = nil, limit: Int = 10, language: String? = nil) {
        self.text = text
        self.near = near
        self.limit = min(Self.mostAnswers, max(1, limit))
        self.language = language
    }

    /// The same question about a part of the text.
    func part(_ text: String) -> SearchRequest {
        var part = self
        part.text = text
        part.isPart = true
        return part
    }

    /// Whether the text is in parts: "Main Street 12, Springfield, USA".
    var isInParts: Bool { text.utf8.prefix(Self.maximumLength).contains(UInt8(ascii: ",")) }

    static var mostAnswers: Int { 50 }
    /// Bytes of `text` that a query looks at.
    static var maximumLength: Int { 256 }
    /// Words of `text` that a query looks at: one byte of `WordQualities` each.
    static var maximumWords: Int { 8 }
}
