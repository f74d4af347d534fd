import GeoCore

/// A query in the form that a guide's index compares.
struct GuideQuery {
    struct Word {
        let scalars: [UInt32]
        let bytes: [UInt8]
        let isPrefix: Bool
        let isFiller: Bool
        /// The weight of the word beside others: long words carry more information, as for places.
        var weight: Int { min(bytes.count, 12) + 2 }
    }

    let words: [Word]
    /// The countries that a topic may lie in, as in `SearchRequest`.
    let countries: [[UInt8]]
    private let plane: LocalPlane?

    /// Reads a request; `isBeingTyped` says that the last word may be a beginning.
    init(_ request: SearchRequest, isBeingTyped: Bool, _ folding: Folding) {
        var text = FoldedWords()
        text.read(request.text.utf8Span.span, with: folding, limit: SearchRequest.maximumLength)
        let last = text.words.count - 1, endsInside = text.endsInsideWord
        words = text.words.prefix(SearchRequest.maximumWords).enumerated().map { index, word in
            Word(
                scalars: ScalarDecoder.scalars(of: text.text(word)), bytes: Array(text.text(word)),
                isPrefix: isBeingTyped && index == last && endsInside,
                isFiller: index < last && Wordings.isFiller(text.text(word)))
        }
        countries = request.countries
        plane = request.near.map { LocalPlane(around: PointE7($0)) }
    }

    var weight: Int { max(1, words.reduce(0) { $0 + $1.weight }) }

    /// Returns the points for being at `point`, as for places.
    func proximity(of point: PointE7) -> Int {
        guard let plane else { return 0 }
        return Int(Scoring.Proximity.most / (1 + plane.distance(to: point) / Scoring.Proximity.halfInMetres))
    }
}
