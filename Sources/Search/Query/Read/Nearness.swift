import Atlas

/// A query for a thing near another: "cafe near the museum", "apotheke in meiner nähe".
struct Nearness {
    /// The wanted thing, in folded words.
    let wanted: String
    /// The landmark that answers should be near; empty for the user's position.
    let landmark: String

    /// Splits a text; returns `nil` for any other query.
    init?(_ text: FoldedWords) {
        let words = text.words
        guard let near = words.indices.dropFirst().first(where: { Wordings.isNear(text.text(words[$0])) }) else {
            return nil
        }
        var end = near, start = near + 1
        while end > 0, Wordings.isFiller(text.text(words[end - 1])) || Wordings.isHere(text.text(words[end - 1])) {
            end -= 1
        }
        while start < words.count, Wordings.isFiller(text.text(words[start])) { start += 1 }
        guard end > 0 else { return nil }
        if words.count == start + 1, Wordings.isHere(text.text(words[start])) { start += 1 }
        wanted = String(decoding: text.joined(words[..<end]), as: UTF8.self)
        landmark = String(decoding: text.joined(words[start...]), as: UTF8.self)
    }
}
