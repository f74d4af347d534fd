import Atlas

/// The answer to a query.
package struct SearchAnswer: Sendable {
    /// The request as the user made it.
    package internal(set) var request: SearchRequest
    /// Whether the user was still typing, so that the last word may be a beginning.
    let isBeingTyped: Bool
    /// The hits, best first, without duplicates.
    package internal(set) var hits: [SearchHit]
    /// The explanation of each hit's rank, in the order of the hits; empty unless the request asks for them.
    var explanations: [HitExplanation?] = []
    /// The words that the hits match: those of a part of the text if the query split it.
    let reading: QueryReading
    /// Whether a hit matches the text exactly as typed.
    var isAsTyped: Bool
    /// The kind that the text names and that has no places in the atlas, as a row of the lexicon.
    var absentKind: Int?

    /// Whether any hit matches all words.
    var isComplete: Bool { hits.contains { !$0.isPartial } }

    /// Keeps the hits at `positions`, in that order.
    package mutating func keep(_ positions: [Int]) {
        hits = positions.map { hits[$0] }
        if !explanations.isEmpty { explanations = positions.map { explanations[$0] } }
    }
}
