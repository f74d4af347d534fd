package import GeoCore

/// The input of a query.
package struct SearchRequest: Sendable {
    /// The typed text. A query reads only its first 256 bytes and eight words.
    package var text: String
    /// The user's position, or the centre of the map view: near places come first.
    package var near: Coordinate?
    /// The wanted number of hits, 1 ... 50; a number outside becomes the nearer end.
    package let limit: Int
    /// The language for names, as in `name:fi`; `nil` for the local name.
    package var language: String?
    /// The countries that answers may lie in, two small letters each (ISO 3166-1); empty for any. A place of unknown
    /// country may lie in any of them.
    package var countries: [[UInt8]] = []
    /// Whether the answer explains each hit's rank.
    package var explains = false
    /// Whether answers should be near `near`, rather than `near` being only the user's position.
    var isNearPlace = false
    /// Whether it is a part of another query; no query splits it again.
    var isPart = false

    package init(text: String, near: Coordinate? = nil, limit: Int = 10, language: String? = nil) {
        self.text = text
        self.near = near
        self.limit = min(Self.mostAnswers, max(1, limit))
        self.language = language
    }

    /// Returns the same request for a part of the text.
    func part(_ text: String) -> SearchRequest {
        var part = self
        part.text = text
        part.isPart = true
        return part
    }

    /// Whether the text is in parts: "Main Street 12, Springfield, USA".
    var isInParts: Bool { text.utf8.prefix(Self.maximumLength).contains(UInt8(ascii: ",")) }

    static var mostAnswers: Int { 50 }
    /// The maximum number of bytes of `text` that a query reads.
    static var maximumLength: Int { 256 }
    /// The maximum number of words of `text` that a query reads: one byte of `WordQualities` each.
    static var maximumWords: Int { 8 }
}
