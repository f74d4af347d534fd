import Atlas

/// What a query found.
package struct SearchAnswer: Sendable {
    /// The question as somebody asked it.
    package internal(set) var request: SearchRequest
    /// Whether the text was being typed, so that its last word may be a beginning.
    let isBeingTyped: Bool
    /// The best first, each thing once.
    package internal(set) var hits: [SearchHit]
    /// Why each hit stands where it does, in their order; empty unless the request asks for it.
    var explanations: [HitExplanation?] = []
    /// The words that the hits answer to: those of a part of the text if the query took it apart.
    let reading: QueryReading
    /// Whether something answers to the text just as somebody typed it.
    var isAsTyped: Bool
    /// The kind that the text names and that the atlas has none of, as a row of the lexicon.
    var absentKind: Int?

    /// Whether some hit answers to all words.
    var isComplete: Bool { hits.contains { !$0.isPartial } }

    /// Keeps the hits at `positions`, in that order.
    package mutating func keep(_ positions: [Int]) {
        hits = positions.map { hits[$0] }
        if !explanations.isEmpty { explanations = positions.map { explanations[$0] } }
    }
}
